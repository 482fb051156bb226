"""Turning Tides: why a swap, or a selection of damage, isn't possible."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.turning_tides.shapes import Observation
from games.catalogue.turning_tides.wording import sea
from games.catalogue.turning_tides.wording.asking import parts
from games.catalogue.turning_tides.wording.words import cards_words


def no_swap(table: Observation, words: list[str]) -> str:
    """The first reason against a swap; empty if there is none."""
    if words[0] != "swap":
        return ""
    given, taken = parts(words)
    held = [card for card in table["you"]["cards"] if card != "wait"]
    if cards := _beyond(given, held):
        return _("You don’t hold %(card)s now.") % {"card": cards_words(cards)}
    if cards := _beyond(taken, table["ships"][table["you"]["seat"]]["exchange"]):
        return _("Not among the exchange cards: %(cards)s.") % {"cards": cards_words(cards)}
    return "" if len(given) == len(taken) else _("Cards are swapped one for one.")


def not_stowed(table: Observation, words: list[str]) -> str:
    """The first reason against putting these cards away; empty if there is none."""
    if words[0] != "stow":
        return ""
    wanted, cards = table["ships"][table["you"]["seat"]]["destroyed"], words[1:]
    if len(cards) != wanted:
        text = ngettext("Put away exactly %(n)s card.", "Put away exactly %(n)s cards.", wanted)
        return text % {"n": wanted}
    lacking = _beyond(cards, sea.pool(table))
    values = {"cards": cards_words(lacking)}
    return _("Not among the cards to put away: %(cards)s.") % values if lacking else ""


def _beyond(asked: Sequence[str], there: Sequence[str]) -> list[str]:
    """The first kind of card that is asked for more often than available, as many times."""
    card = next(iter(Counter(asked) - Counter(there)), "")
    return [card] * asked.count(card) if card else []
