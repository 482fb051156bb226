"""Finished games are compacted to their record after a while: when that was, and which are due."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0053_placed_by_game")]

    operations = [
        migrations.AddField(
            "game",
            "compacted_at",
            models.DateTimeField(
                null=True,
                editable=False,
                help_text="Since when its record tells what rows told before.",
            ),
        ),
        migrations.AlterField("bid", "sealed", models.BinaryField(null=True, editable=False)),
        AddIndexConcurrently(
            "game",
            models.Index(
                fields=["ended_at"],
                name="game_to_compact",
                condition=models.Q(
                    compacted_at=None, closed=False, state__in=["over", "cancelled"]
                ),
            ),
        ),
    ]
