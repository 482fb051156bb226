"""Plays the same games by the plain rules and by the quick ways: `make engine-proof`.

Each function compares every state on the way, and returns how many it compared.
"""

import argparse
import random
import sys
from collections.abc import Callable

import numpy as np

from games.bots.engine.rowboat_course import BOAT, CARDS, NO_CARD, NUMBER, Rows
from games.bots.engine.turn_the_tide_course import Course
from games.bots.engine.turning_tides import Waters, carry_choice
from games.bots.engine.turning_tides_course import NUMBER as CARD
from games.bots.engine.turning_tides_course import Fleet
from games.catalogue.rowboat import rules as rowboat
from games.catalogue.rowboat.rules.state import Phase, won_by_side
from games.catalogue.rowboat.rules.state import State as RowboatState
from games.catalogue.turn_the_tide import rules as turn_the_tide
from games.catalogue.turn_the_tide.rules.state import State, set_of
from games.catalogue.turning_tides import rules as turning_tides
from games.catalogue.turning_tides.rules.imagining import DID
from games.catalogue.turning_tides.rules.state import State as TurningTidesState
from games.rules.base import Event


def tide(seats: int, cascade: bool, games: int, rng: random.Random) -> int:
    """So many stages, all at once in the quick way, one after the other by the rules."""
    states = [_dealt(seats, cascade, rng) for _ in range(games)]
    course = _course(states)
    compared = 0
    for _turn in range(12):
        choice = np.zeros((games, seats), dtype=np.int64)
        for row, state in enumerate(states):
            if not course.live[row]:
                continue
            bids = {s: rng.choice(state.held[s]) for s in turn_the_tide.awaiting(state)}
            for seat, bid in bids.items():
                choice[row, seat] = course.hands[row, seat].tolist().index(int(bid))
            states[row] = turn_the_tide.resolve(state, bids).state
        going = course.live.copy()
        course.play(choice)
        for row in np.flatnonzero(going).tolist():
            _same_turn(states[row], course, row)
            compared += 1
    return compared


def _dealt(seats: int, cascade: bool, rng: random.Random) -> State:
    state = turn_the_tide.start(seats, {"cascade": cascade})
    while (items := turn_the_tide.shuffle_needed(state)) is not None:
        state = turn_the_tide.shuffled(state, rng.sample(items, len(items)))
    # Few belts, so that seats go out often, and several at once.
    return state._replace(belts=tuple(min(each, rng.randrange(4)) for each in state.belts))


def _course(states: list[State]) -> Course:
    seats = states[0].seats
    hands = [[set_of(state, seat, 1) for seat in range(seats)] for state in states]
    shape = (len(states), seats)
    return Course(
        hands=np.array(hands, dtype=np.int16),
        held=np.ones((*shape, 12), dtype=bool),
        belts=np.array([state.belts for state in states], dtype=np.int8),
        tides=np.zeros(shape, dtype=np.int8),
        out=np.zeros(shape, dtype=bool),
        deck=np.array([state.deck for state in states], dtype=np.int8),
        live=np.ones(len(states), dtype=bool),
        cascade=states[0].cascade,
    )


def _same_turn(state: State, course: Course, row: int) -> None:
    if state.stage > 1 or turn_the_tide.outcome(state):
        assert not course.live[row]
        assert tuple(course.points()[row]) == state.history[-1], (state, row)
        return
    assert course.live[row]
    assert tuple(course.belts[row]) == state.belts
    assert tuple(course.tides[row]) == tuple(tide or 0 for tide in state.tides)
    assert tuple(course.out[row]) == state.out
    for seat in range(state.seats):
        held = course.hands[row, seat][course.held[row, seat]]
        assert state.out[seat] or tuple(held) == state.cards[seat]


def rowing(seats: int, rng: random.Random) -> int:
    """The tricks of one stage, at every card; the legal answers, too."""
    state = _bid_rowboat(seats, rng)
    rows, compared, stage = _rows(state), 0, state.stage
    while not rows.over:
        (seat,) = rowboat.awaiting(state)
        turn = rows.turn()
        assert turn[0] == seat
        may = rows.legal(turn)
        legal = rowboat.legal(state, seat)
        cards = [CARDS[card] for card in may.cards[0][may.places[0]]]
        assert sorted(f"play {card}" for card in cards + ["rowboat"] * bool(may.boat[0])) == legal
        answer = rng.choice(legal)
        card = NUMBER[answer.split()[1]]
        place = (may.cards[0] == card).argmax()
        rows.play(turn, may, np.array([place]), np.array([card == BOAT]))
        state = rowboat.resolve(state, {seat: answer}).state
        if state.stage == stage and state.phase != Phase.OVER:
            assert tuple(rows.won[0]) == won_by_side(state)
            assert rows.pending[0] == state.deal.pending
            assert (rows.leader[0] + rows.played) % seats == rowboat.awaiting(state)[0]
            compared += 1
    return compared


def _bid_rowboat(seats: int, rng: random.Random) -> RowboatState:
    """A stage whose tricks begin, of any size that the Moon can name."""
    state = rowboat.start(seats, {})
    while state.phase != Phase.PLAY:
        if (items := rowboat.shuffle_needed(state)) is not None:
            state = rowboat.shuffled(state, rng.sample(items, len(items)))
            continue
        bids = {seat: rng.choice(rowboat.legal(state, seat)) for seat in rowboat.awaiting(state)}
        state = rowboat.resolve(state, bids).state
    return state


