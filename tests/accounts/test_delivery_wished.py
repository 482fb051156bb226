"""Who is written to, and what is no longer worth a letter."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts import delivery, fate
from accounts.kinds import KINDS, Kind
from accounts.models import Choice, Notice, Suppression
from tests.accounts.making import member, plain_letter, tell
from tests.accounts.sink import listening

pytestmark = pytest.mark.django_db(transaction=True)
State = Notice.State


def delivered(settings: Settings) -> tuple[str, str, int]:
    """State and reason of the one notice, and how many mails left."""
    with listening(settings) as sink:
        delivery.deliver()
    notice = Notice.objects.get()
    return notice.state, fate.reason(notice), len(sink.mails)


def test_an_unconfirmed_address_gets_nothing(settings: Settings) -> None:
    tell(member(confirmed=False))
    assert delivered(settings) == (State.SUPPRESSED, "The address is not confirmed.", 0)


def test_a_closed_account_gets_nothing(settings: Settings) -> None:
    user = member()
    tell(user)
    user.is_active = False
    user.save()
    assert delivered(settings) == (State.SUPPRESSED, "The account is closed.", 0)


def test_what_is_not_wished_is_not_sent(settings: Settings) -> None:
    user = member()
    tell(user)
    Choice.objects.create(user=user, kind="plain", wanted=False)
    assert delivered(settings) == (State.SUPPRESSED, "You chose not to get such letters.", 0)


def test_what_is_off_unless_wished_is_sent_when_wished(settings: Settings) -> None:
    KINDS["rare"] = Kind("rare", "rare things", plain_letter, default=False)
    user = member()
    Choice.objects.create(user=user, kind="rare", wanted=True)
    tell(user, kind="rare")
    assert delivered(settings) == (State.SENT, "", 1)
    Choice.objects.all().delete()
    Notice.objects.all().delete()
    tell(user, kind="rare")
    assert delivered(settings)[0] == State.SUPPRESSED


def test_a_suppressed_address_gets_nothing(settings: Settings) -> None:
    user = member()
    tell(user)
    Suppression.objects.create(address=user.email, reason="asked")
    assert delivered(settings)[::2] == (State.SUPPRESSED, 0)


def test_what_is_no_longer_true_is_dropped(settings: Settings) -> None:
    tell(member(), fact="untrue")
    assert delivered(settings)[::2] == (State.DROPPED, 0)


def test_what_comes_too_late_is_dropped(settings: Settings) -> None:
    tell(member(), drop_after=timezone.now() - timedelta(seconds=1))
    assert delivered(settings) == (State.DROPPED, "The time for it was over.", 0)
