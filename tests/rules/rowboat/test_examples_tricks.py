"""The worked examples EX-RB-03 to EX-RB-10 and EX-RB-15: who wins a trick, ties, the Rowboat."""

import pytest

from games.catalogue.rowboat import rules as rowboat
from games.catalogue.rowboat.rules.state import Play
from games.catalogue.rowboat.rules.tricks import winner
from games.rules.errors import Illegal
from tests.rules.rowboat.arranging import at_play, event, played, plays, told, tricks


def won_by(ruling: str, cards: str) -> str | None:
    """The winning card of a trick, None if it is tied."""
    row = cards.split()
    seat = winner([Play(place, card) for place, card in enumerate(row)], ruling)
    return None if seat is None else row[seat]


@pytest.mark.parametrize(
    ("strong", "weak"),
    [
        pytest.param("2m", "Wo", id="ex_rb_03_trump_beats_a_non_trump_whale"),
        pytest.param("Dm", "9m", id="ex_rb_04_dolphin_beats_nine"),
        pytest.param("3s", "Wm", id="ex_rb_05_knob_beats_trump"),
        pytest.param("3o", "Ws", id="ex_rb_06_off_coloured_knob_beats_non_trump"),
        pytest.param("Am", "3o", id="ex_rb_06_trump_beats_off_coloured_knob"),
        pytest.param("rowboat", "3s", id="rowboat_beats_the_knob"),
    ],
)
def test_the_stronger_class_wins(strong: str, weak: str) -> None:
    assert won_by("3m", f"{strong} {weak}") == strong
    assert won_by("3m", f"{weak} {strong}") == strong


def test_ex_rb_07_off_coloured_knobs_tie() -> None:
    assert won_by("3m", "3o 3w") is None
    assert won_by("3m", "3o 3w Ws") is None


def test_ex_rb_08_pending_tricks_go_to_the_next_winner() -> None:
    state = at_play("3m 4m", "5o 6o", "5s 7o")
    (tied,) = [e for e in told(state, "5o 5s") if e.kind == "trick_tied"]
    assert tied.data == {"trick": 1, "pending": 1, "lost": False}
    state = played(state, "5o 5s")
    table = rowboat.observation(state, None)
    assert (table["pending"], table["leader"], table["trick"]) == (1, 0, 2)
    won = event(told(state, "6o 7o"), "trick_won")
    assert (won["seat"], won["count"], won["pending"]) == (1, 2, 1)


def test_ex_rb_09_ties_add_up_and_are_lost_on_the_last_trick() -> None:
    tide = "Ao 2o 3o 4o 5o 6o 7o 8o"
    state = at_play(tide, "Wm Sm Mm Dm 9m 8m 3m 2m", "Ss Ms Ws Ds 9s 7s 3s 2s")
    state = played(state, "Wm Ss Sm Ms Mm Ws Ds Dm 9s 9m")
    assert (tricks(state), state.deal.pending) == ([2, 1], 2)
    state = played(state, "7s 8m")
    assert (tricks(state), state.deal.pending) == ([5, 1], 0)
    events = told(state, "3m 3s 2m 2s")
    assert event(events, "trick_tied") == {"trick": 8, "pending": 2, "lost": True}
    assert [side["won"] for side in event(events, "stage_scored")["sides"]] == [5, 1]


def test_ex_rb_10_three_players_and_a_tie_below_the_winner() -> None:
    assert won_by("3m", "5o 5s 6w") == "6w"
    assert won_by("3m", "5o 5s 5w") is None


def test_ex_rb_10_all_three_stay_eligible_and_the_leader_leads_again() -> None:
    state = played(at_play("3m 4m", "5o Ao", "5s As", "4w Ww", leader=1), "5s 4w 5o")
    assert rowboat.observation(state, None)["turns"] == [1, 2, 0]
    won = event(told(state, "As Ww Ao"), "trick_won")
    assert (won["seat"], won["count"]) == (2, 2)


def test_ex_rb_15_the_rowboat_wins_and_leaves_a_card() -> None:
    state = played(at_play("3m 4m 5m", "3s Ao 2o", "Aw 2w 3w"), "3s rowboat")
    table = rowboat.observation(state, None)
    assert (tricks(state), table["cards"], table["leader"]) == ([0, 1], [2, 3], 1)
    assert table["last_trick"] == [{"seat": 0, "card": "3s"}, {"seat": 1, "card": "rowboat"}]
    assert table["sides"][1]["left"] == ["lighthouse", "moon"]
    assert "rowboat" not in plays(state)


def test_ex_rb_15_the_first_rowboat_stands() -> None:
    state = played(at_play("3m 4m 5m", "3s Ao 2o", "Aw 2w 3w"), "rowboat rowboat")
    table = rowboat.observation(state, None)
    assert (tricks(state), table["cards"]) == ([1, 0], [3, 3])
    assert [side["left"] for side in table["sides"]] == [["lighthouse", "moon"]] * 2


@pytest.mark.parametrize("misplays", [False, True])
def test_ex_rb_15_no_rowboat_on_the_last_trick(misplays: bool) -> None:
    state = played(at_play("3m 4m", "Ao 2o", "Aw 2w", misplays=misplays), "Ao Aw 2o")
    assert plays(state) == {"2w"}
    with pytest.raises(Illegal, match="last trick"):
        rowboat.resolve(state, {1: "play rowboat"})


def test_a_team_has_one_rowboat_for_both_partners() -> None:
    state = at_play("3m 4m", "Ao 2o", "Aw 2w", "As 2s", "4w 5w")
    state = played(state, "rowboat Aw")
    assert plays(state) == {"As", "2s"}
