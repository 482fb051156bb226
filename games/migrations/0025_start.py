from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0024_set_aside")]

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
