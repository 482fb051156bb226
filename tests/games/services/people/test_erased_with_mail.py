"""Somebody is erased whose mail nobody has read yet: the hands that waited for it go on."""

import pytest

from games.models import Game, Hand, HouseMail
from games.services import sweep
from games.services.mail import house_mail, reply_addresses
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.people import erasure
from tests.accounts.making import staff
from tests.games.mail.inbound.mailing import a_reply, arrive, stored
from tests.games.mail.reading import begun, started
from tests.games.making import bid, hand_of, legal, users_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return begun(3)


def others_answer(game: Game) -> None:
    for user in users_at(game)[1:]:
        bid(game, user)


def is_turned(hand: Hand) -> bool:
    hand.refresh_from_db()
    return hand.state == Hand.State.RESOLVED


@pytest.mark.parametrize("by", ["themselves", "moderator"])
def test_the_hand_is_turned(game: Game, by: str) -> None:
    marit, hand = users_at(game)[0], hand_of(game)
    arrive(game, marit, a_reply(marit, legal(game, 0)[0]))
    others_answer(game)
    if by == "themselves":
        erasure.forget(marit)
    else:
        execution.carry_out(staff(), "forget", str(marit.pk), CommandInput("asked"))
    sweep.sweep()
    assert is_turned(hand)


def test_so_is_each_that_the_letter_had_listed(game: Game) -> None:
    marit = users_at(game)[0]
    games = [game, started(users_at(game))]
    hands = [hand_of(each) for each in games]
    to = reply_addresses.address_of(reply_addresses.address_of_several(marit, hands))
    stored(to, a_reply(marit, f"1: {legal(game, 0)[0]}"))
    for each in games:
        others_answer(each)
    erasure.forget(marit)
    sweep.sweep()
    assert all(map(is_turned, hands))


def test_what_they_wrote_to_the_operators_goes_and_what_others_wrote_stays(game: Game) -> None:
    marit = users_at(game)[0]
    for sender in ("Marit@example.org", "wim@example.org"):
        house_mail.keep("abuse", sender, sender, f"About {marit.email}.".encode())
    erasure.forget(marit)
    assert [mail.identity for mail in HouseMail.objects.all()] == ["wim@example.org"]
