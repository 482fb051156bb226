"""Turning Tides: the consequences of an answer, from the reader's observation."""

from collections import Counter

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.turning_tides.rules.cards import PROMOTION_LEVEL, in_order
from games.catalogue.turning_tides.rules.seen import executing
from games.catalogue.turning_tides.rules.ships import opposite
from games.catalogue.turning_tides.rules.state import enemy
from games.catalogue.turning_tides.shapes import Observation
from games.catalogue.turning_tides.wording import sea
from games.catalogue.turning_tides.wording.asking import parts
from games.catalogue.turning_tides.wording.sea import Attack, attacks, prey, wins
from games.catalogue.turning_tides.wording.words import cards_words, towards, zones_words
from games.drawing.board_cards import LEVELS, SHIP_WORDS
from games.wording.base import Fact, Seating
from games.wording.lists import started


def consequences(observation: Observation, notation: str, seating: Seating) -> list[Fact]:
    """The consequences of a card, of a choice when it is carried out, or of one in the lull."""
    if notation in SHIP_WORDS:
        return [
            Fact(_("Order"), order_words(observation, notation)),
            Fact(_("As the ships lie"), now_words(observation, notation)),
        ]
    return [Fact(_("Then"), then_words(observation, notation, seating))]


def level(observation: Observation, card: str) -> int:
    """The level of one of the reader's cards in the hierarchy (rules 3.6)."""
    promotes = card != "wait" and sea.must_promote(observation, observation["you"]["seat"])
    return PROMOTION_LEVEL if promotes else LEVELS[card]


def order_words(observation: Observation, card: str) -> str:
    """The level, and what comes before and after it."""
    before = {
        1: _("before all others"),
        2: _("before every move and attack"),
        3: _("before Navigate and every attack"),
        4: _("before every attack"),
        5: _("after all but Fire"),
        6: _("after every other card"),
        7: _("last, as a promotion"),
    }
    number = level(observation, card)
    return _("Level %(level)s: %(words)s.") % {"level": number, "words": before[number]}


def now_words(observation: Observation, card: str) -> str:
    """The effect of a card if nothing changes before it is carried out."""
    seat = observation["you"]["seat"]
    if card == "wait":
        return _waiting(observation, seat)
    if sea.must_promote(observation, seat):
        zones = zones_words(sea.manned(observation, seat))
        return _("Spent on a promotion: a sailor on %(zones)s becomes captain.") % {"zones": zones}
    if card in ("swing", "fire"):
        return _attacking(observation, seat, card)
    return {
        "sailor": _placing_sailor,
        "cannon": _placing_cannon,
        "move": _moving,
        "navigate": _navigating,
    }[card](observation, seat)


def _waiting(observation: Observation, seat: int) -> str:
    if sea.must_promote(observation, seat):
        return _("Comes back to you; the promotion waits too.")
    return _("Comes back to you.")


def _placing_sailor(observation: Observation, seat: int) -> str:
    count = observation["ships"][seat]["hold"]["sailors"]
    if not count:
        return _("No sailor in the hold: nothing would happen.")
    return ngettext("%(n)s sailor in the hold.", "%(n)s sailors in the hold.", count) % {"n": count}


def _placing_cannon(observation: Observation, seat: int) -> str:
    count = observation["ships"][seat]["hold"]["cannons"]
    if not count:
        return _("No cannon in the hold: nothing would happen.")
    return ngettext("%(n)s cannon in the hold.", "%(n)s cannons in the hold.", count) % {"n": count}


def _moving(observation: Observation, seat: int) -> str:
    captain = sea.captain_at(observation, seat)
    if captain is None:
        return _("A sailor or a cannon; your captain is lost.")
    return _("Your captain is on zone %(zone)s.") % {"zone": captain}


def _navigating(observation: Observation, seat: int) -> str:
    step = observation["offset"]
    ways = [_("to step %(step)s") % {"step": step + 1}]
    ways += [_("back to %(step)s") % {"step": step - 1}] if step >= 2 else []
    ways += [_("the pawn")] if observation["pawn"] != seat else []
    if len(ways) == 1:
        return _("Only forward, to step %(step)s.") % {"step": step + 1}
    *most, last = ways
    return started(_("%(most)s, or %(last)s") % {"most": ", ".join(most), "last": last}) + "."


