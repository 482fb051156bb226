"""A captain for Turning Tides, who sees no more than his own observation.

He strikes at what lies opposite, dearest first, keeps his captain out of reach or behind a
sailor, brings cannons to bear, and keeps his attacks for the turn in which they hit.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from games.catalogue.turning_tides.rules.seen import executing
from games.catalogue.turning_tides.rules.ships import opposite
from games.catalogue.turning_tides.rules.surrender import ACCEPT
from games.catalogue.turning_tides.shapes import Observation, Ship, Zone

WIN = 100.0
ZONES = range(1, 8)

# What a card is worth in general, in the lull and as fodder for a promotion.
WORTH = {"wait": 0.0, "sailor": 2.0, "cannon": 1.5, "move": 1.2, "navigate": 1.0}
WORTH |= {"swing": 3.0, "fire": 3.2}


@dataclass(frozen=True, slots=True)
class View:
    """The table from one seat: zones by number, the offset, the side that faces the enemy."""

    seat: int
    table: Observation
    offset: int

    @property
    def mine(self) -> Ship:
        return self.table["ships"][self.seat]

    @property
    def theirs(self) -> Ship:
        return self.table["ships"][1 - self.seat]

    def across(self, zone: int) -> int | None:
        return opposite(self.offset, zone)

    def later(self, zones: int) -> "View":
        return replace(self, offset=self.offset + zones)


def choose(observation: Observation, legal: Sequence[str], rng: random.Random) -> str:
    """The legal answer that promises most; equals are drawn by lot."""
    view = View(observation["you"]["seat"], observation, observation["offset"])
    judge = _judge(observation)
    return max(legal, key=lambda bid: (round(judge(view, bid), 6), rng.random()))


def _judge(observation: Observation) -> Callable[[View, str], float]:
    if observation["phase"] != "execute":
        return {"choose": _card, "exchange": _swap, "damage": _stow}[observation["phase"]]
    task = executing(observation)
    return _promotion if task["promotion"] else _HOW[task["card"]]


# --- which card --------------------------------------------------------------------------


def _card(view: View, card: str) -> float:
    if card == "wait":
        return 0.5
    if not _captain_at(view.mine) and not view.table["introduction"]:
        return 6.0 - WORTH[card] / 10  # any card promotes: spend the cheapest
    return _WHETHER[card](view)


def _swing_now(view: View) -> float:
    return _best_attack(view, "swing") - 0.5


def _fire_now(view: View) -> float:
    return _best_attack(view, "fire") - 0.5


def _sailor_now(view: View) -> float:
    if not view.mine["hold"]["sailors"]:
        return 0.1  # nothing to place: as good as waiting, but the card is gone
    return 2.5 if _danger(view, _captain_at(view.mine)) else 1.5


def _cannon_now(view: View) -> float:
    return 1.2 if view.mine["hold"]["cannons"] else 0.1


def _move_now(view: View) -> float:
    captain = _captain_at(view.mine)
    if _danger(view, captain):
        return 4.0
    return 0.9 if _idle_guns(view) else 0.3


def _navigate_now(view: View) -> float:
    return 2.0 if _danger(view, _captain_at(view.mine)) > 4 else 0.4


_WHETHER: dict[str, Callable[[View], float]] = {
    "sailor": _sailor_now,
    "cannon": _cannon_now,
    "move": _move_now,
    "navigate": _navigate_now,
    "swing": _swing_now,
    "fire": _fire_now,
}


# --- attacks -----------------------------------------------------------------------------


def _best_attack(view: View, card: str) -> float:
    return max((_attack(view, card, zone) for zone in ZONES), default=0.0)


def _attack(view: View, card: str, zone: int) -> float:
    """What this card is worth from this zone, 0 where it cannot come from there."""
    own, at = _zone(view.mine, zone), view.across(zone)
    armed = card == "swing" or view.table["facing"] in own["cannons"]
    if at is None or not own["sailors"] or not armed:
        return 0.0
    target = _zone(view.theirs, at)
    return _swung(view, target) if card == "swing" else _fired(view, target)


def _swung(view: View, target: Zone) -> float:
    if target["sailors"]:
        return WIN if _last_crew(view, 1) else 2.5
    return _captain_gone(view) if target["captain"] else 0.0


def _fired(view: View, target: Zone) -> float:
    if target["destroyed"]:
        return 0.0
    if target["mast"]:
        return 2.0
    crew = target["sailors"] + target["captain"]
    if crew and _last_crew(view, crew):
        return WIN
    if not crew and not target["cannons"]:
        return _zone_gone(view)
    captain = _captain_gone(view) if target["captain"] else 0.0
    return captain + 2.0 * int(target["sailors"]) + 1.5 * len(target["cannons"])


def _last_crew(view: View, crew: int) -> bool:
    return not view.table["introduction"] and view.theirs["crew"] == crew


def _captain_gone(view: View) -> float:
    if not view.table["introduction"]:
        return 7.0
    return WIN if view.table["goal"] == "or" or view.theirs["destroyed"] else 20.0


def _zone_gone(view: View) -> float:
    if not view.table["introduction"]:
        return WIN if view.theirs["destroyed"] == 2 else 6.0
    return WIN if view.table["goal"] == "or" or not _captain_at(view.theirs) else 3.0


# --- danger ------------------------------------------------------------------------------


def _danger(view: View, zone: int | None) -> float:
    """How much a captain in this zone of ours has to fear, now and in the next two turns."""
    if zone is None:
        return 0.0
    return sum(
        weight * _threat(view.later(turns), zone) for turns, weight in ((0, 5), (1, 2), (2, 1))
    )


def _threat(view: View, zone: int) -> float:
    at = view.across(zone)
    if at is None or not _zone(view.theirs, at)["sailors"]:
        return 0.0
    own = _zone(view.mine, zone)
    aimed = view.table["facing"] in _zone(view.theirs, at)["cannons"] and not own["mast"]
    return (0.0 if own["sailors"] else 1.0) + (1.0 if aimed else 0.0)


def _shelter(view: View, zone: int) -> float:
    """How good a place for the captain this is."""
    own = _zone(view.mine, zone)
    company = min(int(own["sailors"]), 2) + int(own["mast"])
    return float(company) - _danger(view, zone)


# --- how a card is carried out -----------------------------------------------------------


def _place_sailor(view: View, bid: str) -> float:
    zone = int(bid.split()[1])
    own = _zone(view.mine, zone)
    guard = 1.0 + _danger(view, zone) if own["captain"] else 0.0
    guns = 1.5 if view.table["facing"] in own["cannons"] and not own["sailors"] else 0.0
    return guard + guns + _reach(view, zone) - 0.5 * int(own["sailors"])


def _place_cannon(view: View, bid: str) -> float:
    return _gun(view, bid.split()[1])


def _gun(view: View, place: str) -> float:
    """The value of a cannon here: more with sailors to fire it, and with each enemy zone that is
    still to pass on its side."""
    own, zone = _zone(view.mine, int(place[0])), int(place[0])
    bears = place[1] == view.table["facing"]
    reach = _reach(view, zone) if bears else 0.4
    return (2.0 if own["sailors"] else 0.5) * reach


def _reach(view: View, zone: int) -> float:
    """How many enemy zones are still to pass this one, from 0 to 1."""
    last = zone + 6
    return max(0, min(7, last - view.offset)) / 7


def _move(view: View, bid: str) -> float:
    unit, start, _, end = bid.split()
    if unit == "captain":
        return 2.0 * (_shelter(view, int(end)) - _shelter(view, int(start)))
    if unit == "cannon":
        return _gun(view, end) - _gun(view, start)
    gain = _place_sailor(view, f"at {end}") - _place_sailor(view, f"at {start}")
    return gain - (2.0 if _zone(view.mine, int(start))["captain"] else 0.0)


def _navigate(view: View, bid: str) -> float:
    if bid == "claim":
        return 0.2
    there = view.later(1 if bid == "forward" else -1)
    captain = _captain_at(view.mine)
    attack = max(_best_attack(there.later(1), card) for card in ("swing", "fire"))
    return 0.3 * attack + _safer(view, there, captain)


def _safer(view: View, there: View, captain: int | None) -> float:
    return 0.5 * (_danger(view, captain) - _danger(there, captain))


def _swing(view: View, bid: str) -> float:
    return _attack(view, "swing", int(bid.split()[1]))


def _fire(view: View, bid: str) -> float:
    return _attack(view, "fire", int(bid.split()[1]))


def _promotion(view: View, bid: str) -> float:
    return _shelter(view, int(bid.split()[1]))


_HOW: dict[str, Callable[[View, str], float]] = {
    "sailor": _place_sailor,
    "cannon": _place_cannon,
    "move": _move,
    "navigate": _navigate,
    "swing": _swing,
    "fire": _fire,
}


# --- the lull ----------------------------------------------------------------------------


def _swap(view: View, bid: str) -> float:
    if bid == "keep":
        return 0.0
    given, taken = bid.removeprefix("swap ").split(" for ")
    return _worth(taken) - _worth(given)


def _stow(view: View, bid: str) -> float:
    return -_worth(bid.removeprefix("stow "))


def _worth(cards: str) -> float:
    return sum(WORTH[card] for card in cards.split())


def reply(possible: Sequence[str]) -> str:
    """A bot takes the enemy's surrender; it has nothing else to say out of turn."""
    return ACCEPT if ACCEPT in possible else ""


# --- looking -----------------------------------------------------------------------------


def _zone(ship: Ship, number: int) -> Zone:
    return ship["zones"][number - 1]


def _captain_at(ship: Ship) -> int | None:
    return next((zone for zone in ZONES if _zone(ship, zone)["captain"]), None)


def _idle_guns(view: View) -> bool:
    """Whether a manned cannon points away from the enemy."""
    return any(
        own["sailors"] and own["cannons"] and view.table["facing"] not in own["cannons"]
        for own in view.mine["zones"]
    )
