from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0028_house_mail")]

    operations = [
        migrations.AddField(
            "game",
            "start",
            models.JSONField(
                editable=False,
                help_text=(
                    "What was fixed at the start: its digest, and by seat names, salts, digests."
                ),
                null=True,
            ),
        ),
    ]
