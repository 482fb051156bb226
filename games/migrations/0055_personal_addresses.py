"""An address of one's own, for mails that answer no letter."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0054_compacted")]

    operations = [
        migrations.AlterField(
            "replyaddress",
            "purpose",
            models.CharField(
                choices=[
                    ("play", "to play a hand"),
                    ("hands", "to play several hands, each by its number"),
                    ("table", "to answer what a letter says about a table"),
                    ("person", "to ask for anything, about no letter"),
                ],
                default="play",
                max_length=8,
            ),
        ),
    ]
