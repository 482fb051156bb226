"""Turning Tides: the quick policy that both captains follow in the search, for all rows at once.

They attack the most valuable target opposite, guard their captain, bring sailors and cannons into
position, and keep attacks for a turn in which they hit.
"""

import numpy as np

from games.bots.engine.turning_tides_course import (
    BACK,
    CANNON,
    CLAIM,
    FIRE,
    FORWARD,
    MOVE,
    NAVIGATE,
    SAILOR,
    SWING,
    WAITS,
    ZONES,
    Array,
    Fleet,
    Lots,
)

WIN = 30.0
HEAT = 0.6
_ZONES = np.arange(ZONES)


def swings(fleet: Fleet, rows: Array, seat: Array) -> Array:
    """The worth of a swing from each zone (rows, zones); negative where none is possible."""
    foe, (at, there) = 1 - seat, fleet.opposite(rows)
    near = rows[:, None]
    sailors = fleet.sailors[near, foe[:, None], at]
    captain = fleet.captain[rows, foe][:, None] == at
    last = (fleet.crew()[rows, foe] == 1)[:, None] & (not fleet.introduction)
    worth = np.where(sailors > 0, 2.5, np.where(captain, 7.0, 0.0))
    worth = np.where(last & (worth > 0), WIN, worth)
    return np.where((fleet.sailors[rows, seat] > 0) & there, worth, -1.0)


def shots(fleet: Fleet, rows: Array, seat: Array) -> Array:
    """The worth of a shot from each zone (rows, zones); negative where none is possible."""
    foe, (at, there) = 1 - seat, fleet.opposite(rows)
    near, far = rows[:, None], foe[:, None]
    sailors = fleet.sailors[near, far, at]
    captain = fleet.captain[rows, foe][:, None] == at
    guns = fleet.cannons[near, far, at].sum(2)
    gone = fleet.destroyed[near, far, at]
    crew = fleet.crew()[rows, foe][:, None]
    hit = sailors + captain
    zones = fleet.destroyed[rows, foe].sum(1)[:, None]
    worth = 2.0 * sailors + 7.0 * captain + 1.5 * guns
    worth = np.where((hit > 0) & (hit == crew) & (not fleet.introduction), WIN, worth)
    empty = np.where((zones == 2) | fleet.introduction, WIN, 6.0)
    worth = np.where((hit == 0) & (guns == 0), empty, worth)
    worth = np.where((at == 3) & fleet.mast[rows, foe][:, None], 2.0, worth)
    worth = np.where(gone, 0.0, worth)
    armed = (fleet.sailors[rows, seat] > 0) & fleet.cannons[rows, seat, :, fleet.facing]
    return np.where(armed & there, worth, -1.0)


def danger(fleet: Fleet, rows: Array, seat: Array) -> Array:
    """The danger for a captain in each zone, now and in the next two turns (rows, zones)."""
    foe, total = 1 - seat, np.zeros((len(rows), ZONES))
    alone = fleet.sailors[rows, seat] == 0
    sheltered = np.zeros_like(alone)
    sheltered[:, 3] = fleet.mast[rows, seat]
    for turns, weight in ((0, 5.0), (1, 2.0), (2, 1.0)):
        at = fleet.offset[rows, None] + turns - 1 - _ZONES
        there = (at >= 0) & (at < ZONES)
        at = np.clip(at, 0, ZONES - 1)
        manned = there & (fleet.sailors[rows[:, None], foe[:, None], at] > 0)
        aimed = fleet.cannons[rows[:, None], foe[:, None], at, fleet.facing] & ~sheltered
        total += weight * manned * (alone + aimed)
    return total


def _at_captain(fleet: Fleet, rows: Array, seat: Array, by_zone: Array) -> Array:
    captain = fleet.captain[rows, seat]
    return np.where(captain >= 0, by_zone[np.arange(len(rows)), np.maximum(captain, 0)], 0.0)


