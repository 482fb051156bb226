"""The worked examples EX-RB-17 to 20, 22, 24 and 25: points, sandbags, the end."""

from typing import Any

import pytest

from games.catalogue.rowboat import rules as rowboat
from games.catalogue.rowboat.rules.scoring import best, scored
from games.catalogue.rowboat.rules.state import Side
from tests.narrowing import not_none
from tests.rules.rowboat.arranging import at_play, event, played, told


def after(before: str, bid: int | None, won: int, misplays: int = 0, goal: int = 200) -> str:
    """Score and sandbags after a stage, in the rulebook's notation 150/6."""
    score, bags = before.split("/")
    side = Side(int(score), int(bags))
    result = scored(side, won, bid, misplays, goal).side
    return f"{result.score}/{result.bags}"


@pytest.mark.parametrize(
    ("bid", "won", "score"), [(4, 4, "40/0"), (4, 3, "-40/0"), (3, 4, "30/1"), (3, 5, "30/2")]
)
def test_ex_rb_17_made_missed_and_overtricks(bid: int, won: int, score: str) -> None:
    assert after("0/0", bid, won) == score


@pytest.mark.parametrize(
    ("before", "bid", "won", "score"),
    [("110/3", 4, 7, "50/1"), ("170/4", 3, 4, "100/0"), ("60/4", 1, 7, "-130/0")],
)
def test_ex_rb_18_capsizing_once_and_twice(before: str, bid: int, won: int, score: str) -> None:
    assert after(before, bid, won) == score


@pytest.mark.parametrize(
    ("sides", "ahead"),
    [
        ([(210, 4), (200, 0)], (0,)),
        ([(200, 1), (200, 0)], (1,)),
        ([(200, 2), (200, 2)], (0, 1)),
        ([(190, 0), (200, 4)], (1,)),
        ([(190, 0), (180, 4)], ()),
    ],
)
def test_ex_rb_19_score_then_sandbags_then_another_stage(
    sides: list[tuple[int, int]], ahead: Any
) -> None:
    assert best([Side(*side) for side in sides], 200) == ahead


@pytest.mark.parametrize(
    ("before", "bid", "won", "score"),
    [("80/2", 4, 4, "120/4"), ("80/3", 4, 4, "20/0"), ("170/1", 3, 3, "170/3")],
)
def test_ex_rb_20_a_misplay_costs_two_sandbags_and_the_win(
    before: str, bid: int, won: int, score: str
) -> None:
    assert after(before, bid, won, misplays=1) == score


def test_rb_22_a_cancelled_win_keeps_overtricks() -> None:
    assert after("170/0", 3, 4, misplays=1) == "170/3"


def test_rb_27_a_missed_bid_loses_its_points_as_ever() -> None:
    assert after("250/0", 3, 2, misplays=1) == "220/2"


def test_rb_27_the_win_is_judged_after_ordinary_capsizing() -> None:
    assert after("170/4", 3, 4, misplays=1) == "100/2"


def test_ex_rb_22_three_players_play_to_150() -> None:
    cards = ("Wm Sm 2m Am As", "Ds Ms Ws Ss 2s", "9s 8s Aw Dw Ww")
    start: dict[str, Any] = {"sides": [(140, 0), (130, 0), (90, 0)], "bids": (2, 2, 1)}
    state = at_play("3o 4o 5o 6o 7o", *cards, **start)
    events = told(state, "Wm Ds 9s Sm Ms 8s 2m Ws Aw Ss Dw Am 2s Ww As")
    assert [side["score"] for side in event(events, "stage_scored")["sides"]] == [160, 150, 100]
    assert event(events, "game_over") == {"side": 0, "winners": [0], "scores": [160, 150, 100]}


def test_ex_rb_22_the_highest_of_several_wins() -> None:
    assert best([Side(160), Side(150), Side(100)], 150) == (0,)


def test_ex_rb_24_novice_counts_tricks_and_nothing_else() -> None:
    tide = "Ao 2o 3o 4o 5o 6o 7o 8o"
    cards = ("Wm Sm Mm Dm 4m 3m 2m 9m", "Ss Ms Ds 8s Ws 5s 6s 9s")
    state = at_play(tide, *cards, novice=True)
    events = told(state, "Wm Ss Sm Ms Mm Ds Dm 8s 4m Ws 5s 3m 6s 2m 9s 9m")
    first, second = event(events, "stage_scored")["sides"]
    assert (first["won"], first["score"], first["bags"]) == (4, 40, 0)
    assert (second["won"], second["score"], second["bags"]) == (3, 30, 0)


def test_ex_rb_25_scores_go_below_zero() -> None:
    assert after("0/0", 8, 7) == "-80/0"


def test_a_stage_that_ends_nothing_passes_the_deal() -> None:
    state = played(at_play("3m 4m", "Wm Ao", "Sm Aw", leader=1), "Sm Wm Ao Aw")
    assert not_none(rowboat.shuffle_needed(state))[:3] == ["Ao", "2o", "3o"]
    table = rowboat.observation(state, None)
    assert (table["stage"], table["dealer"], table["phase"]) == (2, 1, "moon")
    assert (table["tide"], table["cards"], table["trick"]) == ([], [0, 0], 0)