def _attacking(observation: Observation, seat: int, card: str) -> str:
    found = attacks(observation, seat, card)
    if found:
        found = [attack for attack in found if attack.effect != "nothing"] or found
        return " ".join(_from(observation, seat, attack) for attack in found)
    if card == "swing":
        return _("None of your sailors faces a zone: nothing would happen.")
    return _(
        "None of your sailors with a cannon towards the enemy faces a zone: nothing would happen."
    )


def _from(observation: Observation, seat: int, attack: Attack) -> str:
    values = {"own": attack.start, "at": attack.at, "prey": prey(observation, seat, attack)}
    if wins(observation, seat, attack):
        return _("From zone %(own)s at %(at)s: %(prey)s, and you win.") % values
    return _("From zone %(own)s at %(at)s: %(prey)s.") % values


def then_words(observation: Observation, notation: str, seating: Seating) -> str:
    """The effect of a choice for a card being carried out, or of a choice in the lull."""
    words = notation.split()
    if words[0] == "from":
        return _hitting(observation, int(words[1]), seating)
    if notation in ("forward", "back", "claim"):
        return _steering(observation, notation, seating)
    if words[0] == "promote":
        promoted = _("The sailor there goes to the hold, and the captain takes his place.")
        return f"{promoted} {sea.faces(observation, int(words[1]))}"
    if words[0] in ("keep", "swap", "stow"):
        return _in_the_lull(observation, words)
    return _standing_at(observation, words[-1])


def _hitting(observation: Observation, start: int, seating: Seating) -> str:
    seat, card = observation["you"]["seat"], executing(observation)["card"]
    at = opposite(observation["offset"], start)
    attack = next(a for a in attacks(observation, seat, card) if (a.start, a.at) == (start, at))
    name = seating.names[enemy(seat)]
    if attack.effect == "nothing":
        return _("No effect: %(why)s.") % {"why": prey(observation, seat, attack)}
    values = {"name": name, "prey": prey(observation, seat, attack)}
    empty, holds_pawn = attack.effect == "destroyed", observation["pawn"] == enemy(seat)
    if wins(observation, seat, attack):
        text = _("%(name)s loses %(prey)s, and you win.")
        return _("The empty zone is destroyed, and you win.") if empty else text % values
    if holds_pawn:
        return (
            _("The empty zone is destroyed.") if empty else _("%(name)s loses %(prey)s.") % values
        )
    if empty:
        return _("The empty zone is destroyed; the pawn goes to %(name)s.") % values
    return _("%(name)s loses %(prey)s; the pawn goes to %(name)s.") % values


def _steering(observation: Observation, how: str, seating: Seating) -> str:
    if how == "claim":
        return _("If the numbers are equal, you go first, from the next turn on.")
    step = observation["offset"] + (1 if how == "forward" else -1)
    met = sea.pairs_words(step)
    if not met:
        return _("Nothing faces anything any more.")
    return _("Step %(step)s, where these face each other: %(pairs)s.") % {
        "step": step,
        "pairs": met,
    }


def _standing_at(observation: Observation, place: str) -> str:
    where = sea.faces(observation, int(place[0]))
    if len(place) == 1:
        return where
    pointing = _("It points %(towards)s in this round.") % {
        "towards": towards(place[1], observation["facing"])
    }
    return f"{pointing} {where}"


def _in_the_lull(observation: Observation, words: list[str]) -> str:
    ship = observation["ships"][observation["you"]["seat"]]
    if words[0] == "keep":
        return _("Your exchange cards stay %(cards)s.") % {"cards": cards_words(ship["exchange"])}
    if words[0] == "stow":
        left = Counter(sea.pool(observation)) - Counter(words[1:])
        return _("Your next draw pile: %(cards)s.") % {
            "cards": cards_words(in_order(left.elements()))
        }
    given, taken = parts(words)
    exchange = Counter[str](ship["exchange"]) - Counter(taken) + Counter(given)
    text = ngettext(
        "Your exchange cards are then %(cards)s; %(taken)s goes into your next draw pile.",
        "Your exchange cards are then %(cards)s; %(taken)s go into your next draw pile.",
        len(taken),
    )
    return text % {"cards": cards_words(in_order(exchange.elements())), "taken": cards_words(taken)}
