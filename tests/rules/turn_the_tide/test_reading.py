"""A person's line is read forgivingly, but only as a whole; refusals quote it and help."""

import pytest

from games.catalogue.turn_the_tide import rules as tide
from games.catalogue.turn_the_tide.rules.state import State
from games.rules.errors import Illegal, Malformed
from tests.narrowing import not_none


@pytest.fixture
def bidding() -> State:
    """Seat 0 holds 1 … 12, seat 1 13 … 24, seat 2 25 … 36; tides 1 and 12 are turned up."""
    state = tide.start(3, {"taker_chooses": True})
    state = tide.shuffled(state, list(range(1, 61)))
    return tide.shuffled(state, [1, 12, *not_none(tide.shuffle_needed(state))[1:-1]])


@pytest.fixture
def taking(bidding: State) -> State:
    return tide.resolve(bidding, {0: "1", 1: "13", 2: "25"}).state


@pytest.mark.parametrize(
    "text",
    ["34", " 34 ", "play 34", "PLAY  34", "card 34", "play card 34", "#34", "# 34", "034", "34."],
)
def test_a_card_is_read_in_many_ways(bidding: State, text: str) -> None:
    assert tide.read(bidding, 2, text) == "34"


@pytest.mark.parametrize(
    ("text", "bid"),
    [
        ("take low", "take low"),
        ("Take LOW", "take low"),
        ("low", "take low"),
        ("the lower one", "take low"),
        ("HIGH", "take high"),
        (" take\t high \r\n", "take high"),
        ("take the higher card.", "take high"),
    ],
)
def test_a_take_is_read_in_many_ways(taking: State, text: str, bid: str) -> None:
    assert tide.read(taking, 2, text) == bid


@pytest.mark.parametrize(
    "text",
    [
        *("", "  ", "34 please", "34 35", "34-35", "-34", "3 4", "3.4", "thirty-four", "٣٤"),
        *("play", "take", "take lo", "lowest", "9" * 5000),
    ],
)
def test_any_other_line_is_malformed(bidding: State, text: str) -> None:
    with pytest.raises(Malformed) as caught:
        tide.read(bidding, 2, text)
    assert caught.value.given == text
    assert caught.value.legal == tide.legal(bidding, 2)


@pytest.mark.parametrize("text", ["0", "61", "1", "take low", "999"])
def test_a_card_that_is_not_held_is_illegal(bidding: State, text: str) -> None:
    with pytest.raises(Illegal, match=f"“{text}” cannot be bid now"):
        tide.read(bidding, 2, text)


def test_a_refusal_quotes_the_line_and_lists_what_is_legal(bidding: State) -> None:
    with pytest.raises(Malformed) as caught:
        tide.read(bidding, 0, "44 \x00please")
    assert str(caught.value) == (
        "“44 ?please” is not a bid in this game. Legal now: 1, 10, 11, 12, 2, 3, 4, 5, 6, 7, 8, 9."
    )


def test_each_reason_is_named(bidding: State, taking: State) -> None:
    cases = [
        (bidding, 0, "low", "this hand asks for a weather card"),
        (bidding, 0, "44", "that card is not held"),
        (taking, 2, "26", "this hand asks which tide card to take"),
        (taking, 0, "2", "nothing is awaited from this seat"),
    ]
    for state, seat, text, reason in cases:
        with pytest.raises(Illegal, match=reason):
            tide.read(state, seat, text)


def test_nobody_acts_out_of_turn(bidding: State) -> None:
    with pytest.raises(Illegal, match="nobody acts out of turn"):
        tide.aside(bidding, 0, "lighthouse")
