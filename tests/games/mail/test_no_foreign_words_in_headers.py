"""No header of a letter says what somebody else wrote: names, or what tables are called.

Planted: the asker's name in the subject of an invitation, and a table's in that of `changes`.
"""

from email import message_from_bytes
from email.policy import default

import pytest

from accounts.models import Notice, User
from accounts.notifications.channels import email
from accounts.notifications.eligibility import NotSent
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from games.services.seats import absence, votes
from games.services.talk import chat
from tests.accounts.making import member
from tests.games import making
from tests.games.mail.reading import started

pytestmark = pytest.mark.django_db
OWN, FOREIGN = "Zephyrine", ("Quintessa", "Barnabaz", "Xylophone")


def everything_said() -> User:
    """Letters of many kinds to the one whose name is hers."""
    reader, asker, third = member(OWN), member(FOREIGN[0]), member(FOREIGN[1])
    game = started([reader, asker, third], name=FOREIGN[2])
    making.bid_all(game)
    chat.say(asker, game.code, "Hello")
    absence.leave(third, game.code)
    for user in (reader, asker):
        votes.vote(user, game.code, "pause")
    created = tables.make_table(asker, TableSettings(name=FOREIGN[2], seats=4))
    invitations.invite(asker, created.code, reader.email or "")
    return reader


def test_every_letter_that_these_events_cause() -> None:
    reader, kinds = everything_said(), set()
    for notice in Notice.objects.filter(recipient=reader, channel="mail"):
        try:
            mail = message_from_bytes(email.compose(notice).message().as_bytes(), policy=default)
        except NotSent:
            continue
        kinds.add(notice.kind)
        headers = " ".join(f"{name}: {value}" for name, value in mail.items() if name != "To")
        assert not [word for word in (*FOREIGN, OWN) if word in headers], headers
    assert kinds >= {"game_started", "your_move", "invitation", "game_paused"}, kinds
