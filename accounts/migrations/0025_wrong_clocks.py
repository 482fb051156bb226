from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0024_held_back")]

    operations = [
        migrations.CreateModel(
            name="WrongClock",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("host", models.CharField(max_length=100, unique=True)),
                (
                    "seconds",
                    models.BigIntegerField(help_text="By how much it is ahead of the database's."),
                ),
                ("at", models.DateTimeField()),
            ],
        ),
    ]
