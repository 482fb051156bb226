"""Lists and names in running text, for the wording of every game."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.wording.base import Seating


def listed(items: Sequence[object]) -> str:
    """ "7", "7 and 9", "7, 9 and 12"."""
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return _("%(most)s and %(last)s") % {"most": ", ".join(words[:-1]), "last": words[-1]}


def named(seat: int, seating: Seating) -> str:
    """A player within a sentence: "you" for the reader."""
    return _("you") if seat == seating.reader else seating.names[seat]


def all_named(seats: Sequence[int], seating: Seating) -> str:
    """Several players within a sentence."""
    return listed([named(seat, seating) for seat in seats])


def started(text: str) -> str:
    """Capitalises the first letter."""
    return text[:1].upper() + text[1:]
