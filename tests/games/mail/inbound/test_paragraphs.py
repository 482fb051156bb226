"""Lines with an empty one between them, as many mail programs send what somebody types."""

import pytest

from accounts.models import User
from games import selectors
from games.models import Bid, Game
from games.services.mail import inbox
from tests.games.mail.inbound.at_table import ask, game, people
from tests.games.mail.inbound.test_long_words import send
from tests.games.mail.reading import letter, words
from tests.games.making import legal

__all__ = ["game", "people"]  # fixtures
pytestmark = pytest.mark.django_db


def plan_of(user: User, game: Game) -> str:
    seat = selectors.access.seat_of(game, user)
    assert seat is not None
    found = selectors.hands.plans.own_plan(game, seat)
    return found.text if found is not None else ""


@pytest.mark.parametrize("way", ["hand", "table", "several", "person"])
def test_a_plan_goes_on_below_an_empty_line(game: Game, people: list[User], way: str) -> None:
    """Of “then: 14”, the 14 isn't an answer to the hand of now."""
    first, second = legal(game, 0)[:2]
    send(way, people[0], game, f"plan next: {first}\n\nthen: {second}\n\nMarit")
    assert plan_of(people[0], game) == f"next: {first}\nthen: {second}"
    assert not Bid.objects.exists()


def test_what_is_no_part_of_a_plan_stays_an_answer(game: Game, people: list[User]) -> None:
    first, second = legal(game, 0)[:2]
    send("hand", people[0], game, f"plan\n\nnext: {first}\n\n{second}")
    assert plan_of(people[0], game) == f"next: {first}"
    assert Bid.objects.count() == 1


def test_a_quote_ends_a_plan(game: Game, people: list[User]) -> None:
    first, second = legal(game, 0)[:2]
    send("hand", people[0], game, f"plan next: {first}\n\n> quoted\n\nthen: {second}")
    assert plan_of(people[0], game) == f"next: {first}"


@pytest.mark.parametrize("way", ["hand", "table", "several", "person"])
@pytest.mark.parametrize("word", ["say", "note"])
def test_what_is_below_a_message_is_told(
    game: Game, people: list[User], way: str, word: str
) -> None:
    """A signature may stand there, which isn't for everybody; so it isn't said, but not dropped
    without a word either.
    """
    send(way, people[0], game, f"{word} Hello all\n\nI am away tomorrow.\n\nCheers\nAnna")
    told = words(letter(people[0], "mail_lines" if way == "several" else "mail_table"))
    assert "I am away tomorrow." in told
    assert "Cheers" not in told
    assert "Anna" not in told


def test_so_it_is_below_one_beside_an_answer(game: Game, people: list[User]) -> None:
    card = legal(game, 0)[0]
    send("hand", people[0], game, f"say Hello all\n\n{card}\n\nSee you")
    assert "did nothing" not in words(letter(people[0], "mail_receipt"))
    send("hand", people[0], game, f"{card}\nsay Hello all\n\nI am away tomorrow.")
    assert "I am away tomorrow." in words(letter(people[0], "mail_receipt"))


def test_so_it_is_below_the_last_numbered_line(game: Game, people: list[User]) -> None:
    send("several", people[0], game, f"{legal(game, 0)[0]}\n1: say Hello all\nI am away.\n\nMarit")
    told = words(letter(people[0], "mail_lines"))
    assert "I am away." in told
    assert "“Marit”" not in told


@pytest.mark.parametrize(
    "below",
    ["Marit", "LG Ute", "Groetjes,\nAnna", "Thanks!", "Sent from my iPhone",
     "Von meinem iPhone gesendet", "Hol dir Outlook für Android", "-- \nMarit de Vries\nTexel"],
)  # fmt: skip
def test_no_signature_is_told(game: Game, people: list[User], below: str) -> None:
    mail = ask(people[0], game, f"say Hello all\n\n{below}")
    assert "left" not in inbox.result_of(mail)
