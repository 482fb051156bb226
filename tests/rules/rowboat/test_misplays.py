"""The option misplays (2.7(5), RB-21, RB-26, RB-27): accepted, counted in secret, paid later."""

from typing import Any

import pytest

from games.catalogue.rowboat import rules as rowboat
from games.catalogue.rowboat.rules.state import State
from games.rules.errors import Illegal
from tests.rules.rowboat.arranging import at_play, event, having, played, plays, told

SAVING = "3m 9m 7w Ds 4o"
OTHER = "As 2s 3s 4s 5s"


def saving(cards: str = "Dm 2o 6w 8s Wo") -> State:
    return at_play(SAVING, cards, OTHER, misplays=True)


def misplays(state: State) -> int:
    return state.deal.misplays[0]


def test_every_card_held_and_the_rowboat_may_be_played() -> None:
    state = at_play("7w 3m", "2w Ws", "Ao 3o", misplays=True)
    assert plays(state) == {"2w", "Ws", "rowboat"}
    assert rowboat.observation(state, 0)["you"]["proper"] == ["play 2w", "play rowboat"]


def test_not_following_is_a_misplay_that_marries_nothing() -> None:
    state = played(at_play("7w 3m", "2w Ws", "Ao 3o", misplays=True), "Ws")
    assert (misplays(state), state.deal.married[0]) == (1, ())


def test_saving_is_no_misplay() -> None:
    state = played(saving(), "2o")
    assert (misplays(state), state.deal.married[0]) == (0, ("Dm",))


def test_a_married_card_played_early_is_one_misplay_even_where_it_follows() -> None:
    state = played(saving(), "2o As Dm")
    assert (misplays(state), state.deal.married[0]) == (1, ())


@pytest.mark.parametrize("card", ["8s", "Wo", "rowboat"])
def test_a_due_knob_left_unplayed_is_one_misplay_and_ends_the_marriage(card: str) -> None:
    first = "8s" if card == "Wo" else "Wo"
    state = played(saving(), f"2o As {first} 2s 6w 3s {card}")
    assert (misplays(state), state.deal.married[0]) == (1, ())


def test_a_due_knob_left_may_marry_the_only_trump() -> None:
    """Trick 2: Dm is due and left; 9s, the only shells, is the Knob of trick 3."""
    state = at_play("3m Ds 9m 4o", "Dm 9s 2o Wo", "As 2s 3s 4s", misplays=True)
    state = played(state, "2o As Wo")
    assert (misplays(state), state.deal.married[0]) == (1, ("9s",))


def test_a_married_card_played_early_may_marry_the_only_trump() -> None:
    """Trick 2: Dm, married to trick 4, is played where 9s, Knob of trick 3, was to follow."""
    state = at_play("3m 2s 9m Ds", "Dm 9s 2o Wo", "As 5s 3s 4s", misplays=True)
    state = played(state, "2o As Dm")
    assert (misplays(state), state.deal.married[0]) == (1, ("9s",))


def test_the_rowboat_marries_nothing_when_a_due_knob_is_left() -> None:
    state = at_play("3m Ds 9m 4o", "Dm 9s 2o Wo", "As 2s 3s 4s", misplays=True)
    state = played(state, "2o As rowboat")
    assert (misplays(state), state.deal.married[0]) == (1, ())


def test_a_card_not_held_and_a_spent_rowboat_stay_refused() -> None:
    with pytest.raises(Illegal, match="do not hold 9o"):
        rowboat.resolve(saving(), {0: "play 9o"})
    with pytest.raises(Illegal, match="has used its Rowboat"):
        rowboat.resolve(having(saving(), "rowboat"), {0: "play rowboat"})


def test_misplays_are_told_when_the_stage_is_scored_and_not_before() -> None:
    state = at_play("7w 3m", "2w Ws", "Ao 3o", misplays=True, bids=(1, 1))
    for answers in ("Ws", "Ws Ao", "Ws Ao 2w"):
        assert all("misplays" not in event.data for event in told(state, answers))
    sides = event(told(state, "Ws Ao 2w 3o"), "stage_scored")["sides"]
    assert [side["misplays"] for side in sides] == [1, 0]
    assert (sides[0]["bags"], sides[1]["bags"]) == (2, 0)


def test_a_cancelled_win_is_told_with_its_reason() -> None:
    options: dict[str, Any] = {"misplays": True, "bids": (1, 1), "sides": [(190, 0), (0, 0)]}
    events = told(at_play("7w 3m", "2w Ws", "Ao 3o", **options), "Ws Ao 2w 3o")
    first = event(events, "stage_scored")["sides"][0]
    assert (first["cancelled"], first["points"], first["score"]) == (True, 0, 190)
    assert not [e for e in events if e.kind == "game_over"]


def test_a_score_from_before_stays_a_candidate() -> None:
    """Played on from 200 each: the win of this stage is cancelled, the old 200 is not."""
    options: dict[str, Any] = {"misplays": True, "bids": (1, 2), "sides": [(200, 0), (200, 0)]}
    events = told(at_play("7w 3m", "2w Ws", "Ao 3o", **options), "Ws Ao 2w 3o")
    assert [s["score"] for s in event(events, "stage_scored")["sides"]] == [200, 180]
    assert event(events, "game_over")["winners"] == [0]
