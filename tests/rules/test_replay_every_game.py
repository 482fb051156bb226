"""Whatever was played live, of any game, with asides and cut anywhere, replays to the same."""

import json
import random
from typing import Any

import pytest

from games.rules.records import Aside, build_record, record_of, replay
from games.rules.registry import RULESETS
from games.rules.replay import traced
from games.rules.replay_words import printed
from tests.rules.driving import Played, play

CASES = [(slug, seats) for slug, rules in RULESETS.items() for seats in rules.SEATS]


def record(slug: str, seats: int, game: Played) -> dict[str, Any]:
    rules = RULESETS[slug]
    end = rules.outcome(game.state)
    built = build_record(slug, rules.VERSION, seats, {}, game.shuffles, game.hands, end)
    return json.loads(json.dumps(built))


@pytest.mark.parametrize(("slug", "seats"), CASES)
@pytest.mark.parametrize("most", [0, 1, 17, 400])
def test_a_replay_ends_in_the_state_of_the_live_game(slug: str, seats: int, most: int) -> None:
    for seed in range(5):
        game = play(RULESETS[slug], seats, {}, random.Random(seed), asides=0.01, most=most)
        played = replay(record_of(record(slug, seats, game)))
        assert played.state == game.state
        assert played.outcome == RULESETS[slug].outcome(game.state)
        assert [event for moment in played.moments for event in moment.events] == game.events


@pytest.mark.parametrize(("slug", "seats"), CASES)
def test_a_trace_has_no_line_for_an_aside(slug: str, seats: int) -> None:
    game = play(RULESETS[slug], seats, {}, random.Random(3), asides=0.05, most=150)
    *hands, end = map(json.loads, traced(replay(record_of(record(slug, seats, game)))))
    assert len(hands) == sum(not isinstance(hand, Aside) for hand in game.hands)
    assert [line["hand"] for line in hands] == list(range(1, len(hands) + 1))
    assert set(end) == {"outcome", "table"}
    for line in hands:
        assert line["awaiting"] == sorted(map(int, line["legal"]))
        assert all(bids and bids == sorted(bids) for bids in line["legal"].values())


@pytest.mark.parametrize(("slug", "seats"), CASES)
def test_every_game_can_be_printed_for_people(slug: str, seats: int) -> None:
    game = play(RULESETS[slug], seats, {}, random.Random(4), asides=0.02, most=100)
    lines = list(printed(replay(record_of(record(slug, seats, game)))))
    assert lines[0].startswith(slug)
    assert all("\n" not in line and "{" not in line for line in lines)
