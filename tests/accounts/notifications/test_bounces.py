"""Letters that come back: the address is stopped, the notice told otherwise, its fate shown."""

import smtplib
from collections.abc import Iterator
from datetime import timedelta

import pytest
from anymail.signals import AnymailTrackingEvent, EventType, RejectReason
from django.utils import timezone
from pytest_django import Settings

from accounts.email import inbound_routes, unasked_letters
from accounts.email.delivery_reports import Report, ReportKind
from accounts.models import Bounce, Choice, Notice, Suppression, User
from accounts.notifications import (
    bounces,
    delivery,
    eligibility,
    provider_events,
    reconfirm_address,
    status_text,
)
from accounts.notifications.kinds import KINDS, Kind
from tests.accounts.making import member, plain_letter, tell
from tests.accounts.reporting import complaint, dsn
from tests.accounts.sink import listening, mailin
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db(transaction=True)
State = Notice.State
FULL = Report(ReportKind.SOFT, "5.2.2", "full")


@pytest.fixture
def marit() -> User:
    return member()


def sent(user: User, settings: Settings, count: int = 1, kind: str = "plain") -> list[Notice]:
    """So many letters that have left."""
    notices = [notice for notice in tell(user, count, kind=kind) if notice.channel == "mail"]
    with listening(settings):
        assert delivery.deliver() == count
    return notices


@pytest.fixture
def everywhere() -> Iterator[str]:
    """A kind that goes by every channel, on the site only if somebody wishes it there."""
    KINDS["both"] = Kind("both", "both", plain_letter)
    yield "both"
    del KINDS["both"]


def fresh(notice: Notice) -> Notice:
    return Notice.objects.get(pk=notice.pk)


def come_back(notice: Notice, raw: bytes | None = None, to: str = "") -> None:
    """The report, over our own listener, with the null return path."""
    to = to or bounces.return_path(notice)
    with mailin() as port, smtplib.SMTP("127.0.0.1", port) as client:
        client.sendmail("", [to], raw or dsn(to=to))


def test_the_return_path_is_each_letters_own_and_from_is_ours(
    marit: User, settings: Settings
) -> None:
    (notice,) = tell(marit)
    with listening(settings) as sink:
        delivery.deliver()
    (mail,), (path,) = sink.mails, sink.senders
    assert path == bounces.return_path(notice)
    assert str(mail["From"]) == settings.DEFAULT_FROM_EMAIL
    assert mail.get_all("From") == [mail["From"]]
    assert bounces.notice_of(path.upper()) == notice


def test_a_forged_return_path_is_nobodys(marit: User) -> None:
    (notice,) = tell(marit)
    local, _at, domain = bounces.return_path(notice).partition("@")
    forged = f"{local[:-1]}{'0' if local[-1] != '0' else '1'}@{domain}"
    assert bounces.notice_of(forged) is None
    assert bounces.notice_of(f"{local}@elsewhere.example") is None
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        come_back(notice, to=forged)
    assert Suppression.objects.count() == 0


def test_a_hard_bounce_stops_the_address_and_is_told_on_the_site(
    marit: User, settings: Settings, everywhere: str
) -> None:
    Choice.objects.create(user=marit, kind=everywhere, channel="site", wanted=False)
    (notice,) = sent(marit, settings, kind=everywhere)
    assert not fresh(notice).shown
    come_back(notice)
    come_back(notice)  # reported twice

    notice = fresh(notice)
    assert notice.state == State.FAILED
    assert status_text.reason(notice) == "It bounced: 550 5.1.1 No such user"
    assert bounces.unreached(marit) is not None
    assert Bounce.objects.count() == 1
    assert notice.shown, "behind the bell instead"
    (later,) = tell(marit)
    with listening(settings) as sink:
        delivery.deliver()
    assert sink.mails == []
    assert status_text.reason(fresh(later)).startswith("E-mails to your address are bouncing")


def test_what_waits_for_its_hour_is_behind_the_bell_once_the_address_stops(
    marit: User, settings: Settings, everywhere: str
) -> None:
    Choice.objects.create(user=marit, kind=everywhere, channel="site", wanted=False)
    (notice,) = sent(marit, settings)
    (waiting,) = tell(marit, kind=everywhere)
    Notice.objects.filter(pk=waiting.pk).update(send_after=timezone.now() + timedelta(hours=8))
    come_back(notice)
    assert fresh(waiting).shown


