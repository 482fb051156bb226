"""Made beside those who play: an index that is made in one piece stops every write to its table."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0036_words")]

    operations = [
        AddIndexConcurrently(
            model_name="hand",
            index=models.Index(
                condition=models.Q(("bots_due__isnull", False), ("state", "open")),
                fields=["bots_due"],
                name="hand_awaits_bots",
            ),
        ),
        AddIndexConcurrently(
            model_name="seatclock",
            index=models.Index(
                condition=models.Q(
                    ("answered_at", None), ("paused", False), ("remind_at__isnull", False)
                ),
                fields=["remind_at"],
                name="clock_remind",
            ),
        ),
    ]
