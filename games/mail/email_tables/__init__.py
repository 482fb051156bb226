"""The table and the reader's cards in HTML letters, drawn by a game's `email_table` module.

A game without one gets plain lines. Drawings are HTML tables with words in their cells, and never
rely on colour alone: every mail program and screen reader can present them. They show the same
facts as `Wording.standing` and `Wording.holding`.
"""

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.mail.email_tables import lines
from games.mail.email_tables.base import Drawing, Shown

DRAWINGS: Parts[Drawing] = Parts(GAMES, "email_table")


def drawing_of(slug: str) -> Drawing:
    """The drawing of this game for letters; plain lines if it has none."""
    return DRAWINGS.get(slug, lines)


__all__ = ["DRAWINGS", "Drawing", "Shown", "drawing_of"]
