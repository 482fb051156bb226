"""The table and the reader's cards in HTML letters: a game's module `email_table`, or plain lines.

Cells of tables with words in them, and never colour alone: mail programs show that, and whoever
reads aloud says it.  The same facts as `Wording.standing` and `Wording.holding`.
"""

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.mail.email_tables import lines
from games.mail.email_tables.base import Drawing, Shown

DRAWINGS: Parts[Drawing] = Parts(GAMES, "email_table")


def drawing_of(slug: str) -> Drawing:
    """How this game is drawn in letters; a game without a drawing is told in lines."""
    return DRAWINGS.get(slug, lines)


__all__ = ["DRAWINGS", "Drawing", "Shown", "drawing_of"]
