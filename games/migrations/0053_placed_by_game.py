"""What lies below a hand or a seat bears its game, whoever writes it: the code of before as well.

The rows of before get it in short batches, each a transaction of its own; it may be broken off and
run again.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

BELOW = {
    "bid": "hand", "seatclock": "hand", "credit": "hand", "replyaddress": "hand",
    "peek": "seat", "note": "seat", "seattenure": "seat",
}  # fmt: skip
BATCH = 5_000
FUNCTION = """
CREATE FUNCTION games_placed_by_{above}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT game_id INTO NEW.game_id FROM games_{above} WHERE id = NEW.{above}_id;
    RETURN NEW;
END $$;
"""
TRIGGER = """
CREATE TRIGGER placed BEFORE INSERT ON games_{table} FOR EACH ROW
    WHEN (NEW.game_id IS NULL AND NEW.{above}_id IS NOT NULL)
    EXECUTE FUNCTION games_placed_by_{above}();
"""
PLACE = """
UPDATE games_{table} AS below SET game_id = above.game_id
FROM games_{above} AS above
WHERE above.id = below.{above}_id AND below.game_id IS NULL AND below.id > %s AND below.id <= %s
"""


def column(model: str) -> migrations.AddField:
    field: Any = models.ForeignKey(
        to="games.game", null=True, editable=False, db_constraint=False, db_index=False,
        on_delete=django.db.models.deletion.DO_NOTHING, related_name="+",
    )  # fmt: skip
    return migrations.AddField(model, "game", field)


def place(_apps: Any, schema_editor: Any) -> None:
    with schema_editor.connection.cursor() as cursor:
        for table, above in BELOW.items():
            cursor.execute(f"SELECT coalesce(max(id), 0) FROM games_{table}")  # noqa: S608
            for first in range(0, cursor.fetchone()[0], BATCH):
                cursor.execute(PLACE.format(table=table, above=above), [first, first + BATCH])


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0052_pages_notified")]

    operations = [
        *(column(model) for model in BELOW),
        *(
            migrations.RunSQL(
                FUNCTION.format(above=above), f"DROP FUNCTION games_placed_by_{above}()"
            )
            for above in ("hand", "seat")
        ),
        *(
            migrations.RunSQL(
                TRIGGER.format(table=table, above=above), f"DROP TRIGGER placed ON games_{table}"
            )
            for table, above in BELOW.items()
        ),
        migrations.RunPython(place, migrations.RunPython.noop, elidable=True),
    ]
