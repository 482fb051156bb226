"""Hundreds of mails from several people while no worker runs, and what becomes of them then."""

import pytest

from accounts.email import inbound_routes
from accounts.email.inbound_routes import Arrival, TooMany
from games import selectors
from games.mail.inbound import process
from games.models import Bid, Game, InboundMail, Seat
from games.services.mail import inbox
from games.services.mail.reply_addresses import reply_address_for
from tests.accounts.making import member
from tests.games.mail.inbound.mailing import a_reply, letters_to
from tests.games.mail.reading import started
from tests.games.making import hand_of, legal
from tests.sampling import whole

pytestmark = pytest.mark.django_db
NAMES = ("Marit", "Joost", "Aoife", "Henning", "Ute", "Wim", "Lotte")
A_TABLE = 3  # the others sit at another one
AN_HOUR = 9  # an address takes sixty in truth
MORE = 2  # that each of them writes


@pytest.fixture(autouse=True)
def _few_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    if not whole():
        monkeypatch.setattr(inbox, "MAX_AN_HOUR", AN_HOUR)


@pytest.fixture
def games() -> list[Game]:
    people = [member(name) for name in NAMES[: len(NAMES) if whole() else A_TABLE]]
    tables = (people[:A_TABLE], people[A_TABLE:])
    return [started(at_it) for at_it in tables if at_it]


class Writer:
    """Somebody who goes on changing their mind: which of their mails were taken, and which not."""

    def __init__(self, seat: Seat) -> None:
        assert seat.user is not None
        self.seat, self.user = seat, seat.user
        self.address = reply_address_for(seat.user, hand_of(seat.game))
        self.cards = legal(seat.game, seat.index)
        self.taken: list[int] = []
        self.refused: list[int] = []

    def card(self, number: int) -> str:
        return self.cards[number % len(self.cards)]

    def send(self, number: int) -> None:
        """As the listener does, which says 452 to `TooMany`."""
        try:
            taker = inbound_routes.taker_of(self.address)
        except TooMany:
            self.refused.append(number)
            return
        assert taker is not None
        named = f"<{self.seat.pk}.{number}@client.example>"
        mail = a_reply(self.user, self.card(number), message_id=named)
        taker.take(Arrival(mail.as_bytes(), self.address, self.user.email or ""))
        self.taken.append(number)


def test_of_each_so_many_are_taken_and_the_last_of_them_stands(games: list[Game]) -> None:
    writers = [Writer(seat) for game in games for seat in game.seats.order_by("index")]
    mails = inbox.MAX_AN_HOUR + MORE
    for number in range(mails):
        for writer in writers:
            writer.send(number)
    for writer in writers:
        assert writer.taken == list(range(inbox.MAX_AN_HOUR))
        assert writer.refused == list(range(inbox.MAX_AN_HOUR, mails))
    assert not Bid.objects.exists()  # the workers are stopped

    assert process.read_all() == inbox.MAX_AN_HOUR * len(writers)
    assert process.read_all() == 0

    for writer in writers:
        theirs = InboundMail.objects.filter(address__user=writer.user)
        assert {*theirs.values_list("state", "outcome")} == {("done", "applied")}
        in_order, as_read = theirs.order_by("pk"), theirs.order_by("settled_at")
        assert [*as_read.values_list("pk")] == [*in_order.values_list("pk")]
        game = writer.seat.game
        own = selectors.observations.own_bid(game, hand_of(game), writer.seat.index)
        assert own is not None
        assert own.notation == writer.card(writer.taken[-1])
        assert (
            Bid.objects.get(seat=writer.seat).changes == inbox.MAX_AN_HOUR - 1
        )  # each of them counted, and once
        assert len(letters_to(writer.user)) == inbox.LETTERS_AN_HOUR
