"""The ruleset and the second opinion agree on every question of thousands of stages.

The cards are stacked so that what is rare at a real table happens all the time.
"""

import random
from dataclasses import replace
from typing import Any

import pytest

from games.catalogue.rowboat import rules as rowboat
from games.catalogue.rowboat.rules.state import State
from games.rules.base import Observation
from tests.rules.rowboat.oracle import Oracle
from tests.sampling import whole

STAGES = 4
GAMES = 60 if whole() else 8
MANY = 60  # among these everything happens that is rare
RARE = {
    "due knob played",
    "equal score",
    "last trick tied",
    "married",
    "played on",
    "trick tied",
    "two promises",
    "two rowboats",
    "two ties in a row",
}
RARE_MISPLAYS = {
    "capsized twice",
    "due knob left",
    "married by a misplay",
    "misplay",
    "promise broken early",
    "win cancelled",
}


def stacked(items: list[Any], rng: random.Random) -> list[Any]:
    """A shuffle; of cards mostly one in which few values meet: Knobs and ties abound."""
    order = rng.sample(items, len(items))
    if len(items) == 52 and rng.random() < 0.8:
        few = rng.sample("A23456789DMSW", rng.randint(3, 9))
        order.sort(key=lambda card: card[0] not in few)
        if rng.random() < 0.5:
            suits = rng.sample("owsm", 3)
            order[:20] = sorted(order[:20], key=lambda card: card[1] not in suits)
    return order


def chosen(asked: dict[int, list[str]], rng: random.Random) -> dict[int, str]:
    """Answers to a question: small Moons, middling bids, anything else at random."""
    return {seat: _answer(texts, rng) for seat, texts in asked.items()}


def _answer(texts: list[str], rng: random.Random) -> str:
    small = [text for text in texts if text in ("moon 4", "moon 5", "bid 1", "bid 2")]
    return rng.choice(small if small and rng.random() < 0.6 else texts)


def near_the_end(oracle: Oracle, state: State, rng: random.Random) -> State:
    """Both begin with the same scores, close to the target and to each other."""
    sides, step = [], 10 * rng.randint(0, 3)
    for team, side in zip(oracle.teams, state.sides, strict=True):
        team.score = oracle.goal - step - 10 * rng.choice([0, 1, 1, 2])
        team.bags = 0 if oracle.novice else rng.choice([0, 0, 1, 4])
        sides.append(replace(side, score=team.score, bags=team.bags))
    return replace(state, sides=tuple(sides))


def compare(seats: int, options: dict[str, bool], rng: random.Random) -> tuple[set[str], int]:
    """Plays both side by side; returns the rare things seen, and the questions asked."""
    oracle, state = Oracle(seats, **options), rowboat.start(seats, options)
    if rng.random() < 0.7:
        state = near_the_end(oracle, state, rng)
    talk, asked = oracle.play(), 0
    reply: Any = None
    while True:
        try:
            kind, text = talk.send(reply)
        except StopIteration:
            check_end(oracle, state)
            return oracle.seen, asked
        check_table(state, oracle.table())
        if oracle.stage > STAGES:
            return oracle.seen, asked
        if kind == "shuffle":
            reply, state = shuffle(state, text, rng)
        else:
            reply, state = follow(oracle, state, text, rng)
        asked += 1


def shuffle(state: State, items: list[Any], rng: random.Random) -> tuple[list[Any], State]:
    assert rowboat.shuffle_needed(state) == items
    order = stacked(items, rng)
    return order, rowboat.shuffled(state, order)


def follow(
    oracle: Oracle, state: State, asked: dict[int, list[str]], rng: random.Random
) -> tuple[dict[int, str], State]:
    """Checks what is asked, and answers it the same way on both sides."""
    assert rowboat.shuffle_needed(state) is None
    assert rowboat.awaiting(state) == tuple(sorted(asked))
    for seat in range(state.seats):
        assert rowboat.legal(state, seat) == asked.get(seat, [])
    reply = chosen(asked, rng)
    return reply, rowboat.resolve(look(oracle, state, rng), reply).state


def look(oracle: Oracle, state: State, rng: random.Random) -> State:
    """Now and then somebody's Lighthouse."""
    able = [seat for seat in range(state.seats) if oracle.asides(seat)]
    assert able == [seat for seat in range(state.seats) if rowboat.asides(state, seat)]
    if not able or rng.random() >= 0.03:
        return state
    seat = rng.choice(able)
    oracle.aside(seat, "lighthouse")
    after = rowboat.aside(state, seat, "lighthouse").state
    check_table(after, oracle.table())
    return after


def check_table(state: State, expected: dict[str, Any]) -> None:
    seen: Observation = rowboat.observation(state, None)
    assert {key: seen[key] for key in expected} == expected


def check_end(oracle: Oracle, state: State) -> None:
    check_table(state, oracle.table())
    end = rowboat.outcome(state)
    assert end is not None
    assert end.as_json() == oracle.outcome()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"novice": True}, {"misplays": True}])
def test_both_agree_on_every_question(seats: int, options: dict[str, Any]) -> None:
    for seed in range(GAMES):
        _, asked = compare(seats, options, random.Random(seed))
        assert asked > 0


@pytest.mark.parametrize(("options", "rare"), [({}, RARE), ({"misplays": True}, RARE_MISPLAYS)])
def test_the_rare_things_did_happen(options: dict[str, Any], rare: set[str]) -> None:
    seen: set[str] = set()
    for seed in range(MANY):
        for seats in (2, 3, 4):
            seen |= compare(seats, options, random.Random(2000 + seed))[0]
        if rare <= seen:
            return
    assert rare <= seen
