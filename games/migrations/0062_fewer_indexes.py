"""Without the indexes of keys by which another index begins as well: each row that is written
keeps one less up to date.
"""

from typing import Any

from django.conf import settings
from django.db import migrations, models
from django.db.models.deletion import CASCADE, PROTECT

PERSON = settings.AUTH_USER_MODEL


def without_index(
    model: str, name: str, suffix: str, to: str, related_name: str, **how: Any
) -> migrations.SeparateDatabaseAndState:
    """CONCURRENTLY, since games go on; by the name that Django gave it."""
    index = f"games_{model}_{name}_id_{suffix}"
    how = {"on_delete": CASCADE, "related_name": related_name, **how}
    return migrations.SeparateDatabaseAndState(
        [
            migrations.RunSQL(
                f"DROP INDEX CONCURRENTLY IF EXISTS {index}",
                f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {index} ON games_{model} ({name}_id)",
            )
        ],
        [migrations.AlterField(model, name, models.ForeignKey(to=to, db_index=False, **how))],
    )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0061_kept_bids"), migrations.swappable_dependency(PERSON)]

    operations = [
        without_index("bid", "hand", "05e9e811", "games.hand", "bids"),
        without_index("hand", "game", "ec247f6e", "games.game", "hands"),
        without_index("idempotencykey", "user", "9939d250", PERSON, "+"),
        without_index("inboundmail", "address", "1bc46b7f", "games.replyaddress", "mails"),
        without_index("logentry", "game", "f78907a6", "games.game", "log"),
        without_index("message", "author", "9fe9baf9", PERSON, "messages"),
        without_index("message", "game", "a6664ff7", "games.game", "messages"),
        without_index("peek", "seat", "e27da6d9", "games.seat", "peeks"),
        without_index("ratingstep", "rated", "43424329", "games.ratedgame", "steps"),
        without_index("ratingstep", "user", "7369549e", PERSON, "rating_steps"),
        without_index("replytopic", "address", "c071364b", "games.replyaddress", "topics"),
        without_index("seat", "game", "ad720f5b", "games.game", "seats"),
        without_index(
            "seat", "user", "9fbc01bf", PERSON, "seats", on_delete=PROTECT, null=True, blank=True
        ),
        without_index("seatclock", "user", "328d4e2d", PERSON, "clocks"),
        without_index("stage", "game", "46e48802", "games.game", "stages"),
    ]
