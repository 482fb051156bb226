"""Eight levels for each game: always legal, seeing no more than the seat, never foreseeable."""

import copy
import random
import sys
from typing import Any

import numpy as np
import pytest

from games.bots import levels
from games.bots.engine.rowboat import Table
from games.bots.engine.rowboat_course import CARDS, NO_CARD
from games.catalogue.rowboat import rules as rowboat
from games.catalogue.turn_the_tide import rules as turn_the_tide
from games.catalogue.turning_tides import rules as turning_tides
from games.rules.base import Event, Observation
from tests.bench.strength import observed
from tests.rules.test_imagining import positions

GAMES = [
    (turn_the_tide, 3, {}),
    (turn_the_tide, 5, {"taker_chooses": True}),
    (rowboat, 2, {}),
    (rowboat, 2, {"misplays": True}),
    (rowboat, 3, {"novice": True}),
    (rowboat, 4, {}),
    (turning_tides, 2, {}),
    (turning_tides, 2, {"introduction": True}),
]


@pytest.mark.parametrize(("rules", "seats", "options"), GAMES)
def test_every_answer_is_legal_and_leaves_what_was_seen_alone(
    rules: Any, seats: int, options: Any
) -> None:
    rng, found = random.Random(f"{rules.SLUG} {seats}"), 0
    for number, (state, events) in enumerate(positions(rules, seats, options, rng, 120)):
        for seat in rules.awaiting(state)[: 1 if number % 5 == 0 else 0]:
            seen, legal = rules.observation(state, seat), rules.legal(state, seat)
            kept = copy.deepcopy(seen)
            own = random.Random(number)
            level = own.choice(levels.LEVELS)
            answer = levels.answer(rules.SLUG, level, seen, legal, events, own)
            assert answer.notation in legal
            assert answer.trace
            assert seen == kept
            found += 1
    assert found > 5


def opened(rules: Any, seats: int, hands: int) -> tuple[Any, list[Event]]:
    """A state in which several owe an answer at once, so that foreseeing pays, after so many random
    hands."""
    course = positions(rules, seats, {}, random.Random(11), 400)
    return next(
        (state, list(events))
        for number, (state, events) in enumerate(course)
        if number >= hands and len(rules.awaiting(state)) > 1
        and len(rules.legal(state, rules.awaiting(state)[0])) > 3
    )  # fmt: skip


@pytest.mark.parametrize(("rules", "seats"), [(turn_the_tide, 4), (turning_tides, 2)])
def test_who_knows_all_but_the_chance_cannot_foresee_an_expert(rules: Any, seats: int) -> None:
    state, events = opened(rules, seats, 8)
    seat = rules.awaiting(state)[0]
    seen, legal = rules.observation(state, seat), rules.legal(state, seat)
    found: set[str] = set()
    for seed in range(12):
        answer = levels.answer(rules.SLUG, 8, seen, legal, events, random.Random(seed))
        found.add(answer.notation)
        if len(found) > 1:
            return
    raise AssertionError(f"always {found}")


def test_a_level_that_is_none_says_which_there_are() -> None:
    with pytest.raises(levels.NoSuchLevel, match="no level 9; there are 1 to 8"):
        levels.answer("rowboat", 9, {}, [], [], random.Random(1))


def test_without_numpy_every_level_is_the_light_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "games.bots.engine.turn_the_tide", None)
    state, events = opened(turn_the_tide, 3, 4)
    seat = turn_the_tide.awaiting(state)[0]
    seen, legal = turn_the_tide.observation(state, seat), turn_the_tide.legal(state, seat)
    answer = levels.answer("turn-the-tide", 8, seen, legal, events, random.Random(1))
    assert (answer.notation in legal, answer.trace) == (True, "light: no engine")


def test_what_cannot_be_read_is_answered_at_once_and_tells_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """An observation of another version: a light bot, or anything legal, and a sentence."""
    answer = levels.answer("turn-the-tide", 8, {"phase": "bid"}, ["5", "7"], [], random.Random(1))
    assert (answer.notation in ("5", "7"), answer.trace) == (True, "any: not understood")
    state, events = opened(turn_the_tide, 3, 4)
    seat = turn_the_tide.awaiting(state)[0]
    seen: Observation = turn_the_tide.observation(state, seat)
    legal = turn_the_tide.legal(state, seat)
    del seen["tides_left"]
    answer = levels.answer("turn-the-tide", 8, seen, legal, events, random.Random(1))
    assert (answer.notation in legal, answer.trace) == (True, "light: search failed")
    assert caplog.messages == [
        "The search for turn-the-tide failed (KeyError): a light bot.",
        "No bot of turn-the-tide can read this table (KeyError).",
        "The search for turn-the-tide failed (KeyError): a light bot.",
    ]