def test_what_is_wished_by_letter_goes_to_the_site_instead(
    marit: User, settings: Settings, everywhere: str
) -> None:
    Choice.objects.create(user=marit, kind=everywhere, channel="site", wanted=False)
    (notice,) = sent(marit, settings)
    come_back(notice)
    (after,) = tell(marit, kind=everywhere)
    assert after.shown
    Choice.objects.create(user=marit, kind=everywhere, channel="mail", wanted=False)
    assert not tell(marit, kind=everywhere)


def test_a_soft_bounce_is_tried_once_more_and_three_of_them_are_enough(
    marit: User, settings: Settings
) -> None:
    first, second, third = sent(marit, settings, 3)
    full = dsn("5.2.2", "552 5.2.2 Mailbox full")
    come_back(first, full)
    waiting = fresh(first)
    assert waiting.state == State.QUEUED
    assert waiting.leased_until is not None
    assert waiting.leased_until > timezone.now() + timedelta(hours=3)
    assert waiting.message_id == first.message_id

    come_back(first, full)
    assert fresh(first).state == State.FAILED
    come_back(second, full)
    assert bounces.unreached(marit) is None
    come_back(third, full)
    assert bounces.unreached(marit) is not None


@pytest.mark.parametrize(("sort", "days"), [(ReportKind.COMPLAINT, 0), (ReportKind.SOFT, 14)])
def test_complaints_and_what_is_two_weeks_old_are_not_among_the_three(
    marit: User, sort: ReportKind, days: int
) -> None:
    *earlier, third = tell(marit, 3)
    at, address = timezone.now() - timedelta(days=days), not_none(marit.email)
    for notice in earlier:
        Bounce.objects.create(notice=notice, sort=sort.value, address=address, at=at)
    bounces.record(third, FULL)
    assert bounces.unreached(marit) is None


@pytest.mark.parametrize(("hours", "state"), [(3, State.FAILED), (5, State.QUEUED)])
def test_what_would_come_too_late_is_not_tried_once_more(
    marit: User, hours: int, state: str
) -> None:
    (notice,) = tell(marit, drop_after=timezone.now() + timedelta(hours=hours))
    notice.state = State.SENT
    notice.save()
    bounces.record(notice, FULL)
    assert fresh(notice).state == state


