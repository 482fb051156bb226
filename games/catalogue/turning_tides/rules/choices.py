"""The choices when a card is carried out, in the notation of the records.

Source: the rules, paragraphs 3.7 and 3.8(2); records.md, sections 3 and 7.
"""

from collections.abc import Callable

from games.catalogue.turning_tides.rules.cards import CANNON, FIRE, MOVE, NAVIGATE, SAILOR, SWING
from games.catalogue.turning_tides.rules.ships import Ship, opposite
from games.catalogue.turning_tides.rules.state import State


def choices(state: State) -> list[str]:
    """The ways to carry out the next card in the queue, sorted; empty if there are none."""
    seat = state.queue[0]
    if state.promoting[seat]:
        return promotions(state.ships[seat])
    return sorted(_CHOICES[str(state.revealed[seat])](state, seat))


def promotions(ship: Ship) -> list[str]:
    return [f"promote {zone}" for zone in ship.manned_zones()]


def _sailor(state: State, seat: int) -> list[str]:
    ship = state.ships[seat]
    return [f"at {zone}" for zone in ship.open_zones()] if ship.sailors else []


def _cannon(state: State, seat: int) -> list[str]:
    ship = state.ships[seat]
    return [f"at {place}" for place in _free_places(ship)] if ship.cannons else []


def _move(state: State, seat: int) -> list[str]:
    ship = state.ships[seat]
    people = [("captain", ship.captain_at)] if ship.captain_at else []
    people += [("sailor", zone) for zone in ship.manned_zones()]
    moves = [
        f"{unit} {start} to {end}"
        for unit, start in people
        for end in ship.open_zones()
        if end != start
    ]
    return moves + [
        f"cannon {start} to {end}" for start in _cannons(ship) for end in _free_places(ship)
    ]


def _navigate(state: State, seat: int) -> list[str]:
    options = ["forward"]
    if state.offset >= 2:  # never back from the first meeting (TD-12)
        options.append("back")
    if state.pawn != seat:
        options.append("claim")
    return options


def _swing(state: State, seat: int) -> list[str]:
    zones = state.ships[seat].manned_zones()
    return [f"from {zone}" for zone in zones if opposite(state.offset, zone)]


def _fire(state: State, seat: int) -> list[str]:
    ship = state.ships[seat]
    return [
        f"from {zone}"
        for zone in ship.manned_zones()
        if state.facing in ship.zone(zone).cannons and opposite(state.offset, zone)
    ]


def _cannons(ship: Ship) -> list[str]:
    return [f"{number}{side}" for number, zone in ship.numbered() for side in zone.cannons]


def _free_places(ship: Ship) -> list[str]:
    return [f"{zone}{side}" for zone in ship.open_zones() for side in ship.zone(zone).free_sides]


_CHOICES: dict[str, Callable[[State, int], list[str]]] = {
    SAILOR: _sailor,
    CANNON: _cannon,
    MOVE: _move,
    NAVIGATE: _navigate,
    SWING: _swing,
    FIRE: _fire,
}
