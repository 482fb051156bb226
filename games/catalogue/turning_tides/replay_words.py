"""Turning Tides' events as sentences, for a replay in plain text."""

from collections.abc import Callable, Sequence
from typing import Any

from games.catalogue.turning_tides import shapes
from games.rules.base import Event

Told = Callable[[Any], str]  # takes its own kind of event

SHIPS = ("silver", "gold")

_SHOTS = {
    "nothing": "finds it destroyed already",
    "mast": "brings down the mast",
    "units": "clears the zone",
    "destroyed": "destroys the zone",
}
_NAVIGATED = {
    "forward": "{} steers forward, offset {}",
    "back": "{} steers back, offset {}",
    "claim": "{} claims the initiative",
}
_ENDS = {
    "zones": "enough zones are destroyed",
    "crew": "the crew is gone",
    "captain": "the captain is gone",
    "captain_and_zone": "a zone and the captain are gone",
    "surrender": "the surrender is accepted",
}


def tell(event: Event) -> list[str]:
    """The line about one event; empty if the next line says it too."""
    teller = _TELLERS.get(event.kind)
    return [teller({"kind": event.kind, **event.data})] if teller else []


def _ship(data: shapes.SeatEvent) -> str:
    return SHIPS[data["seat"]]


def _cards(cards: Sequence[str]) -> str:
    return ", ".join(cards)


def _revealed(data: shapes.Revealed) -> str:
    silver, gold = data["cards"]
    return f"turn {data['turn']}: silver shows {silver}, gold shows {gold}"


def _nothing_done(data: shapes.NothingDone) -> str:
    return f"{_ship(data)} cannot carry out {data['card']}"


def _placed(data: shapes.Placed) -> str:
    return f"{_ship(data)} places a {data['unit']} at {data['at']}"


def _moved(data: shapes.Moved) -> str:
    return f"{_ship(data)} moves the {data['unit']} from {data['from']} to {data['to']}"


def _navigated(data: shapes.Navigated) -> str:
    return _NAVIGATED[data["how"]].format(_ship(data), data["offset"])


def _swung(data: shapes.Swung) -> str:
    result = f"throws the {data['removed']} off" if data["removed"] else "hits nobody"
    return f"{_ship(data)} swings from {data['from']} to the enemy's {data['at']} and {result}"


def _fired(data: shapes.Fired) -> str:
    result = _SHOTS[data["effect"]]
    return f"{_ship(data)} fires from {data['from']} at the enemy's {data['at']} and {result}"


def _promoted(data: shapes.Promoted) -> str:
    return f"{_ship(data)} spends {data['card']}: the sailor at {data['at']} becomes captain"


def _captain_lost(data: shapes.CaptainLost) -> str:
    return f"{_ship(data)} has lost the captain"


def _pawn_moved(data: shapes.PawnMoved) -> str:
    return f"{_ship(data)} has the initiative now"


def _sailed(data: shapes.Sailed) -> str:
    why = "both waited: " if data["why"] == "waited" else ""
    return f"{why}the ships sail on, offset {data['offset']}"


def _round_over(data: shapes.RoundOver) -> str:
    return f"round {data['round']} is over"


def _fire_joined(data: shapes.FireJoined) -> str:
    return f"{_ship(data)} shuffles a fire from the hold into the pile"


def _round_began(data: shapes.RoundBegan) -> str:
    return f"round {data['round']}: side {data['facing']} faces the enemy"


def _exchanged(data: shapes.Exchanged) -> str:
    if not data["given"]:
        return f"{_ship(data)} keeps all cards"
    return f"{_ship(data)} gives {_cards(data['given'])} and takes {_cards(data['taken'])}"


def _stowed(data: shapes.Stowed) -> str:
    number = "a card" if data["count"] == 1 else f"{data['count']} cards"
    return f"{_ship(data)} stows {number} for the damage"


def _offered(data: shapes.Offered) -> str:
    return f"{_ship(data)} offers surrender"


def _refused(data: shapes.OfferRefused) -> str:
    return f"{_ship(data)} refuses the surrender"


def _offer_lapsed(data: shapes.OfferLapsed) -> str:
    return f"the offer of {_ship(data)} has lapsed"


def _surrendered(data: shapes.Surrendered) -> str:
    return f"{_ship(data)} has surrendered"


def _game_over(data: shapes.GameOver) -> str:
    return f"{_ENDS[data['why']]}: {SHIPS[data['winner']]} has won"


_TELLERS: dict[str, Told] = {
    "revealed": _revealed,
    "nothing_done": _nothing_done,
    "placed": _placed,
    "moved": _moved,
    "navigated": _navigated,
    "swung": _swung,
    "fired": _fired,
    "promoted": _promoted,
    "captain_lost": _captain_lost,
    "pawn_moved": _pawn_moved,
    "sailed": _sailed,
    "round_over": _round_over,
    "fire_joined": _fire_joined,
    "round_began": _round_began,
    "exchanged": _exchanged,
    "stowed": _stowed,
    "offered": _offered,
    "refused": _refused,
    "offer_lapsed": _offer_lapsed,
    "surrendered": _surrendered,
    "game_over": _game_over,
}
