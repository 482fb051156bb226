import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0027_held_back")]

    operations = [
        migrations.CreateModel(
            name="HouseMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("local", models.CharField(max_length=64)),
                ("identity", models.CharField(editable=False, max_length=64)),
                ("received_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("sealed_raw", models.BinaryField(editable=False, null=True)),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("kept", "for the operators"),
                            ("answered", "answered"),
                            ("automatic", "written by a machine"),
                            ("unknown", "of nobody known"),
                        ],
                        default="kept",
                        max_length=12,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("local", "identity"), name="house_mail_once")
                ],
                "indexes": [models.Index(fields=["received_at"], name="house_mail_lately")],
            },
        ),
    ]
