"""Carries out a card: its effect, who gets the pawn, and whether the game ends.

Source: the rules, paragraphs 3.7 to 3.9 and 3.12. Every function takes the log of this step, a list
to which it appends public events.
"""

from collections.abc import Callable
from dataclasses import replace

from games.catalogue.turning_tides.rules import units
from games.catalogue.turning_tides.rules.cards import CANNON, FIRE, MOVE, NAVIGATE, SAILOR, SWING
from games.catalogue.turning_tides.rules.ships import Ship
from games.catalogue.turning_tides.rules.state import State, enemy
from games.rules.base import Event

Log = list[Event]
ZONES_TO_WIN = 3  # 3.9


def carry_out(state: State, choice: str, log: Log) -> State:
    """Carries out the next card of the queue with this choice, and removes it."""
    seat = state.queue[0]
    after = replace(state, queue=state.queue[1:])
    if state.promoting[seat]:
        return _promote(after, seat, choice, log)
    return _ACTIONS[str(state.revealed[seat])](after, seat, choice, log)


def pass_over(state: State, log: Log) -> State:
    """Skips the next card of the queue, which can't be carried out (3.6(3))."""
    seat = state.queue[0]
    log.append(Event("nothing_done", {"seat": seat, "card": state.revealed[seat]}))
    return replace(state, queue=state.queue[1:])


def _sailor(state: State, seat: int, choice: str, log: Log) -> State:
    at = choice.removeprefix("at ")
    log.append(Event("placed", {"seat": seat, "unit": "sailor", "at": at}))
    return state.with_ship(seat, units.place_sailor(state.ships[seat], int(at)))


def _cannon(state: State, seat: int, choice: str, log: Log) -> State:
    at = choice.removeprefix("at ")
    log.append(Event("placed", {"seat": seat, "unit": "cannon", "at": at}))
    return state.with_ship(seat, units.place_cannon(state.ships[seat], *_place(at)))


def _move(state: State, seat: int, choice: str, log: Log) -> State:
    unit, start, _, end = choice.split()
    log.append(Event("moved", {"seat": seat, "unit": unit, "from": start, "to": end}))
    return state.with_ship(seat, _moved(state.ships[seat], unit, start, end))


def _moved(ship: Ship, unit: str, start: str, end: str) -> Ship:
    if unit == "cannon":
        return units.move_cannon(ship, _place(start), _place(end))
    move = units.move_captain if unit == "captain" else units.move_sailor
    return move(ship, int(start), int(end))


def _navigate(state: State, seat: int, choice: str, log: Log) -> State:
    if choice == "claim":
        log.append(Event("navigated", {"seat": seat, "how": choice, "offset": state.offset}))
        return _give_pawn(state, seat, log)
    offset = state.offset + (1 if choice == "forward" else -1)
    log.append(Event("navigated", {"seat": seat, "how": choice, "offset": offset}))
    return replace(state, offset=offset)


def _swing(state: State, seat: int, choice: str, log: Log) -> State:
    start, at = _line_of_attack(state, choice)
    hit = units.swung_at(state.ships[enemy(seat)], at)
    removed = hit.effect if hit.hurt else None
    log.append(Event("swung", {"seat": seat, "from": start, "at": at, "removed": removed}))
    return _suffer(state, enemy(seat), hit, log)


def _fire(state: State, seat: int, choice: str, log: Log) -> State:
    start, at = _line_of_attack(state, choice)
    hit = units.fired_at(state.ships[enemy(seat)], at)
    log.append(Event("fired", {"seat": seat, "from": start, "at": at, "effect": hit.effect}))
    return _suffer(state, enemy(seat), hit, log)


def _promote(state: State, seat: int, choice: str, log: Log) -> State:
    """Promotes a sailor to captain; the pawn doesn't move (TD-16)."""
    at = int(choice.removeprefix("promote "))
    log.append(Event("promoted", {"seat": seat, "at": at, "card": state.revealed[seat]}))
    return state.with_ship(seat, units.promote(state.ships[seat], at))


def _line_of_attack(state: State, choice: str) -> tuple[int, int]:
    start = int(choice.removeprefix("from "))
    return start, state.offset + 1 - start  # only zones that face an enemy zone are legal


def _place(text: str) -> tuple[int, str]:
    return int(text[0]), text[1]


def _suffer(state: State, victim: int, hit: units.Hit, log: Log) -> State:
    """Applies a hit, gives the victim the pawn, and checks for the end of the game."""
    if not hit.hurt:
        return state
    captain_lost = state.ships[victim].captain_at and not hit.ship.captain_at
    if captain_lost:
        log.append(Event("captain_lost", {"seat": victim}))
    after = _give_pawn(state.with_ship(victim, hit.ship), victim, log)
    reason = defeat(after, victim)
    return after if reason is None else end(after, enemy(victim), reason, log)


def _give_pawn(state: State, seat: int, log: Log) -> State:
    if state.pawn == seat:
        return state
    log.append(Event("pawn_moved", {"seat": seat}))
    return replace(state, pawn=seat)


def defeat(state: State, seat: int) -> str | None:
    """Why this ship has lost: "zones", "crew", "captain", "captain_and_zone"; None if it hasn't."""
    ship = state.ships[seat]
    if state.introduction:
        return _introduction_defeat(ship, state.goal)
    if ship.destroyed >= ZONES_TO_WIN:
        return "zones"
    return None if ship.crew else "crew"


def _introduction_defeat(ship: Ship, goal: str) -> str | None:
    """One zone and the captain; with the goal "or", either of the two (TD-19)."""
    zone, captain = ship.destroyed > 0, ship.captain_at is None
    if goal == "and":
        return "captain_and_zone" if zone and captain else None
    if zone:
        return "zones"
    return "captain" if captain else None


def end(state: State, winner: int, reason: str, log: Log) -> State:
    """Ends the game at once; cards not yet carried out are dropped (3.9)."""
    log.append(Event("game_over", {"winner": winner, "why": reason}))
    return replace(state, winner=winner, queue=(), offer=None)


_ACTIONS: dict[str, Callable[[State, int, str, Log], State]] = {
    SAILOR: _sailor,
    CANNON: _cannon,
    MOVE: _move,
    NAVIGATE: _navigate,
    SWING: _swing,
    FIRE: _fire,
}
