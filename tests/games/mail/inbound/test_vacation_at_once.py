"""A mail with an answer and a vacation, while somebody at the same tables books one on the page."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from accounts.people import vacations as days
from games.mail.inbound import confirmation, process
from games.models import Game
from games.services import wake_workers
from games.services.mail import reply_addresses
from games.services.people import vacations as away
from tests.games.mail.inbound import five_hands
from tests.games.mail.inbound.mailing import a_reply, newest, stored
from tests.games.mail.reading import members, started
from tests.games.making import bid, hand_of, legal, sealed_bid
from tests.games.services.crossing import crossed

pytestmark = pytest.mark.django_db(transaction=True)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def no_nudges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wake_workers, "_publish", lambda *_args: None)


@pytest.fixture
def users() -> list[User]:
    return members(3)


@pytest.fixture
def first(users: list[User]) -> Game:
    """An older game of the same people, about which no mail is."""
    game = started(users, name="Texel")
    bid(game, users[0])
    return game


@pytest.fixture
def game(users: list[User], first: Game) -> Game:
    return started(users, name="Vlieland")


def beside_a_booking(users: list[User], job: Callable[[], object]) -> None:
    """Both are done, as neither waits for what the other has."""
    today = days.today(users[1])
    came = crossed(job, lambda: away.book(users[1], today, today + DAY))
    assert not [each for each in came if isinstance(each, Exception)]
    assert users[0].vacations.exists()
    assert users[1].vacations.exists()


def test_to_one_hand(users: list[User], game: Game) -> None:
    to = reply_addresses.reply_address_for(users[0], hand_of(game))
    stored(to, a_reply(users[0], f"{legal(game, 0)[0]}\nvacation 3 days"))
    beside_a_booking(users, process.read_all)
    assert newest().outcome == "applied"


def test_to_one_hand_confirmed(users: list[User], game: Game) -> None:
    to, sender = reply_addresses.reply_address_for(users[0], hand_of(game)), "m@elsewhere.example"
    stored(to, a_reply(users[0], f"{legal(game, 0)[0]}\nvacation 3 days", sender=sender))
    process.read_all()
    assert newest().state == "held"
    beside_a_booking(users, lambda: confirmation.confirm(newest().pk))


def test_to_several_hands(users: list[User], game: Game) -> None:
    other = started(users, name="Ameland")
    numbers = five_hands.numbered([game, other], five_hands.gathered(users[0]))
    number, answered = next(iter(numbers.items()))
    card = legal(answered, 0)[0]
    stored(five_hands.address(users[0]), a_reply(users[0], f"vacation 3 days\n{number}: {card}"))
    beside_a_booking(users, process.read_all)
    assert five_hands.sealed(answered, users[0]) == card


def test_to_one_hand_undone(users: list[User], game: Game) -> None:
    """The answer comes back, though the vacation, which has begun, stays."""
    to = reply_addresses.reply_address_for(users[0], hand_of(game))
    first, second, *_more = legal(game, 0)
    for text in (first, f"{second}\nvacation 3 days", "undo"):
        process.read_all()
        stored(to, a_reply(users[0], text))
    beside_a_booking(users, process.read_all)
    assert sealed_bid(game, 0).notation == first