def card_worths(fleet: Fleet, rows: Array, seat: Array) -> Array:
    """The worth of each card (rows, cards), whether it is held or not."""
    fear = _at_captain(fleet, rows, seat, danger(fleet, rows, seat))
    worth = np.zeros((len(rows), 7))
    worth[:, WAITS] = 0.5
    spare = fleet.spare_sailors[rows, seat] > 0
    worth[:, SAILOR] = np.where(spare, 1.5 + (fear > 0), 0.1)
    worth[:, CANNON] = np.where(fleet.spare_cannons[rows, seat] > 0, 1.2, 0.1)
    worth[:, MOVE] = np.where(fear > 0, 3.0, 0.5)
    worth[:, NAVIGATE] = np.where(fear > 4, 2.0, 0.4)
    worth[:, SWING] = swings(fleet, rows, seat).max(1) - 0.5
    worth[:, FIRE] = shots(fleet, rows, seat).max(1) - 0.5
    if not fleet.introduction:
        promoting = fleet.captain[rows, seat] < 0
        fodder = np.array([0.5, 5.8, 5.85, 5.9, 5.9, 5.7, 5.7])
        worth = np.where(promoting[:, None], fodder, worth)
    return worth


def quick_cards(fleet: Fleet, chance: Lots) -> Array:
    """A card for each seat of every row (rows, 2)."""
    rows = np.arange(len(fleet.pawn))
    cards = np.zeros((len(rows), 2), dtype=np.int64)
    for side in (0, 1):
        seat = np.full(len(rows), side)
        worth = card_worths(fleet, rows, seat) + HEAT * chance.gumbel(rows, 7)
        worth[fleet.hand[:, side] <= 0] = -np.inf
        cards[:, side] = worth.argmax(1)
    return cards


def carry_out(
    fleet: Fleet, rows: Array, seat: Array, cards: Array, promoting: Array, chance: Lots
) -> None:
    """Carries out these cards, with the choices that the policy likes; skips rows that are over."""
    alive = fleet.live[rows]
    rows, seat, cards, promoting = rows[alive], seat[alive], cards[alive], promoting[alive]
    if promoting.any():
        _promote(fleet, rows[promoting], seat[promoting])
    for card, act in _ACTS.items():
        some = (cards == card) & ~promoting
        if some.any():
            act(fleet, rows[some], seat[some], chance)


def _open(fleet: Fleet, rows: Array, seat: Array, worth: Array, chance: Lots) -> Array:
    """The best zone that isn't destroyed, by worth and a little chance."""
    worth = worth + 0.3 * chance.even(rows, worth.shape[1])
    return np.where(fleet.destroyed[rows, seat], -np.inf, worth).argmax(1)


def _reach(fleet: Fleet, rows: Array) -> Array:
    """The share of enemy zones that will still pass each zone, from 0 to 1."""
    return np.clip(_ZONES + 7 - fleet.offset[rows, None], 0, 7) / 7


def _sailor(fleet: Fleet, rows: Array, seat: Array, chance: Lots) -> None:
    some = fleet.spare_sailors[rows, seat] > 0
    rows, seat = rows[some], seat[some]
    aboard = fleet.sailors[rows, seat]
    worth = _reach(fleet, rows) - 0.5 * aboard
    guns = fleet.cannons[rows, seat, :, fleet.facing]
    worth += 1.5 * (guns & (aboard == 0))
    captain = fleet.captain[rows, seat][:, None] == _ZONES
    worth += np.where(captain, 1.0 + danger(fleet, rows, seat), 0.0)
    fleet.place_sailor(rows, seat, _open(fleet, rows, seat, worth, chance))


def _gun_worth(fleet: Fleet, rows: Array, seat: Array) -> Array:
    """The worth of a cannon at each place: twice the zone, plus the side (rows, places)."""
    manned = np.where(fleet.sailors[rows, seat] > 0, 2.0, 0.5)
    worth = np.empty((len(rows), ZONES, 2))
    worth[:, :, fleet.facing] = manned * _reach(fleet, rows)
    worth[:, :, 1 - fleet.facing] = manned * 0.4
    return worth.reshape(len(rows), 2 * ZONES)


def _free_places(fleet: Fleet, rows: Array, seat: Array) -> Array:
    taken = fleet.cannons[rows, seat] | fleet.destroyed[rows, seat][:, :, None]
    return ~taken.reshape(len(rows), 2 * ZONES)


