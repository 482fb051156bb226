from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0023_choice_about")]

    operations = [
        migrations.AlterField(
            "notice",
            "state",
            models.CharField(
                max_length=12,
                default="queued",
                choices=[
                    ("queued", "queued"),
                    ("sent", "sent"),
                    ("dropped", "no longer true"),
                    ("suppressed", "not wished"),
                    ("failed", "failed"),
                    ("unknown", "unknown"),
                    ("held", "held back"),
                ],
            ),
        ),
    ]