@pytest.mark.parametrize("error", [RuntimeError, ImportError])
def test_an_engine_that_is_broken_is_none_and_says_so_once(
    error: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_name: str) -> None:
        try:
            raise error("libblas.so: cannot open\nsee below")
        except error as cause:
            raise ImportError("a page of advice") from cause

    levels._warn_once.cache_clear()
    monkeypatch.setattr(levels, "import_module", broken)
    for slug in ("rowboat", "rowboat", "turning-tides"):
        assert levels.searcher(slug) is None
    assert len(caplog.messages) == 1
    assert f"({error.__name__}: libblas.so: cannot open): at every level" in caplog.text
    assert levels.why_none("rowboat").startswith(error.__name__)


def test_a_game_that_nobody_searches_for_warns_of_nothing(caplog: pytest.LogCaptureFixture) -> None:
    assert levels.searcher("ludo") is None
    assert (levels.why_none("ludo"), caplog.messages) == ("", [])


def test_a_game_that_nobody_searches_for_has_its_light_player_at_every_level() -> None:
    answer = levels.answer("ludo", 8, {}, ["a", "b"], [], random.Random(1))
    assert (answer.notation in "ab", answer.trace) == (True, "light: no engine")


def test_levels_grow_stronger_by_what_they_do() -> None:
    for game in levels.BY_GAME.values():
        for level in range(2, 9):
            below, here = game[level - 1], game[level]
            assert here.searches >= below.searches
            assert here.slips <= below.slips
            assert here.effort >= below.effort or below.searches == 0
        assert (game[8].searches, game[8].slips) == (1.0, 0.0)


def bidding(seats: int) -> tuple[Any, list[Event]]:
    """A Rowboat in which somebody is to bid, with the long Tide that makes a look worth it."""
    course = positions(rowboat, seats, {}, random.Random(3), 4_000)
    return next(
        (state, list(events))
        for state, events in course
        if state.phase == "bid" and len(state.deal.tide) >= 8
        and rowboat.asides(state, rowboat.awaiting(state)[0])
    )  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_has_lit_the_lighthouse_knows_the_hands(seats: int) -> None:
    state, events = bidding(seats)
    seat, rng = rowboat.awaiting(state)[0], random.Random(2)
    before = observed(rowboat, state, seat)
    assert before == rowboat.observation(state, seat)
    assert levels.aside("rowboat", 8, before, rng) == "lighthouse"
    assert levels.aside("rowboat", 3, before, rng) == "", "a light bot never does"
    lit = rowboat.aside(state, seat, "lighthouse").state
    seen = observed(rowboat, lit, seat)
    assert levels.aside("rowboat", 8, seen, rng) == "", "once a game"
    assert rowboat.imagine(seen, events, rng).deal.cards == lit.deal.cards
    hands = Table(seen, events).deals.hands(3, np.random.default_rng(1))
    for world in hands:
        held = [{CARDS[card] for card in cards if card != NO_CARD} for cards in world]
        assert held == [set(cards) for cards in lit.deal.cards]
    assert levels.answer("rowboat", 8, seen, rowboat.legal(lit, seat), events, rng).notation


def test_who_cannot_read_a_table_does_nothing_out_of_turn(caplog: pytest.LogCaptureFixture) -> None:
    assert levels.aside("rowboat", 8, {"phase": "bid"}, random.Random(1)) == ""
    assert "What is done out of turn in rowboat failed (KeyError)." in caplog.text


def test_a_short_tide_far_from_the_end_is_not_worth_the_lighthouse() -> None:
    state, _events = bidding(2)
    seen = rowboat.observation(state, rowboat.awaiting(state)[0])
    assert not levels.aside("rowboat", 8, {**seen, "tide": seen["tide"][:5]}, random.Random(1))
    near = [{**side, "score": 170} for side in seen["sides"]]
    last = {**seen, "tide": seen["tide"][:5], "sides": near}
    assert levels.aside("rowboat", 8, last, random.Random(1)) == "lighthouse"
