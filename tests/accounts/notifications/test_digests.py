"""Several letters in one: when they are held, what then stands in the one, and their fates."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from threading import Event, Thread
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Choice, Notice, User
from accounts.notifications import (
    delivery,
    digests,
    eligibility,
    outbox,
    prefetch,
    recipients,
    status_text,
    unsubscribe,
)
from accounts.notifications.kinds import KINDS, Gathers, Kind
from accounts.notifications.outbox import NotificationRequest
from accounts.notifications.recipients import Recipient
from tests.accounts.making import claimed, member, plain_letter, tell
from tests.accounts.sink import listening
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db(transaction=True)
State = Notice.State
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _kinds() -> Iterator[None]:
    for slug, gathers in (("asks", Gathers.HANDS), ("news", Gathers.NEWS)):
        KINDS[slug] = Kind(slug, slug, plain_letter, gathers=gathers, ways=("mail",))
    yield
    del KINDS["asks"], KINDS["news"]


def fates() -> list[tuple[str, str]]:
    rows = Notice.objects.exclude(kind="digest").order_by("id")
    return [(row.state, row.reason) for row in rows]


def person(digest: str, **fields: object) -> Recipient:
    return Recipient(User(name="Marit", digest=digest, **fields), {}, None)


def test_hands_that_are_due_together_become_one_letter(settings: Settings) -> None:
    user = member()
    tell(user, 3, kind="asks")
    with listening(settings) as sink:
        assert delivery.deliver() == 1

    (mail,) = sink.mails
    assert mail["Subject"] == "3 hands wait for you"
    for notice in Notice.objects.filter(kind="asks"):
        assert f"About {notice.pk}" in not_none(mail.get_body(("plain",))).get_content()
        assert status_text.reason(notice).startswith("Part of the combined e-mail of ")
    assert fates() == [(State.SENT, "digest")] * 3


def test_only_what_is_still_true_and_wished_stands_in_it(settings: Settings) -> None:
    user = member()
    true = tell(user, 2, kind="asks")
    (untrue,) = tell(user, kind="asks", fact="untrue")
    (late,) = tell(user, kind="asks", drop_after=timezone.now() - HOUR)
    with listening(settings) as sink:
        delivery.deliver()

    text = not_none(sink.mails[0].get_body(("plain",))).get_content()
    assert [f"About {notice.pk}" in text for notice in (*true, untrue, late)] == [1, 1, 0, 0]
    assert fates() == [
        (State.SENT, "digest"),
        (State.SENT, "digest"),
        (State.DROPPED, "untrue"),
        (State.DROPPED, "late"),
    ]


@pytest.mark.parametrize("others", [0, 1])
def test_what_is_done_again_as_it_was_left_out_is_told_by_itself(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, others: int
) -> None:
    user, end = member(), digests._end
    tell(user, others, kind="news")
    untrue = tell(user, 2 - others, kind="asks", fact="untrue")

    def again_before(parts: Sequence[Notice], state: str, reason: str) -> None:
        if reason == "untrue":
            requests = [NotificationRequest(user.pk, "asks", part.event) for part in parts]
            outbox.forget_untrue(requests)
            outbox.enqueue(requests)
            Notice.objects.filter(kind="asks").update(facts={"fact": "so"})
        end(parts, state, reason)

    User.objects.update(digest=User.Digest.DAILY)
    monkeypatch.setattr(digests, "_end", again_before)
    with listening(settings) as sink:
        assert delivery.deliver() == others
        assert delivery.deliver() == 1
    asked = (State.SENT, "" if others else "digest")
    assert fates() == [(State.SENT, "digest")] * others + [asked] * len(untrue)
    assert len(sink.mails) == 1 + others


def test_the_digests_of_many_are_read_together(
    settings: Settings, django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prefetch, "FRESH", 60.0)
    people = [member(f"Person{number}") for number in range(8)]
    for user in people:
        tell(user, 3, kind="asks")
    # Each digest is made and ends by itself, with its parts: eight queries; the rest is for all.
    with listening(settings) as sink, django_assert_max_num_queries(8 * 8 + 26):
        assert delivery.deliver() == 8
    assert len(sink.mails) == 8
    assert fates() == [(State.SENT, "digest")] * 24


def test_what_is_left_alone_goes_as_itself(settings: Settings) -> None:
    user = member()
    (true,) = tell(user, kind="asks")
    tell(user, kind="asks", fact="untrue")
    with listening(settings) as sink:
        delivery.deliver()

    (mail,) = sink.mails
    assert mail["Subject"] == f"About {true.pk}"
    assert unsubscribe.token(true) in mail["List-Unsubscribe"], "and a click stops that kind alone"


def test_nothing_true_is_no_letter(settings: Settings) -> None:
    tell(member(), 2, kind="asks", fact="untrue")
    with listening(settings) as sink:
        assert delivery.deliver() == 0

    assert sink.mails == []
    assert Notice.objects.get(kind="digest").state == State.DROPPED
    assert fates() == [(State.DROPPED, "untrue")] * 2


def test_what_came_too_late_and_gets_more_time_goes_in_a_digest_of_its_own(
    settings: Settings,
) -> None:
    user = member()
    late = tell(user, 2, kind="asks", drop_after=timezone.now() - HOUR)
    with listening(settings) as sink:
        assert delivery.deliver() == 0
        until = timezone.now() + HOUR
        outbox.extend_expiry({(user.pk, notice.event): until for notice in late})
        tell(member("Joost"), kind="asks")
        assert delivery.deliver() == 2
    assert sorted(mail["Subject"][:1] for mail in sink.mails) == ["2", "A"]
    assert fates()[:2] == [(State.SENT, "digest")] * 2


def test_what_came_too_late_joins_the_next_digest_once_it_gets_more_time(
    settings: Settings,
) -> None:
    user = member()
    (late,) = tell(user, kind="asks", drop_after=timezone.now() - HOUR)
    tell(user, kind="asks")
    with listening(settings) as sink:
        assert delivery.deliver() == 1
        outbox.extend_expiry({(user.pk, late.event): timezone.now() + HOUR})
        tell(user, kind="asks")
        Notice.objects.update(send_after=timezone.now())
        assert delivery.deliver() == 1
    assert len(set(sink.ids())) == 2
    assert fates() == [(State.SENT, "digest")] * 3


def test_what_gets_more_time_while_its_digest_is_written_goes_by_itself(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = member()
    tell(user, 2, kind="asks")
    (late,) = tell(user, kind="asks", drop_after=timezone.now() - HOUR)
    check = eligibility.check

    def more_time(notice: Notice) -> None:
        if notice == late:
            outbox.extend_expiry({(user.pk, late.event): timezone.now() + HOUR})
        check(notice)

    monkeypatch.setattr(eligibility, "check", more_time)
    with listening(settings) as sink:
        assert delivery.deliver() + delivery.deliver() == 2
    assert [mail["Subject"] for mail in sink.mails] == ["2 hands wait for you", f"About {late.pk}"]


def test_a_digest_that_cannot_be_made_stops_nobody(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    marit = member()
    for user in (marit, member("Joost")):
        tell(user, 2, kind="asks")
    mark = digests._mark

    def broken(parts: Sequence[Notice]) -> str:
        if parts[0].recipient == marit:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 / 0")
        return mark(parts)

    monkeypatch.setattr(digests, "_mark", broken)
    with listening(settings) as sink:
        assert delivery.deliver() == 3
    to_marit = [mail for mail in sink.mails if "marit" in mail["To"]]
    assert len(to_marit) == 2, "one by one"


def test_a_digest_that_is_refused_fails_all_that_stand_in_it(settings: Settings) -> None:
    tell(member(), 2, kind="asks")
    with listening(settings) as sink:
        sink.rcpt = "550 5.1.1 No such user"
        delivery.deliver()

    assert fates() == [(State.FAILED, "550 5.1.1 No such user")] * 2


def test_at_once_means_each_by_itself(settings: Settings) -> None:
    user = member(digest="at_once")
    tell(user, 3, kind="asks")
    with listening(settings) as sink:
        assert delivery.deliver() == 3
        (fourth,) = tell(user, kind="asks")
        assert fourth.send_after <= timezone.now(), "also within the hour"
    assert len(sink.mails) == 3


def test_a_second_hand_within_the_hour_waits_for_its_end(settings: Settings) -> None:
    user = member()
    tell(user, kind="asks")
    with listening(settings) as sink:
        assert delivery.deliver() == 1
        first = Notice.objects.get()
        (second, third) = tell(user, 2, kind="asks")
        assert second.send_after == third.send_after == not_none(first.finished_at) + HOUR
        assert delivery.deliver() == 0
        Notice.objects.update(send_after=timezone.now())
        assert delivery.deliver() == 1
    assert len(sink.mails) == 2


def test_whoever_has_answered_a_letter_gets_the_next_at_once(settings: Settings) -> None:
    user = member()
    tell(user, kind="asks")
    with listening(settings) as sink:
        delivery.deliver()
        recipients.is_there(user)
        (second,) = tell(user, kind="asks")
        assert second.send_after <= timezone.now()
        assert delivery.deliver() == 1
        (third,) = tell(user, kind="asks")  # and now it is the hour of that one
        second.refresh_from_db()
        assert third.send_after == not_none(second.finished_at) + HOUR
    assert len(sink.mails) == 2


def test_news_are_gathered_for_those_who_wish_one_letter_a_day(settings: Settings) -> None:
    hourly = member()
    daily = member("Joost", digest="daily", digest_hour=18)
    for user in (hourly, daily):
        tell(user, kind="news")
        tell(user, kind="asks")
    assert set(Notice.objects.filter(recipient=hourly).values_list("digest", flat=True)) == {None}
    Notice.objects.update(send_after=timezone.now())
    with listening(settings) as sink:
        assert delivery.deliver() == 3
    assert [mail["Subject"] for mail in sink.mails if "waits" in mail["Subject"]] == [
        "1 hand waits for you"
    ]


def test_a_daily_letter_comes_at_its_hour_where_the_person_lives() -> None:
    daily = person("daily", digest_hour=18, zone="Asia/Tokyo")
    noon = timezone.now().replace(hour=12, minute=0, second=0, microsecond=0)

    assert digests.slot(daily, "news", noon, None) == noon + timedelta(hours=21)
    assert digests.slot(daily, "asks", noon, noon + timedelta(hours=50)) == noon + 21 * HOUR
    assert digests.slot(daily, "plain", noon, None) == noon


def test_no_hand_is_held_back_for_more_than_half_of_its_time() -> None:
    daily = person("daily", digest_hour=18, zone="Asia/Tokyo")
    noon = timezone.now().replace(hour=12, minute=0, second=0, microsecond=0)

    assert digests.slot(daily, "asks", noon, noon + timedelta(hours=41)) == noon


def test_two_deliverers_gather_once() -> None:
    tell(member(), 4, kind="asks")
    now = timezone.now()
    assert digests.gather(now) == 1
    assert digests.gather(now) == 0
    assert [notice.kind for notice in claimed()] == ["digest"]


def test_stopping_a_digest_stops_what_it_is_made_of() -> None:
    user = member()
    tell(user, 2, kind="asks")
    digests.gather(timezone.now())
    what = unsubscribe.read(unsubscribe.token(Notice.objects.get(kind="digest")))
    assert what is not None
    assert "asks" in what.kinds
    unsubscribe.stop(what)

    off = Choice.objects.filter(user=user, channel="mail", wanted=False)
    assert {"asks", "news", "your_move"} <= set(off.values_list("kind", flat=True))


def test_while_one_gathers_others_find_everybody_elses_letters() -> None:
    tell(member("Marit"), 2, kind="asks")
    for name in ("Joost", "Ute"):
        tell(member(name), kind="asks")
    gathered, done = Event(), Event()

    def gather() -> None:
        with transaction.atomic():
            digests.gather(timezone.now())
            gathered.set()
            done.wait(10)
        connection.close()

    thread = Thread(target=gather)
    thread.start()
    gathered.wait(10)
    # Its own gathering would wait for nobody, but find what is gathered already.
    found = {not_none(notice.recipient).name for notice in claimed()}
    done.set()
    thread.join()
    assert found == {"Joost", "Ute"}
    assert Notice.objects.filter(kind="digest").count() == 1