def _rows(state: RowboatState) -> Rows:
    hands = np.array([[[NUMBER[card] for card in held] for held in state.deal.cards]])
    sides = state.sides
    return Rows(
        tide=np.array([NUMBER[card] for card in state.deal.tide]),
        hands=hands,
        held=np.ones(hands.shape, dtype=bool),
        married=np.zeros(hands.shape, dtype=bool),
        boats=np.array([["rowboat" in side.left for side in sides]]),
        won=np.zeros((1, len(sides)), dtype=np.int64),
        leader=np.array([state.deal.leader]),
        pending=np.array([0]),
        table=np.full((1, state.seats), NO_CARD),
    )


def sailing(options: dict[str, bool | int | str], hands: int, rng: random.Random) -> int:
    """So many hands of a game, whatever is carried out told to the quick way, too."""
    state, compared = turning_tides.start(2, options), 0
    fleet, cards = None, np.zeros((1, 2), dtype=np.int64)
    for _ in range(hands):
        while (items := turning_tides.shuffle_needed(state)) is not None:
            state, fleet = turning_tides.shuffled(state, rng.sample(items, len(items))), None
        if turning_tides.outcome(state) is not None:
            break
        if fleet is None or state.phase != "execute":
            fleet = _fleet(state)
        bids = {s: rng.choice(turning_tides.legal(state, s)) for s in turning_tides.awaiting(state)}
        state, events = turning_tides.resolve(state, bids)
        if any(event.kind == "revealed" for event in events):
            cards = np.array([[CARD[card] for card in events[0].data["cards"]]])
            _same_order(fleet, cards, state, events)
        for event in events:
            _tell(fleet, cards, event)
        if not any(event.kind in ("round_began", "exchanged", "stowed") for event in events):
            _same_ships(state, fleet)
            compared += 1
    return compared


def _fleet(state: TurningTidesState) -> Fleet:
    waters = Waters(turning_tides.observation(state, 0))
    return waters.fleet(*waters.hidden(1, np.random.default_rng(1)))


def _same_order(
    fleet: Fleet, cards: np.ndarray, state: TurningTidesState, events: tuple[Event, ...]
) -> None:
    first, promoting = fleet.order(cards)
    acted = [event.data["seat"] for event in events if event.kind in DID]
    acted += list(state.queue)
    if len(set(acted)) == 2 and state.winner is None:
        assert acted[0] == first[0]
    if state.queue and state.winner is None:
        assert tuple(promoting[0]) == state.promoting


def _tell(fleet: Fleet, cards: np.ndarray, event: Event) -> None:
    """Carries out in the quick way what an event tells."""
    data = event.data
    if event.kind == "sailed" and data["why"] == "turn":
        fleet.sail(cards)
    elif event.kind == "sailed":
        fleet.offset += 1
    choices: dict[str, Callable[[], str]] = {
        "placed": lambda: f"at {data['at']}",
        "moved": lambda: f"{data['unit']} {data['from']} to {data['to']}",
        "navigated": lambda: data["how"],
        "promoted": lambda: f"promote {data['at']}",
        "swung": lambda: f"from {data['from']}",
        "fired": lambda: f"from {data['from']}",
    }
    choice = choices.get(event.kind)
    if choice is not None:
        card = CARD["swing" if event.kind == "swung" else "fire"]
        carry_choice(fleet, np.array([0]), data["seat"], card, choice())


def _same_ships(state: TurningTidesState, fleet: Fleet) -> None:
    for seat, ship in enumerate(state.ships):
        zones = ship.zones
        assert fleet.sailors[0, seat].tolist() == [zone.sailors for zone in zones]
        assert fleet.captain[0, seat] == (ship.captain_at or 0) - 1
        assert fleet.destroyed[0, seat].tolist() == [zone.destroyed for zone in zones]
        assert fleet.mast[0, seat] == zones[3].mast
        for zone, guns in zip(zones, fleet.cannons[0, seat].tolist(), strict=True):
            assert guns == ["a" in zone.cannons, "b" in zone.cannons]
        assert fleet.spare_sailors[0, seat] == ship.sailors
        assert fleet.spare_cannons[0, seat] == ship.cannons
    assert fleet.pawn[0] == state.pawn
    assert fleet.offset[0] == state.offset
    assert fleet.winner[0] == (-1 if state.winner is None else state.winner)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    given = parser.parse_args()
    rng = random.Random()
    played = states = 0
    while played < given.games:
        seats, cascade = rng.choice((3, 4, 5)), rng.random() < 0.7
        states += tide(seats, cascade, 500, rng)
        played += 500
    sys.stdout.write(f"Turn the Tide: {played} stages, {states} states, all the same.\n")
    states = sum(rowing(rng.choice((2, 3, 4)), rng) for _ in range(given.games))
    sys.stdout.write(f"Rowboat: {given.games} stages, {states} states, all the same.\n")
    options: list[dict[str, bool | int | str]] = [{}, {}, {"introduction": True}]
    states = sum(sailing(rng.choice(options), 1000, rng) for _ in range(given.games // 10))
    sys.stdout.write(f"Turning Tides: {given.games // 10} games, {states} states, all the same.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
