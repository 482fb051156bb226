"""Who is written to, and what is no longer worth a letter."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Choice, Notice, Suppression, User
from accounts.notifications import delivery, status_text
from accounts.notifications.channels.email import EmailChannel
from accounts.notifications.kinds import KINDS, Kind
from accounts.notifications.outbox import NotificationRequest, enqueue
from tests.accounts.making import claimed, leaves, member, plain_letter, tell
from tests.accounts.sink import listening
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db(transaction=True)
State = Notice.State


def delivered(settings: Settings) -> tuple[str, str, int]:
    """State and reason of the one notice, and how many mails left."""
    with listening(settings) as sink:
        delivery.deliver()
    notice = Notice.objects.get()
    return notice.state, status_text.reason(notice), len(sink.mails)


def test_an_unconfirmed_address_gets_nothing(settings: Settings) -> None:
    tell(member(confirmed=False))
    assert delivered(settings) == (State.SUPPRESSED, "The address isn’t confirmed.", 0)


def test_who_gets_a_new_address_while_their_letter_is_on_its_way_gets_it_there(
    settings: Settings,
) -> None:
    user = member()
    tell(user)
    (letter,) = claimed()
    EmailAddress.objects.filter(user=user).update(email="new@example.org")
    User.objects.filter(pk=user.pk).update(email="new@example.org")
    with listening(settings) as sink:
        with EmailChannel() as line:
            assert not leaves(letter, line)
        assert delivery.deliver() == 1
    assert "new@example.org" in sink.mails[0]["To"]


def test_a_closed_account_gets_nothing(settings: Settings) -> None:
    user = member()
    tell(user)
    user.is_active = False
    user.save()
    assert delivered(settings) == (State.SUPPRESSED, "The account is closed.", 0)


def test_what_is_off_unless_wished_is_sent_when_wished(settings: Settings) -> None:
    KINDS["rare"] = Kind("rare", "rare things", plain_letter, default=False)
    user = member()
    Choice.objects.create(user=user, kind="rare", wanted=True)
    tell(user, kind="rare")
    assert delivered(settings) == (State.SENT, "", 1)
    Choice.objects.all().delete()
    Notice.objects.all().delete()
    assert not tell(user, kind="rare"), "what nobody wishes is no row"


def test_what_is_switched_off_after_it_was_written_does_not_go(settings: Settings) -> None:
    user = member()
    tell(user)
    Choice.objects.create(user=user, kind="plain", wanted=False)
    assert delivered(settings) == (State.SUPPRESSED, "You chose not to get these.", 0)


def test_what_was_not_wished_when_it_happened_does_not_come_later(settings: Settings) -> None:
    user = member()
    choice = Choice.objects.create(user=user, kind="plain", wanted=False)
    assert not tell(user)
    choice.delete()
    with listening(settings) as sink:
        delivery.deliver()
        assert not sink.mails
        assert tell(user), "from the next one on"


def test_a_table_of_which_letters_were_stopped_gets_no_row() -> None:
    user = member()
    tell(user)[0].delete()  # makes the kind known
    Choice.objects.create(user=user, kind="plain", about="game:12", wanted=False)
    enqueue([NotificationRequest(user.pk, "plain", f"game:{pk}", {"game": pk}) for pk in (12, 13)])
    assert [notice.scope for notice in Notice.objects.all()] == ["game:13"]


def test_what_was_said_of_a_table_goes_before_what_was_said_of_all(settings: Settings) -> None:
    user = member()
    tell(user)[0].delete()  # makes the kind known
    enqueue([NotificationRequest(user.pk, "plain", "game:12", {"game": 12})])
    for about, wanted in (("", True), ("game:12", False)):
        Choice.objects.create(user=user, kind="plain", about=about, wanted=wanted)
    assert delivered(settings)[::2] == (State.SUPPRESSED, 0)


def test_a_suppressed_address_gets_nothing(settings: Settings) -> None:
    user = member()
    tell(user)
    Suppression.objects.create(address=not_none(user.email), reason="asked")
    assert delivered(settings)[::2] == (State.SUPPRESSED, 0)


def test_what_is_no_longer_true_is_dropped(settings: Settings) -> None:
    tell(member(), fact="untrue")
    assert delivered(settings)[::2] == (State.DROPPED, 0)


def test_what_comes_too_late_is_dropped(settings: Settings) -> None:
    tell(member(), drop_after=timezone.now() - timedelta(seconds=1))
    assert delivered(settings) == (State.DROPPED, "It was too late for it.", 0)