def _cannon(fleet: Fleet, rows: Array, seat: Array, chance: Lots) -> None:
    some = fleet.spare_cannons[rows, seat] > 0
    rows, seat = rows[some], seat[some]
    worth = _gun_worth(fleet, rows, seat)
    worth += 0.2 * chance.even(rows, worth.shape[1])
    place = np.where(_free_places(fleet, rows, seat), worth, -np.inf).argmax(1)
    fleet.place_cannon(rows, seat, place // 2, place % 2)


def _shelter(fleet: Fleet, rows: Array, seat: Array) -> Array:
    company = np.minimum(fleet.sailors[rows, seat], 2).astype(np.float64)
    company[:, 3] += fleet.mast[rows, seat]
    return company - danger(fleet, rows, seat)


def _move(fleet: Fleet, rows: Array, seat: Array, chance: Lots) -> None:
    """Moves the captain to shelter if that gains something, else a cannon, else a sailor."""
    shelter = _shelter(fleet, rows, seat)
    captain = fleet.captain[rows, seat]
    shelter[np.arange(len(rows)), np.maximum(captain, 0)] -= 0.01
    best = _open(fleet, rows, seat, shelter, chance)
    gain = shelter[np.arange(len(rows)), best] - _at_captain(fleet, rows, seat, shelter)
    flees = (captain >= 0) & (gain > 0.5) & (best != captain)
    fleet.move_captain(rows[flees], seat[flees], best[flees])
    _move_cannon(fleet, rows[~flees], seat[~flees], chance)


def _move_cannon(fleet: Fleet, rows: Array, seat: Array, chance: Lots) -> None:
    worth = _gun_worth(fleet, rows, seat)
    there = fleet.cannons[rows, seat].reshape(len(rows), 2 * ZONES)
    some = there.any(1)
    _move_sailor(fleet, rows[~some], seat[~some], chance)
    rows, seat, worth, there = rows[some], seat[some], worth[some], there[some]
    start = np.where(there, worth, np.inf).argmin(1)
    end = np.where(_free_places(fleet, rows, seat), worth, -np.inf).argmax(1)
    fleet.move_cannon(rows, seat, start, end)


def _move_sailor(fleet: Fleet, rows: Array, seat: Array, chance: Lots) -> None:
    aboard = fleet.sailors[rows, seat]
    some = aboard.any(1)
    rows, seat, aboard = rows[some], seat[some], aboard[some]
    start = np.where(aboard > 0, aboard - _reach(fleet, rows), -np.inf).argmax(1)
    worth = _reach(fleet, rows)
    worth[np.arange(len(rows)), start] = -9.0
    fleet.move_sailor(rows, seat, start, _open(fleet, rows, seat, worth, chance))


def _navigate(fleet: Fleet, rows: Array, seat: Array, chance: Lots) -> None:
    """Navigates to where attacks will hit and the captain is safer."""
    before = fleet.offset[rows].copy()
    worth = np.full((len(rows), 3), -np.inf)
    for how, step in ((FORWARD, 1), (BACK, -1)):
        fleet.offset[rows] = before + step
        fear = _at_captain(fleet, rows, seat, danger(fleet, rows, seat))
        fleet.offset[rows] = before + step + 1
        attack = np.maximum(swings(fleet, rows, seat), shots(fleet, rows, seat)).max(1)
        worth[:, how] = 0.3 * np.minimum(attack, 8) - 0.5 * fear
    fleet.offset[rows] = before
    worth[before < 2, BACK] = -np.inf
    worth[:, CLAIM] = np.where(fleet.pawn[rows] == seat, -np.inf, 0.2)
    worth += 0.2 * chance.even(rows, worth.shape[1])
    fleet.navigate(rows, seat, worth.argmax(1))


def _swing(fleet: Fleet, rows: Array, seat: Array, chance: Lots) -> None:
    worth = swings(fleet, rows, seat)
    can = worth.max(1) >= 0
    fleet.swing(rows[can], seat[can], worth[can].argmax(1))


def _fire(fleet: Fleet, rows: Array, seat: Array, chance: Lots) -> None:
    worth = shots(fleet, rows, seat)
    can = worth.max(1) >= 0
    fleet.fire(rows[can], seat[can], worth[can].argmax(1))


def _promote(fleet: Fleet, rows: Array, seat: Array) -> None:
    manned = fleet.sailors[rows, seat] > 0
    worth = np.where(manned, _shelter(fleet, rows, seat), -np.inf)
    can = manned.any(1)
    fleet.promote(rows[can], seat[can], worth[can].argmax(1))


_ACTS = {
    SAILOR: _sailor,
    CANNON: _cannon,
    MOVE: _move,
    NAVIGATE: _navigate,
    SWING: _swing,
    FIRE: _fire,
}
