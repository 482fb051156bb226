"""A digest that comes back, or may not have arrived: its parts share that."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.email.delivery_reports import Report, ReportKind
from accounts.models import Notice, Suppression, User
from accounts.notifications import bounces, delivery, eligibility
from accounts.notifications.kinds import KINDS, Gathers, Kind
from tests.accounts.making import member, plain_letter, tell
from tests.accounts.sink import listening, sent
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db(transaction=True)
State = Notice.State
FULL = Report(ReportKind.SOFT, "4.2.2", "Mailbox full")
GONE = Report(ReportKind.HARD, "5.1.1", "No such user")


@pytest.fixture(autouse=True)
def _asks() -> Iterator[None]:
    KINDS["asks"] = Kind(
        "asks",
        "asks",
        plain_letter,
        gathers=Gathers.HANDS,
        ways=("mail", "site"),
        silent=("site",),
    )
    yield
    del KINDS["asks"]


@pytest.fixture
def marit() -> User:
    user = member()
    tell(user, 2, kind="asks")
    tell(user, kind="asks", fact="untrue")
    return user


def digest() -> Notice:
    return Notice.objects.get(kind="digest")


def parts() -> list[tuple[str, str, bool]]:
    rows = Notice.objects.filter(kind="asks").order_by("id")
    return [(row.state, row.reason, row.shown) for row in rows]


LEFT_OUT = (State.DROPPED, "untrue", False)
BOUNCED = (State.FAILED, "bounced: No such user", True)


def test_after_a_soft_bounce_it_goes_again_with_all_that_stood_in_it(
    marit: User, settings: Settings
) -> None:
    (first,) = sent(settings)
    bounces.record(digest(), FULL)
    Notice.objects.filter(kind="digest").update(leased_until=None)
    (again,) = sent(settings)
    texts = [not_none(mail.get_body(("plain",))).get_content() for mail in (first, again)]
    assert texts[0] == texts[1]
    assert first["Message-ID"] == again["Message-ID"]
    assert parts() == [(State.SENT, "digest", False)] * 2 + [LEFT_OUT]


def test_after_a_hard_bounce_all_that_stood_in_it_is_behind_the_bell(
    marit: User, settings: Settings
) -> None:
    sent(settings)
    bounces.record(digest(), GONE)
    assert parts() == [BOUNCED] * 2 + [LEFT_OUT]


def test_a_hard_bounce_while_it_waits_to_go_again_ends_its_parts(
    marit: User, settings: Settings
) -> None:
    sent(settings)
    bounces.record(digest(), FULL)
    bounces.record(digest(), GONE)
    assert parts() == [BOUNCED] * 2 + [LEFT_OUT]


def test_a_complaint_stops_what_goes_into_digests_and_not_the_address(
    marit: User, settings: Settings
) -> None:
    sent(settings)
    bounces.record(digest(), Report(ReportKind.COMPLAINT, "", ""))
    assert not eligibility.wishes(marit, "asks")
    assert eligibility.wishes(marit, "plain")
    assert not Suppression.objects.exists()


def test_what_stood_in_it_is_behind_the_bell_when_nobody_knows_if_it_arrived(
    marit: User, settings: Settings
) -> None:
    with listening(settings) as sink:
        sink.drops = 2
        delivery.deliver()
        Notice.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
        delivery.deliver()
    assert digest().state == State.UNKNOWN
    assert [(state, shown) for state, _reason, shown in parts()] == [
        (State.UNKNOWN, True),
        (State.UNKNOWN, True),
        (State.DROPPED, False),
    ]
