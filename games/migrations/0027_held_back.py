from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0026_sealed_seed")]

    operations = [
        migrations.AddField(
            "inboundmail",
            "held_back",
            models.CharField(
                blank=True,
                default="",
                max_length=16,
                help_text="The kind that would answer it, if there had not been too many.",
            ),
        ),
        migrations.AddField("inboundmail", "said_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddIndex(
            "inboundmail",
            models.Index(
                fields=["address"],
                name="inbound_mail_unsaid",
                condition=models.Q(~models.Q(held_back=""), said_at=None),
            ),
        ),
    ]
