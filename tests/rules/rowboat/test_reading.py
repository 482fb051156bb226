"""What a person writes is read forgivingly; what cannot be meant is refused with reasons."""

import pytest

from games.catalogue.rowboat import rules as rowboat
from games.catalogue.rowboat.rules.cards import DECK
from games.catalogue.rowboat.rules.reading import understood
from games.catalogue.rowboat.rules.state import Phase
from games.rules.errors import Illegal, Malformed
from tests.rules.rowboat.arranging import at_play, dealt, without_moon

EXAMPLE = "3m 7w Ms Ss 8w 5m 3w 8o"


@pytest.mark.parametrize("card", DECK[::7])
@pytest.mark.parametrize("phase", [Phase.MOON, Phase.EXCHANGE, Phase.BID, Phase.PLAY])
def test_canonical_forms_read_as_themselves_in_every_phase(card: str, phase: str) -> None:
    for answer in (f"play {card}", f"give {card}", "play rowboat", "bid 10", "moon 4", "no moon"):
        assert understood(answer, phase) == answer
        assert understood(answer.upper().replace(" ", "   ") + "\n", phase) == answer


@pytest.mark.parametrize(
    "text",
    ["7w", "7W", "play 7W", "7 of waves", " Seven of the Waves. ", "waves 7", "w7", "7-w", "'7w'"],
)
def test_one_card_in_many_words(text: str) -> None:
    assert understood(text, Phase.PLAY) == "play 7w"
    assert understood(text.replace("play ", ""), Phase.EXCHANGE) == "give 7w"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("whale of oars", "play Wo"),
        ("the Mermaid of Maps", "play Mm"),
        ("seeker shells", "play Ss"),
        ("play dolphin-waves", "play Dw"),
        ("anchor of oars", "play Ao"),
        ("sw", "play Sw"),
        ("ws", "play Ws"),
        ("row boat", "play rowboat"),
        ("Play: the Rowboat!", "play rowboat"),
        ("give 3o", "give 3o"),
        ("pass 3 of oars", "give 3o"),
        ("bid: 3", "bid 3"),
        ("bid three", "bid 3"),
        ("moon=5", "moon 5"),
        ("no-moon", "no moon"),
        ("lighthouse", "lighthouse"),
    ],
)
def test_words_and_letters(text: str, answer: str) -> None:
    assert understood(text, Phase.PLAY) == answer


def test_a_bare_number_means_what_the_phase_asks_for() -> None:
    assert understood("5", Phase.BID) == "bid 5"
    assert understood("05", Phase.MOON) == "moon 5"
    assert understood("no", Phase.MOON) == "no moon"
    assert understood("5", Phase.PLAY) is None
    assert understood("no", Phase.BID) is None


@pytest.mark.parametrize(
    "text",
    ["", " ", "7", "waves", "7w 8w", "7w or 8w", "7w\n8w", "play", "play 1w", "10w", "a map",
     "whales", "I play 7w", "7wx", "moon", "bid", "bid 3.5", "bid -1", "bid 3o", "7ｗ", "٣",
     "play moon", "x" * 500],
)  # fmt: skip
def test_what_is_unclear_is_not_guessed(text: str) -> None:
    assert understood(text, Phase.PLAY) is None


def test_malformed_quotes_and_lists() -> None:
    state = at_play("7w 3m", "2w Ws", "Ao 3o")
    with pytest.raises(Malformed) as caught:
        rowboat.read(state, 0, "the  big one")
    assert "“the big one”" in str(caught.value)
    assert "Legal now: play 2w, play rowboat." in str(caught.value)
    assert (caught.value.given, caught.value.legal) == (
        "the  big one",
        ["play 2w", "play rowboat"],
    )


def test_a_long_text_is_cut_where_it_is_quoted() -> None:
    with pytest.raises(Malformed) as caught:
        rowboat.read(at_play("7w 3m", "2w Ws", "Ao 3o"), 0, "blah " * 200)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Ws", "hold waves"),
        ("9m", "do not hold 9m"),
        ("bid 3", "a card is asked for"),
        ("no moon", "a card is asked for"),
        ("lighthouse", "beside the turns"),
    ],
)
def test_illegal_says_why(text: str, reason: str) -> None:
    with pytest.raises(Illegal, match=reason):
        rowboat.read(at_play("7w 3m", "2w Ws", "Ao 3o"), 0, text)


def test_out_of_turn_is_illegal_not_malformed() -> None:
    with pytest.raises(Illegal, match="not your turn"):
        rowboat.read(at_play("7w 3m", "2w Ws", "Ao 3o"), 1, "Ao")


def test_bids_and_moons_out_of_range_are_illegal() -> None:
    state = dealt(2, EXAMPLE)
    with pytest.raises(Illegal, match="The number 13 is not among"):
        rowboat.read(state, 0, "moon 13")
    with pytest.raises(Illegal, match="Now a bid is asked for"):
        rowboat.read(without_moon(state), 1, "7w")
    assert rowboat.read(without_moon(state), 1, " 8 ") == "bid 8"
