"""What people write is read forgivingly, and never guessed."""

import pytest

from games.catalogue.turning_tides import rules as turning_tides
from games.catalogue.turning_tides.rules.ships import Ship
from games.catalogue.turning_tides.rules.state import DAMAGE, EXCHANGE, State
from games.rules.errors import Illegal, Malformed
from tests.rules.turning_tides.positions import GOLD, deck, play, position, ship

SHIP = ship(z1="s a", z2="s", z3="x", z4="m s", z5="a", z6="C")


def asked(card: str, own: Ship = SHIP) -> State:
    """Silver has to say how this card is carried out."""
    state = position(own, GOLD, (card, ""), offset=5, pawn=1)
    return play(state, (card, "wait"))


def lull(phase: str) -> State:
    full = deck("sailor cannon fire")
    return position(SHIP, GOLD, decks=(full, full), phase=phase)


@pytest.mark.parametrize(
    ("text", "bid"),
    [("fire", "fire"), ("  FIRE. ", "fire"), ("Vuren", "fire"), ("play wachten", "wait")],
)
def test_a_card(text: str, bid: str) -> None:
    assert turning_tides.read(position(cards=("fire", "")), 0, text) == bid


@pytest.mark.parametrize(
    ("card", "text", "bid"),
    [
        ("sailor", "AT 2", "at 2"),
        ("sailor", "2", "at 2"),
        ("sailor", "to 2", "at 2"),
        ("sailor", "sailor on zone 2", "at 2"),
        ("cannon", "at 6a", "at 6a"),
        ("cannon", "to 6 B", "at 6b"),
        ("cannon", "5", "at 5b"),  # only one side of zone 5 is free
        ("cannon", "kanon op 2a", "at 2a"),
        ("swing", "from 4", "from 4"),
        ("swing", "4", "from 4"),
        ("swing", "swing  from   zone 4", "from 4"),
        ("navigate", "Vooruit", "forward"),
        ("navigate", "navigate back", "back"),
        ("navigate", "claim", "claim"),
        ("move", "Captain 6 to 2", "captain 6 to 2"),
        ("move", "move the captain to 2", "captain 6 to 2"),
        ("move", "kapitein van 6 naar 2", "captain 6 to 2"),
        ("move", "sailor 4 2", "sailor 4 to 2"),
        ("move", "cannon 5 to 2b", "cannon 5a to 2b"),
        ("move", "cannon from 5a to 5b", "cannon 5a to 5b"),
        ("cannon", "Kanone auf Zone 2, Seite A", "at 2a"),
        ("navigate", "take the pawn", "claim"),
        ("move", "Bewegen: der Kapitän nach Zone 2", "captain 6 to 2"),
    ],
)
def test_how_a_card_is_carried_out(card: str, text: str, bid: str) -> None:
    assert turning_tides.read(asked(card), 0, text) == bid


@pytest.mark.parametrize("text", ["promote 4", "promoveer 4", "4", "promote sailor at 4"])
def test_a_promotion(text: str) -> None:
    assert turning_tides.read(asked("move", ship(z4="s", z5="s")), 0, text) == "promote 4"


@pytest.mark.parametrize(
    ("phase", "text", "bid"),
    [
        (EXCHANGE, "Keep", "keep"),
        (EXCHANGE, "houden", "keep"),
        (EXCHANGE, "swap cannon, sailor for fire and swing", "swap sailor cannon for swing fire"),
        (EXCHANGE, "kanon voor slingeren", "swap cannon for swing"),
        (DAMAGE, "stow fire", "stow fire"),
        (DAMAGE, "vuren", "stow fire"),
    ],
)
def test_the_lull(phase: str, text: str, bid: str) -> None:
    assert turning_tides.read(lull(phase), 0, text) == bid


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("cannon", "at 2"),  # 2a or 2b
        ("move", "sailor to 5"),  # from zone 1, 2 or 4
        ("move", "cannon to 2"),
    ],
)
def test_two_meanings_are_not_guessed(card: str, text: str) -> None:
    with pytest.raises(Malformed, match="more than one") as refused:
        turning_tides.read(asked(card), 0, text)
    assert len(refused.value.legal) > 1


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("swing", "at 4"),  # the enemy's zone, perhaps
        ("swing", "promote 4"),
        ("sailor", "from 2"),
        ("sailor", "at 3"),  # destroyed
        ("move", "sailor 4 to 3"),
        ("navigate", "fire"),
        ("navigate", "surrender"),
        ("swing", "swing from 3"),
        ("sailor", "sailor at 9"),
        ("sailor", "place sailor on 3"),
        ("cannon", "cannon at 9a"),
        ("move", "move sailor 4 to 3"),
        ("move", "sailor from 4 to 3"),
        ("move", "captain from 9 to 1"),
        ("move", "captain to 9"),
        ("move", "captain 6 3"),
    ],
)
def test_readable_but_not_legal(card: str, text: str) -> None:
    with pytest.raises(Illegal) as refused:
        turning_tides.read(asked(card), 0, text)
    assert refused.value.given == text
    assert refused.value.legal == turning_tides.legal(asked(card), 0)
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (position(cards=("fire", "")), "play swing"),
        (asked("move", ship(z4="s", z5="s")), "promote sailor at 6"),
        (lull(EXCHANGE), "wait for fire"),
        (lull(EXCHANGE), "swap wait for fire"),
        (lull(DAMAGE), "fire fire fire"),
        (lull(DAMAGE), "wait"),
    ],
)
def test_what_only_repeats_the_question_makes_nothing_unreadable(state: State, text: str) -> None:
    with pytest.raises(Illegal):
        turning_tides.read(state, 0, text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "forward please",
        "forward\nback",
        "forward or back",
        "9z",
        "swap for",
        "²",
        "x" * 999,
    ],
)
def test_unreadable(text: str) -> None:
    with pytest.raises(Malformed) as refused:
        turning_tides.read(asked("navigate"), 0, text)
    assert "Legal now: back, claim, forward" in str(refused.value)
    assert len(str(refused.value)) < 300


def test_a_sailor_is_not_read_as_moving_where_he_comes_from() -> None:
    with pytest.raises(Malformed):
        turning_tides.read(asked("move"), 0, "sailor from 4")


def test_every_legal_bid_reads_as_itself() -> None:
    states = [asked(card) for card in ("sailor", "cannon", "move", "navigate", "swing")]
    for state in (*states, lull(EXCHANGE), lull(DAMAGE), position(cards=("fire", ""))):
        for bid in turning_tides.legal(state, 0):
            assert turning_tides.read(state, 0, f" {bid.upper()}  ") == bid


def test_a_seat_that_owes_nothing() -> None:
    with pytest.raises(Illegal, match="Legal now: nothing"):
        turning_tides.read(asked("navigate"), 1, "forward")
