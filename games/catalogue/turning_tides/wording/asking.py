"""Turning Tides: headings, what a hand asks for, and the names of answers."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.catalogue.turning_tides.rules.seen import executing
from games.catalogue.turning_tides.shapes import Observation
from games.catalogue.turning_tides.wording.words import card_word, cards_words, side_word
from games.drawing.board_cards import SHIP_WORDS
from games.wording.base import Seating


def heading(table: Observation) -> str:
    """ "Round 2, turn 6"; in the lull its current step; "The game is over" at the end."""
    if table["phase"] == "over":
        return _("The game is over")
    if table["phase"] == "exchange":
        return _("Lull after round %(round)s: the exchange") % table
    if table["phase"] == "damage":
        return _("Lull after round %(round)s: the damage") % table
    return _("Round %(round)s, turn %(turn)s") % table


def place(table: Observation) -> str:
    """A short heading for a list of hands: "Round 2, turn 6, Fire"."""
    if table["phase"] != "execute":
        return heading(table)
    return _("Round %(round)s, turn %(turn)s, %(card)s") % {**table, "card": _carried_out(table)}


def stage_over(stage: int) -> str:
    return _("Round %(round)s is over") % {"round": stage}


def _carried_out(table: Observation) -> str:
    task = executing(table)
    return _("promotion") if task["promotion"] else card_word(task["card"])


def asked(table: Observation, seating: Seating) -> str:
    """What this hand asks for, and from whom."""
    teller = {
        "choose": _asked_to_choose,
        "execute": _asked_to_execute,
        "exchange": _asked_to_exchange,
        "damage": _asked_for_damage,
    }.get(table["phase"])
    return teller(table, seating) if teller else ""


def _asked_to_choose(table: Observation, seating: Seating) -> str:
    if table["pawn"] == seating.reader:
        return _(
            "Both choose a card; the lower number acts first. You hold the pawn and go "
            "first when the numbers are equal."
        )
    return _(
        "Both choose a card; the lower number acts first. %(name)s holds the pawn "
        "and goes first when the numbers are equal."
    ) % {"name": seating.names[table["pawn"]]}


def _asked_to_execute(table: Observation, seating: Seating) -> str:
    task = executing(table)
    values = {"name": seating.names[task["seat"]], "card": card_word(task["card"])}
    if task["seat"] != seating.reader:
        if task["promotion"]:
            return _("%(name)s chooses which sailor becomes captain.") % values
        return _("%(name)s plays %(card)s and chooses how.") % values
    if task["promotion"]:
        return _("Your captain is lost: choose which sailor becomes captain.")
    return _question(task["card"])


def _question(card: str) -> str:
    return {
        "sailor": _("Your Sailor acts: which zone does the sailor go to?"),
        "cannon": _("Your Cannon acts: on which zone, and pointing where?"),
        "move": _("Your Move acts: who or what goes where?"),
        "navigate": _("Your Navigate acts: forward, back, or the pawn?"),
        "swing": _("Your Swing acts: from which zone?"),
        "fire": _("Your Fire acts: from which zone?"),
    }[card]


def _asked_to_exchange(table: Observation, seating: Seating) -> str:
    return _(
        "The ships have passed each other. Cards left in hand may be swapped for "
        "exchange cards, one for one; both choose in secret."
    )


def _asked_for_damage(table: Observation, seating: Seating) -> str:
    return _(
        "For each destroyed zone a card of your choice goes face down into the "
        "hold and is missing in the next round."
    )


def answers_form(legal: Sequence[str]) -> str:
    """How swaps and moves are written, of which there can be hundreds."""
    verbs = {notation.partition(" ")[0] for notation in legal}
    if "swap" in verbs:
        return _(
            "In general: “swap”, one or more of your cards, “for”, and as many exchange cards."
        )
    if verbs & {"captain", "sailor", "cannon"}:
        return _(
            "In general: the unit, its zone, “to”, and the zone it goes to; a cannon’s zones end "
            "with their side."
        )
    return ""


def label(notation: str) -> str:
    """An answer within a sentence: "Fire", "from zone 5", "Cannon for Swing"."""
    words = notation.split()
    if notation in SHIP_WORDS:
        return card_word(notation)
    if notation in ("forward", "back", "claim", "keep"):
        return _single(notation)
    if words[0] == "at":
        return _("on %(place)s") % {"place": place_words(words[1])}
    if words[0] == "from":
        return _("from zone %(zone)s") % {"zone": words[1]}
    if words[0] == "promote":
        return _("the sailor on zone %(zone)s") % {"zone": words[1]}
    return _of_several(words)


def _single(notation: str) -> str:
    return {
        "forward": _("one zone forward"),
        "back": _("one zone back"),
        "claim": _("the pawn"),
        "keep": _("all cards kept"),
    }[notation]


def _of_several(words: list[str]) -> str:
    if words[0] == "stow":
        return _("%(cards)s put away") % {"cards": cards_words(words[1:])}
    if words[0] == "swap":
        given, taken = parts(words)
        return _("%(given)s for %(taken)s") % {
            "given": cards_words(given),
            "taken": cards_words(taken),
        }
    unit, start, _to, end = words
    return _("%(unit)s from %(start)s to %(end)s") % {
        "unit": unit_word(unit),
        "start": place_words(start),
        "end": place_words(end),
    }


def parts(words: list[str]) -> tuple[list[str], list[str]]:
    """The cards given and taken in a swap."""
    middle = words.index("for")
    return words[1:middle], words[middle + 1 :]


def unit_word(unit: str) -> str:
    """A unit with its article."""
    return {"captain": _("the captain"), "sailor": _("a sailor"), "cannon": _("a cannon")}[unit]


def place_words(place: str) -> str:
    """ "zone 5", or "zone 5, side A"."""
    zone = _("zone %(zone)s") % {"zone": place[0]}
    return f"{zone}, {side_word(place[1])}" if len(place) > 1 else zone


def seal_label(notation: str) -> str:
    words = notation.split()
    if notation in SHIP_WORDS:
        return _("Seal %(card)s") % {"card": card_word(notation)}
    if notation == "claim":
        return _("Take the pawn")
    if notation == "keep":
        return _("Keep all cards")
    if notation in ("forward", "back"):
        return _("Steer %(where)s") % {"where": label(notation)}
    if words[0] == "stow":
        return _("Put %(cards)s away") % {"cards": cards_words(words[1:])}
    sentences = {
        "at": _("Place it %(answer)s"),
        "from": _("Attack %(answer)s"),
        "promote": _("Promote %(answer)s"),
        "swap": _("Swap %(answer)s"),
    }.get(words[0], _("Move %(answer)s"))
    return sentences % {"answer": label(notation)}
