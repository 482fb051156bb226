"""The table and the reader's cards in an HTML letter: one module a ruleset, or plain lines.

Cells of tables with words in them, and never colour alone: mail programs show that, and whoever
reads aloud says it.  The same facts as `Telling.standing` and `Telling.holding`.
"""

from games.mail.tables import lines, rowboat, turn_the_tide, turning_tides
from games.mail.tables.base import Drawing, Shown

DRAWINGS: dict[str, Drawing] = {
    "turn-the-tide": turn_the_tide,
    "rowboat": rowboat,
    "turning-tides": turning_tides,
}


def drawing_of(slug: str) -> Drawing:
    """How this game is drawn in letters; a game without a drawing is told in lines."""
    return DRAWINGS.get(slug, lines)


__all__ = ["DRAWINGS", "Drawing", "Shown", "drawing_of"]
