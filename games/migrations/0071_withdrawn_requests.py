"""Since when a friend request that was declined is withdrawn, too."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0070_bots_of_hidden_people")]

    operations = [
        migrations.AddField(
            "friendship", "withdrawn_at", models.DateTimeField(null=True, blank=True)
        ),
    ]
