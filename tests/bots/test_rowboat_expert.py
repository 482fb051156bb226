"""What the search of Rowboat answers where the cards leave no doubt."""

import random
from dataclasses import replace
from typing import Any

import pytest

from tests.narrowing import not_none

pytest.importorskip("numpy")

from games.bots import levels
from games.catalogue.rowboat import rules as rowboat
from games.catalogue.rowboat.rules.state import State
from tests.bench.strength import observed
from tests.rules.rowboat.arranging import at_play, dealt, having, played, without_moon
from tests.sampling import few

ASKS = few(range(12), 4)


def last_to_play(tide: str, hands: str, bids: str, sides: list[Any], lead: str) -> State:
    """Two tricks left, all hands known to the last seat, who answers the others' cards."""
    held = hands.split(", ")
    start = at_play(tide, *held, bids=tuple(map(int, bids.split())), sides=sides)
    state = played(having(start, "rowboat", "moon", "lighthouse"), lead)
    return replace(state, deal=replace(state.deal, looked=(len(held) - 1,)))


def answers(state: State) -> set[str]:
    """What the expert plays when asked a few times."""
    (seat,) = rowboat.awaiting(state)
    seen, legal = observed(rowboat, state, seat), rowboat.legal(state, seat)
    return {
        levels.answer("rowboat", 8, seen, legal, [], random.Random(seed)).notation for seed in ASKS
    }


@pytest.mark.parametrize(
    ("tide", "hands", "bids", "sides", "lead", "wins"),
    [
        ("2s 9m", "Ss 8w, 2m Ds", "0 1", [(200, 0), (190, 0)], "Ss", "Ds"),
        ("5o 9w", "Ws 9o, 6m 7w", "0 0", [(200, 0), (200, 0)], "9o", "7w"),
        ("Dm Mo", "9w 8m, 3o Aw, Wo 9s", "1 1 0", [(140, 2), (140, 0), (150, 1)], "8m 3o", "Wo"),
        ("5w 6s", "Mo 2o, 7o 9o, As Wm", "1 0 1", [(140, 1), (150, 2), (140, 2)], "2o 7o", "As"),
        ("As Ss", "8s 5m, 3m 6m, 7o 5w, 7s 9s", "0 0 0 0", [(200, 1), (200, 0)], "8s 3m 5w", "7s"),
        ("4w Ds", "Am Do, 5s 6m, 9o Ms, So 9m", "0 0 0 0", [(200, 1), (200, 1)], "Am 5s 9o", "9m"),
    ],
)
def test_of_equal_scores_the_fewer_sandbags_win(
    tide: str, hands: str, bids: str, sides: list[tuple[int, int]], lead: str, wins: str
) -> None:
    state = last_to_play(tide, hands, bids, sides, lead)
    assert answers(state) == {f"play {wins}"}
    assert (
        not_none(rowboat.outcome(finished(state, f"play {wins}"))).winners[-1]
        == len(hands.split(", ")) - 1
    )


@pytest.mark.parametrize(
    ("tide", "hands", "bids", "sides", "lead", "makes"),
    [
        ("Sm Wm", "Mm Dw, 6m Ss", "0 2", [(150, 0), (-200, 0)], "Mm", "Ss"),
        ("5w 3m", "Dw 9m, As Mm", "0 1", [(150, 0), (-200, 0)], "Dw", "As"),
        ("5s 6w", "6m 6o, 8m 4m", "1 1", [(-150, 0), (120, 0)], "6m", "8m"),
        ("Ss 8s", "4m As, 7w Am", "1 1", [(-150, 0), (120, 0)], "As", "Am"),
    ],
)
def test_a_bid_is_made_in_a_game_all_but_lost_or_won(
    tide: str, hands: str, bids: str, sides: list[tuple[int, int]], lead: str, makes: str
) -> None:
    assert answers(last_to_play(tide, hands, bids, sides, lead)) == {f"play {makes}"}


def test_a_bid_far_from_what_the_hand_wins_is_thought_of() -> None:
    """So far behind, leaving the other with sandbags is what is left to hope for."""
    top = "Ds Aw 5o As 9o So Ss 7w 4s Wo 3o 9w 5m 4o Do 2w Dw 6m 7o 4m 7m Dm Am 8o Ao Mo Ws 9m"
    state = without_moon(dealt(2, top))
    (seat,) = rowboat.awaiting(state)
    sides = [replace(side, score=190) for side in state.sides]
    sides[seat] = replace(sides[seat], score=0)
    assert answers(replace(state, sides=tuple(sides))) <= {"bid 1", "bid 2"}


def finished(state: State, answer: str) -> State:
    """After this answer and the last trick, in which nobody has a choice."""
    (seat,) = rowboat.awaiting(state)
    state = rowboat.resolve(state, {seat: answer}).state
    while rowboat.outcome(state) is None:
        (seat,) = rowboat.awaiting(state)
        (only,) = rowboat.legal(state, seat)
        state = rowboat.resolve(state, {seat: only}).state
    return state
