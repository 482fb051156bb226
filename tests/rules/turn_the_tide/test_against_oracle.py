"""The game and a second, naive reading of the rules give the same trace, rare cases included."""

import itertools
import json
import random
from typing import Any

import pytest

from games.catalogue.turn_the_tide import rules as tide
from games.rules.records import build_record, record_of, replay
from games.rules.replay import traced
from tests.rules.driving import play
from tests.rules.turn_the_tide import oracle
from tests.rules.turn_the_tide.deals import poor
from tests.sampling import whole

# Of each kind here; more with `python -m tests.rules.turn_the_tide.test_against_oracle`.
GAMES = 12 if whole() else 5
Kind = tuple[int, bool, bool, Any]  # the last puts the tide deck in order
KINDS: list[Kind] = list(itertools.product(tide.SEATS, [False, True], [False, True], [None, poor]))


def record(kind: Kind, seed: int) -> dict[str, Any]:
    seats, cascade, taker_chooses, order_of = kind
    options = {"cascade": cascade, "taker_chooses": taker_chooses}
    game = play(tide, seats, options, random.Random(seed), order_of=order_of)
    end = tide.outcome(game.state)
    return build_record(tide.SLUG, 1, seats, options, game.shuffles, game.hands, end)


def spectator_keys_only(line: dict[str, Any]) -> dict[str, Any]:
    """The keys of docs/records.md section 6, without what this project adds to them."""
    table = line["table"]
    kept = {name: table[name] for name in ("stage", "hand", "phase", "turned_up")}
    names = ("belts", "tide", "out", "cards", "score")
    kept["seats"] = [{name: seat[name] for name in names} for seat in table["seats"]]
    return {**line, "table": kept}


def compare(kind: Kind, seed: int) -> None:
    written = record(kind, seed)
    ours = [spectator_keys_only(json.loads(line)) for line in traced(replay(record_of(written)))]
    assert ours == oracle.trace(written)


@pytest.mark.parametrize("kind", KINDS)
def test_both_readings_give_the_same_trace(kind: Kind) -> None:
    for seed in range(GAMES):
        compare(kind, seed)


if __name__ == "__main__":
    for many in range(84):
        for each in KINDS:
            compare(each, 1000 + many)
