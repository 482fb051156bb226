"""The Lighthouse: an aside of a side that has it, while cards are held (2.6, RB-17)."""

import pytest

from games.catalogue.rowboat import rules as rowboat
from games.rules.base import Step
from games.rules.errors import Illegal
from tests.rules.rowboat.arranging import at_play, dealt, event, played, without_moon

CARDS = ("Ao 2o", "Aw 2w", "As 2s", "4w 5w")


def looked(seats: int, seat: int) -> Step:
    return rowboat.aside(at_play("3m 4m", *CARDS[:seats]), seat, "lighthouse")


@pytest.mark.parametrize("seat", [0, 1])
def test_it_may_be_played_out_of_turn_and_changes_no_cards(seat: int) -> None:
    before = at_play("3m 4m", *CARDS[:2])
    after = rowboat.aside(before, seat, "lighthouse").state
    assert rowboat.awaiting(after) == rowboat.awaiting(before)
    assert after.deal.cards == before.deal.cards
    table = rowboat.observation(after, None)
    assert table["sides"][seat]["left"] == ["moon", "rowboat"]
    assert table["looked"] == [seat]


def test_the_event_tells_who_looked_and_nothing_more() -> None:
    assert event(looked(2, 1).events, "looked") == {"seat": 1, "side": 1}


def test_two_players_see_the_opponents_cards_for_one_run() -> None:
    assert rowboat.peek(looked(2, 1).state, 1) == {"cards": {"0": ["Ao", "2o"]}, "runs": 1}


def test_three_players_see_both_opponents_for_two_runs() -> None:
    shown = rowboat.peek(looked(3, 0).state, 0)
    assert shown == {"cards": {"1": ["Aw", "2w"], "2": ["As", "2s"]}, "runs": 2}


@pytest.mark.parametrize("seat", [0, 2])
def test_four_players_both_partners_see_all_others_for_three_runs(seat: int) -> None:
    shown = rowboat.peek(looked(4, 2).state, seat)
    others = [other for other in range(4) if other != seat]
    assert shown == {"cards": {str(o): CARDS[o].split() for o in others}, "runs": 3}


def test_the_other_side_sees_nothing() -> None:
    for seats, seat in ((2, 0), (3, 2), (4, 0), (4, 2)):
        state = looked(seats, 1).state
        assert rowboat.peek(state, seat) == {"cards": {}, "runs": 0}


def test_an_observation_never_holds_what_the_lighthouse_showed() -> None:
    state = looked(2, 0).state
    assert "2w" not in str(rowboat.observation(state, 0))


def test_once_a_game_and_for_both_partners_together() -> None:
    state = looked(4, 0).state
    assert [rowboat.asides(state, seat) for seat in range(4)] == [
        [],
        ["lighthouse"],
        [],
        ["lighthouse"],
    ]
    with pytest.raises(Illegal):
        rowboat.aside(state, 2, "lighthouse")


def test_not_while_the_moon_is_asked_for_but_in_exchange_and_bidding() -> None:
    state = dealt(4, "3m 7w Ms Ss 8w 5m 3w 8o")
    assert rowboat.asides(state, 0) == []
    state = without_moon(state)
    assert rowboat.asides(state, 0) == ["lighthouse"]
    gifts = {seat: rowboat.legal(state, seat)[0] for seat in range(4)}
    assert rowboat.asides(rowboat.resolve(state, gifts).state, 3) == ["lighthouse"]


def test_also_after_the_last_card_but_not_after_the_stage() -> None:
    state = played(at_play("3m 4m", *CARDS[:2]), "Ao 2w Aw")
    assert rowboat.asides(state, 1) == ["lighthouse"]
    assert rowboat.asides(played(state, "2o"), 1) == []


def test_the_view_ends_with_the_stage() -> None:
    state = played(looked(2, 0).state, "Ao 2w Aw 2o")
    assert rowboat.peek(state, 0) == {"cards": {}, "runs": 0}
    assert rowboat.observation(state, None)["looked"] == []


@pytest.mark.parametrize("act", ["LIGHTHOUSE", "moon", "rowboat", ""])
def test_other_asides_are_refused(act: str) -> None:
    with pytest.raises(Illegal):
        rowboat.aside(at_play("3m 4m", *CARDS[:2]), 0, act)
