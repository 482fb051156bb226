"""The worked examples EX-RB-11 to EX-RB-14: must follow, saving, marriage."""

import pytest

from games.catalogue.rowboat import rules as rowboat
from games.catalogue.rowboat.rules.state import State
from games.rules.errors import Illegal
from tests.rules.rowboat.arranging import at_play, having, played, plays

SAVING = "3m 9m 7w Ds 4o"


def test_ex_rb_11_trump_the_knob_and_the_rowboat_may_follow() -> None:
    other = "Ao 3o 4o 5o"
    assert plays(at_play("7w 3m 4m 5m", "2w 7o 7m Ws", other)) == {"2w", "7o", "rowboat"}


def test_ex_rb_11_without_trump_everything_is_free() -> None:
    state = at_play("7w 3m 4m", "7o 7m Ws", "Ao 3o 4o")
    assert plays(state) == {"7o", "7m", "Ws", "rowboat"}


def saving() -> State:
    """The example's cards against five that never matter."""
    return at_play(SAVING, "Dm 2o 6w 8s Wo", "As 2s 3s 4s 5s")


def test_ex_rb_12_the_exception_frees_all_cards() -> None:
    assert plays(saving()) == {"Dm", "2o", "6w", "8s", "Wo", "rowboat"}
    assert rowboat.observation(played(saving(), "2o"), 0)["you"]["married"] == [
        {"card": "Dm", "trick": 4}
    ]


def test_ex_rb_12_a_saved_card_waits_for_its_trick_and_must_come_then() -> None:
    state = played(saving(), "2o As")
    assert rowboat.awaiting(state) == (0,)
    assert plays(state) == {"6w", "8s", "Wo", "rowboat"}
    state = played(state, "Wo 2s")
    assert plays(state) == {"6w", "rowboat"}
    state = played(state, "6w 3s")
    assert plays(state) == {"Dm"}
    with pytest.raises(Illegal, match="You saved Dm for this trick"):
        rowboat.resolve(state, {0: "play rowboat"})
    state = played(state, "Dm 4s")
    assert rowboat.observation(state, 0)["you"]["married"] == []
    assert plays(state) == {"8s"}


def test_ex_rb_12_playing_a_married_card_early_is_refused_with_its_trick() -> None:
    with pytest.raises(Illegal, match="married to trick 4"):
        rowboat.resolve(played(saving(), "2o As"), {0: "play Dm"})


def test_rb_13_rowboat_and_current_knob_do_not_marry() -> None:
    assert played(saving(), "rowboat").deal.married == ((), ())
    state = at_play(SAVING, "Dm 3s 6w 8s Wo", "As 2s 4s 5s 6s")
    assert played(state, "3s").deal.married == ((), ())


def test_rb_13_playing_the_last_trump_itself_does_not_marry() -> None:
    assert played(saving(), "Dm").deal.married == ((), ())


def test_ex_rb_13_an_off_coloured_knob_is_not_saved() -> None:
    state = at_play("3m 8w 4o 5o", "8m 2o Ws 4w", "Ao 3o 6o 7o")
    assert plays(state) == {"8m", "rowboat"}
    assert plays(having(state, "rowboat")) == {"8m"}


def test_ex_rb_14_two_trumps_are_no_exception() -> None:
    state = at_play("3m Ms Ss 7w 4o", "Mm Sm 2o 5o 6o", "As 2s 4s 5s 6s")
    assert plays(state) == {"Mm", "Sm", "rowboat"}
    state = played(state, "Mm As")
    assert state.deal.married == ((), ())


def test_the_refusal_names_the_trump_and_the_knob() -> None:
    with pytest.raises(Illegal, match=r"You hold waves, the trump suit.*Knob 7o"):
        rowboat.resolve(at_play("7w 3m", "2w Ws", "Ao 3o"), {0: "play Ws"})