def test_hands_are_paused_at_most_once_a_month_for_an_address_that_comes_and_goes(
    marit: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused: list[User] = []
    monkeypatch.setattr(bounces, "UNREACHED", [paused.append])
    (notice,) = tell(marit)
    for days, times in ((0, 1), (29, 1), (31, 2)):
        past = timezone.now() - timedelta(days=days)
        User.objects.exclude(paused_at=None).update(paused_at=past)
        bounces.stop(Notice.objects.select_related("recipient").get(pk=notice.pk))
        assert len(paused) == times
        bounces.lift(not_none(marit.email))


def test_an_address_that_asked_us_never_to_write_is_not_made_good_by_a_letter(marit: User) -> None:
    address = not_none(marit.email)
    Suppression.objects.create(address=address, reason=unasked_letters.ASKED)
    bounces.lift(address)
    assert Suppression.objects.exists()


def test_an_absence_or_a_rumour_changes_nothing(marit: User, settings: Settings) -> None:
    (notice,) = sent(marit, settings)
    come_back(notice, b"Subject: Away\r\nAuto-Submitted: auto-replied\r\n\r\nI am away. 5.1.1\r\n")
    assert fresh(notice).state == State.SENT
    assert Bounce.objects.count() == 0


def test_a_complaint_stops_that_kind_and_no_other(marit: User, settings: Settings) -> None:
    (notice,) = sent(marit, settings)
    come_back(notice, complaint())
    assert not eligibility.wishes(marit, "plain")
    assert eligibility.wishes(marit, "where")
    assert bounces.unreached(marit) is None


def test_a_complaint_about_what_cannot_be_turned_off_stops_the_address_until_confirmed_again(
    marit: User, settings: Settings
) -> None:
    KINDS["must"] = Kind("must", "must", plain_letter, optional=False, ways=("mail",))
    (notice,) = sent(marit, settings, kind="must")
    come_back(notice, complaint())
    assert bounces.unreached(marit) is not None
    bounces.lift(not_none(marit.email))
    assert not Suppression.objects.exists()
    del KINDS["must"]


def test_a_complaint_by_somebody_without_an_account_stops_all_to_the_address() -> None:
    notice = Notice.objects.create(address="anna@elsewhere.example", kind="invitation", event="1")
    bounces.record(notice, Report(ReportKind.COMPLAINT, "", ""))
    assert Suppression.objects.get().reason == unasked_letters.ASKED


def test_refused_in_the_dialogue_counts_alike(marit: User, settings: Settings) -> None:
    tell(marit)
    with listening(settings) as sink:
        sink.rcpt = "550 5.1.1 No such user"
        delivery.deliver()
    assert bounces.unreached(marit) is not None
    assert Notice.objects.get(channel="mail").state == State.FAILED


@pytest.mark.parametrize(
    "said",
    [
        "554 5.7.1 <marit@example.org>: Relay access denied",
        "550 5.7.1 Relaying denied",
        "550 relay not permitted",
        "550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain",
        "550 5.4.5 Daily user sending limit exceeded",
    ],
)
def test_a_mail_server_that_refuses_us_is_not_held_against_the_reader(
    marit: User, settings: Settings, said: str
) -> None:
    """It is tried again, so that nothing is lost once the operator has mended that."""
    tell(marit)
    with listening(settings) as sink:
        sink.rcpt = said
        delivery.deliver()
        assert Notice.objects.get(channel="mail").state == State.QUEUED
        assert not Bounce.objects.exists()
        sink.rcpt = "250 Fine"
        Notice.objects.update(leased_until=None)
        delivery.deliver()
    assert Notice.objects.get(channel="mail").state == State.SENT


@pytest.mark.parametrize(
    ("event_type", "reason", "text", "expected"),
    [
        (EventType.BOUNCED, RejectReason.BOUNCED, "550 5.1.1 nobody", ReportKind.HARD),
        (EventType.BOUNCED, RejectReason.INVALID, "", ReportKind.HARD),
        (EventType.BOUNCED, RejectReason.BOUNCED, "552 5.2.2 full", ReportKind.SOFT),
        (EventType.REJECTED, RejectReason.SPAM, "", ReportKind.SOFT),
        (EventType.COMPLAINED, None, "", ReportKind.COMPLAINT),
        (EventType.DELIVERED, None, "250 fine", None),
        (EventType.DEFERRED, None, "451 later", None),
    ],
)
def test_a_providers_event_is_read(
    event_type: str, reason: str | None, text: str, expected: ReportKind | None
) -> None:
    event = AnymailTrackingEvent(
        event_type=event_type, reject_reason=reason, mta_response=text, metadata={}
    )
    found = provider_events.report_of(event)
    assert (found.sort if found else None) == expected


def hard_event(notice: Notice, recipient: str | None = None) -> AnymailTrackingEvent:
    return AnymailTrackingEvent(
        event_type=EventType.BOUNCED,
        reject_reason=RejectReason.INVALID,
        recipient=recipient,
        metadata={"notice": notice.message_id},
    )


def test_a_providers_event_names_its_letter(marit: User, settings: Settings) -> None:
    (notice,) = sent(marit, settings)
    provider_events.on_tracking(hard_event(notice))
    assert bounces.unreached(marit) is not None


def test_a_late_report_about_an_old_address_says_nothing_about_the_new_one(
    marit: User, settings: Settings
) -> None:
    (notice,) = sent(marit, settings)
    path, old = bounces.return_path(notice), not_none(marit.email)
    User.objects.filter(pk=marit.pk).update(email="new@example.net")
    assert not bounces.Reports().knows(path)
    for went in (old, f"Marit <{old.title()}>"):
        provider_events.on_tracking(hard_event(notice, went))
    assert not Suppression.objects.exists()
    assert fresh(notice).state == State.SENT
    provider_events.on_tracking(hard_event(notice, "New@example.net"))
    assert Suppression.objects.get().address == "new@example.net"


def test_return_paths_of_older_letters_name_no_address(marit: User) -> None:
    (notice,) = tell(marit)
    mark = f"b-{notice.message_id}-{bounces._key(notice.message_id)}"
    assert bounces.notice_of(inbound_routes.address_of(mark)) == notice


def test_the_address_is_good_again_once_its_link_was_used(marit: User, settings: Settings) -> None:
    (notice,) = sent(marit, settings)
    bounces.record(notice, Report(ReportKind.HARD, "5.1.1", "gone"))
    reconfirm_address.ask(marit)
    reconfirm_address.ask(marit)  # at most one an hour
    with listening(settings) as sink:
        assert delivery.deliver() == 1
    text = not_none(sink.mails[0].get_body(("plain",))).get_content()
    token = text.partition("/letters/again/")[2].partition("/")[0]
    assert reconfirm_address.read(token) == marit
    assert reconfirm_address.read(token[:-1]) is None
    bounces.lift(not_none(marit.email))
    assert bounces.unreached(marit) is None
