"""The worked examples EX-RB-01, 02, 16, 21 and 23: Tide, deal, exchange and bids."""

import pytest

from games.catalogue.rowboat import rules as rowboat
from games.catalogue.rowboat.rules.cards import DECK, SUITS, knob, suit
from games.catalogue.rowboat.rules.state import State
from games.catalogue.rowboat.rules.tricks import OFF_COLOURED_KNOB, strength
from games.rules.errors import Illegal
from tests.rules.rowboat.arranging import answered, dealt, without_moon

EXAMPLE = "3m 7w Ms Ss 8w 5m 3w 8o"


def test_ex_rb_01_the_card_of_the_fourth_suit_belongs_to_the_tide() -> None:
    state = without_moon(dealt(2, EXAMPLE))
    table = rowboat.observation(state, None)
    assert table["tide"] == EXAMPLE.split()
    assert table["cards"] == [8, 8]
    assert len({*state.deal.tide, *state.deal.cards[0], *state.deal.cards[1]}) == 24


def test_ex_rb_01_trumps_and_knobs() -> None:
    tide = EXAMPLE.split()
    trumps = [SUITS[suit(card)] for card in tide]
    assert trumps == ["maps", "waves", "shells", "shells", "waves", "maps", "waves", "oars"]
    assert [knob(card) for card in tide] == ["3s", "7o", "Mm", "Sm", "8o", "5s", "3o", "8w"]
    assert [trick for trick, card in enumerate(tide, 1) if knob(card) in tide] == [5, 8]


def test_ex_rb_01_off_coloured_knobs() -> None:
    def off_coloured(ruling: str) -> set[str]:
        return {card for card in DECK if strength(card, ruling)[0] == OFF_COLOURED_KNOB}

    assert off_coloured("3m") == {"3o", "3w"}
    assert off_coloured("7w") == {"7s", "7m"}


@pytest.mark.parametrize(("seats", "size"), [(2, 12), (3, 12), (4, 10)])
def test_ex_rb_02_the_tide_has_a_limit(seats: int, size: int) -> None:
    state = without_moon(dealt(seats, "Am 2m 3m 4m As 2s 3s 4s Aw 2w 3w 4w"))
    table = rowboat.observation(state, None)
    assert len(table["tide"]) == table["limit"] == size
    assert table["cards"] == [size] * seats


def test_ex_rb_16_two_players_bid_from_one_to_the_tide() -> None:
    state = without_moon(dealt(2, EXAMPLE))
    assert rowboat.awaiting(state) == (1,)
    assert set(rowboat.legal(state, 1)) == {f"bid {number}" for number in range(1, 9)}
    for refused in ("bid 0", "bid 9"):
        with pytest.raises(Illegal):
            rowboat.resolve(state, {1: refused})


def _four_bidding() -> State:
    state = without_moon(dealt(4, "3m 7w Ms Ss 8w 5m 3w 8o", dealer=3))
    gifts = {seat: rowboat.legal(state, seat)[0] for seat in range(4)}
    return rowboat.resolve(state, gifts).state


def test_ex_rb_16_the_second_partner_may_not_bid_zero_after_zero() -> None:
    state = answered(_four_bidding(), "bid 0", "bid 4")
    assert set(rowboat.legal(state, 2)) == {f"bid {number}" for number in range(1, 9)}
    with pytest.raises(Illegal, match="partner bid 0"):
        rowboat.resolve(state, {2: "bid 0"})


def test_ex_rb_16_a_team_bid_is_the_sum() -> None:
    state = answered(_four_bidding(), "bid 2", "bid 1", "bid 0")
    table = rowboat.observation(state, None)
    assert table["bids"] == [2, 1, 0, None]
    assert table["side_bids"] == [2, None]


def test_ex_rb_21_the_moon_names_the_exact_size() -> None:
    state = answered(dealt(2, "3m 9m Am Wm 2m 5o 6w 7s"), "moon 5")
    table = rowboat.observation(state, None)
    assert table["tide"] == ["3m", "9m", "Am", "Wm", "2m"]
    assert table["cards"] == [5, 5]
    assert table["sides"][0]["left"] == ["lighthouse", "rowboat"]


@pytest.mark.parametrize("size", [3, 11, 12])
def test_ex_rb_21_four_players_name_at_most_ten(size: int) -> None:
    with pytest.raises(Illegal, match="moon 10"):
        rowboat.resolve(dealt(4, EXAMPLE), {0: f"moon {size}"})


def test_ex_rb_23_the_exchange_is_simultaneous() -> None:
    #  Tide of four, then seats 1, 2, 3, 0 in turn: seat 0 holds 3o, seat 2 holds Wm.
    state = without_moon(dealt(4, "Am Aw As Ao 2o Wm 4o 3o"))
    assert rowboat.awaiting(state) == (0, 1, 2, 3)
    gifts = {0: "give 3o", 2: "give Wm", 1: "give 2o", 3: "give 4o"}
    after, events = rowboat.resolve(state, gifts)
    assert "Wm" in rowboat.observation(after, 0)["you"]["cards"]
    assert "3o" in rowboat.observation(after, 2)["you"]["cards"]
    table = rowboat.observation(after, 0)
    assert (table["cards"], table["phase"]) == ([4, 4, 4, 4], "bid")
    assert (table["you"]["given"], table["you"]["received"]) == ("3o", "Wm")
    assert [(event.kind, dict(event.data)) for event in events] == [("exchanged", {})]
