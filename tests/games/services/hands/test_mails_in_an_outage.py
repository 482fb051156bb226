"""A mail counts if it came by the deadline that its sender gets once lost time is given back."""

from importlib import import_module
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Outage
from accounts.operation import heartbeats
from games.mail.inbound import process
from games.models import Bid, InboundMail, SeatClock
from games.services.hands import resolving
from tests.games.mail.inbound.mailing import a_reply, arrive
from tests.games.mail.reading import members, started
from tests.games.making import hand_of, legal
from tests.games.services.hands.test_outages import HOUR, down, opened

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("part", ["sweep", "outbox"])
def test_a_mail_after_the_deadline_counts_while_we_are_down(part: str) -> None:
    """It came half an hour after the deadline, and is read before anything else happens."""
    marit, *_others = users = members(3)
    game = started(users, hours=24)
    opened(game, 24.5)
    heartbeats.beat("sweep")
    down(3, part)
    mail = arrive(game, marit, a_reply(marit, legal(game, 0)[5]))
    process.read_all()

    mail.refresh_from_db()
    assert mail.outcome == "applied"
    assert not Bid.objects.get(hand=hand_of(game)).missed


@pytest.mark.parametrize("looked", ["games.services.hands.outages.give_back",
                                    "accounts.operation.heartbeats.silent_since"])  # fmt: skip
def test_a_part_that_comes_back_between_two_looks_takes_nobodys_time(
    looked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a hand that expires nor a mail that is read finds it neither silent nor back."""
    marit, *_others = users = members(3)
    game = started(users, hours=24)
    opened(game, 25)
    mail = arrive(game, marit, a_reply(marit, legal(game, 0)[5]))
    module, _dot, name = looked.rpartition(".")
    look = getattr(import_module(module), name)

    def looks(*args: Any) -> Any:
        found = look(*args)
        heartbeats.beat("mailin")
        return found

    for act in (process.read_all, lambda: resolving.expire_hand(hand_of(game).pk)):
        Outage.objects.all().delete()
        down(3, "mailin")
        with monkeypatch.context() as patched:
            patched.setattr(looked, looks)
            act()
    mail.refresh_from_db()
    assert mail.outcome == "applied"
    assert not Bid.objects.filter(missed=True).exists()


def test_a_mail_is_late_if_its_time_was_over_before_we_went_down() -> None:
    marit, *_others = users = members(3)
    game = started(users, hours=24)
    opened(game, 27.5)
    SeatClock.objects.exclude(seat__user=marit).update(deadline=timezone.now())
    heartbeats.beat("sweep")
    down(3, "outbox")
    mail = arrive(game, marit, a_reply(marit, legal(game, 0)[5]))
    process.read_all()

    mail.refresh_from_db()
    assert mail.outcome == "late"


@pytest.mark.parametrize("recorded", [False, True])
def test_a_mail_counts_before_and_after_the_time_is_given_back(recorded: bool) -> None:
    """The sender's time was over just before a part went down, and the others had some left."""
    marit, *_others = users = members(3)
    game = started(users, hours=24)
    opened(game, 26)  # two hours over
    heartbeats.beat("sweep")
    down(2.5, "outbox")
    SeatClock.objects.filter(seat__user=marit).update(deadline=timezone.now() - 2.6 * HOUR)
    mail = arrive(game, marit, a_reply(marit, legal(game, 0)[5]))
    InboundMail.objects.update(received_at=timezone.now() - HOUR)
    if recorded:
        heartbeats.beat("outbox")
    process.read_all()

    mail.refresh_from_db()
    assert mail.outcome == "applied"


def test_a_mail_after_the_time_that_was_given_back_is_late() -> None:
    marit, *_others = users = members(3)
    game = started(users, hours=24)
    opened(game, 27.5)
    down(3)
    mail = arrive(game, marit, a_reply(marit, legal(game, 0)[5]))
    process.read_all()

    mail.refresh_from_db()
    assert mail.outcome == "late"
