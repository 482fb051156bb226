"""Machines that answer machines: whatever one does for a day, it gets one letter at most."""

from datetime import datetime, timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from games.mail.inbound import process
from games.models import Bid, Game, InboundMail
from tests.games.mail.inbound.mailing import a_reply, arrive, letters_to
from tests.games.mail.reading import members, started

pytestmark = pytest.mark.django_db
HOURS = 24
# One says in its headers what it is, as RFC 3834 asks; the other says nothing at all.
HONEST = {"Auto-Submitted": "auto-replied", "Precedence": "bulk"}
AWAY = "I am on holiday until Monday.\n\nIn urgent cases ask Joost.\n"


@pytest.fixture
def game() -> Game:
    return started(members(3), hours=14 * 24)


def answers_everything(game: Game, user: User, now: datetime, **headers: str) -> int:
    """The machine answers each letter that came since it last looked; returns how many."""
    waiting = Notice.objects.filter(recipient=user, channel="mail", attempts=0)
    fresh = list(waiting.filter(send_after__lte=now))
    for notice in fresh:
        Notice.objects.filter(pk=notice.pk).update(attempts=1)
        arrive(game, user, a_reply(user, AWAY, **headers))
    return len(fresh)


def a_day(game: Game, machines: dict[User, dict[str, str]]) -> None:
    """Twenty-four hours in steps of ten minutes."""
    begun = timezone.now()
    for step in range(HOURS * 6):
        now = begun + timedelta(minutes=10 * step)
        with patch("django.utils.timezone.now", return_value=now):
            heard = [answers_everything(game, user, now, **how) for user, how in machines.items()]
            if any(heard):
                process.read_all()


def test_two_machines_for_a_day(game: Game) -> None:
    honest, silent = (game.seats.get(index=index).user for index in (0, 1))
    a_day(game, {honest: {k.replace("-", "_"): v for k, v in HONEST.items()}, silent: {}})
    assert letters_to(honest) == []
    assert len(letters_to(silent)) <= 1
    assert not Bid.objects.exists()
    assert InboundMail.objects.filter(address__user=honest).exists()
    assert InboundMail.objects.filter(address__user=silent).count() >= 2


def test_our_own_letters_are_never_answered(game: Game) -> None:
    """A forward that sends everything back."""
    marit = game.seats.get(index=0).user
    arrive(game, marit, a_reply(marit, "help", Auto_Submitted="auto-generated", List_Id="<x.y>"))
    process.read_all()
    assert InboundMail.objects.get().outcome == "automatic"
    assert letters_to(marit) == []
