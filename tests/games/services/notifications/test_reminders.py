"""The one reminder: when a fifth of the time is left, or as somebody chose; never in vain."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Choice, Notice, User
from accounts.notifications import delivery, quiet_hours
from accounts.notifications.preferences import change_rhythm
from accounts.people import vacations
from games.mail.inbound import settings_command
from games.models import Game, SeatClock
from games.pace import Rule, deadline
from games.services import sweep
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.notifications import reminders
from games.services.notifications.reminders import LAST_SHARE, wished_moment
from games.services.people import vacations as away
from games.services.seats import absence, votes
from tests.accounts.making import member, staff
from tests.accounts.sink import listening
from tests.games.making import bid, bid_all, hand_of, running
from tests.games.services.moderation.setting import taken_back
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def table_of(marit: User, **wish: object) -> tuple[User, list[User]]:
    return marit, [marit, member("Joost"), member("Aoife")]


def planned(user: User) -> datetime | None:
    return SeatClock.objects.get(user=user).remind_at


def written(user: User) -> list[Notice]:
    """Its notices, once the moment of all has come."""
    SeatClock.objects.exclude(remind_at=None).update(remind_at=timezone.now())
    sweep.sweep()
    return list(Notice.objects.filter(recipient=user, kind="reminder"))


def test_as_many_hours_before_as_the_person_chose() -> None:
    marit, users = table_of(member(remind_hours=6))
    hand = hand_of(running(users, hours=48))

    assert planned(marit) == hand.deadline - 6 * HOUR
    assert planned(users[1]) == hand.deadline - 48 * HOUR / 5
    assert not Notice.objects.filter(kind="reminder").exists(), "no row before its time"


def by_page(marit: User) -> None:
    client = Client()
    client.force_login(marit)
    form = {"remind_hours": "4", "digest": "hourly", "digest_hour": "8"}
    assert client.post("/settings/letters/", form).status_code == 302


def by_program(marit: User) -> None:
    client = Client()
    client.force_login(marit)
    client.patch("/api/v1/me/wishes", {"remind_hours": 4}, "application/json")


def by_mail(marit: User) -> None:
    settings_command.change(marit, "reminder 4 hours")


def by_undoing(marit: User) -> None:
    settings_command.change(marit, "reminder 4 hours")
    changed = settings_command.change(marit, "reminder 100 hours")
    assert settings_command.change_back(marit, changed)


@pytest.mark.parametrize("chosen", [by_page, by_program, by_mail, by_undoing])
def test_what_somebody_chooses_is_also_for_hands_that_are_open(
    chosen: Callable[[User], None],
) -> None:
    marit, users = table_of(member())
    hand = hand_of(running(users, hours=336))
    before = planned(users[1])
    chosen(marit)
    assert (planned(marit), planned(users[1])) == (hand.deadline - 4 * HOUR, before)


def settings_page(marit: User, **fields: str) -> None:
    client = Client()
    client.force_login(marit)
    form = {"name": "Marit", "zone": "UTC", "language": "en", **fields}
    assert client.post("/settings/", form).status_code == 302


def quiet_by_page(marit: User, start: str, end: str) -> None:
    settings_page(marit, quiet_from=start, quiet_to=end)


def quiet_by_program(marit: User, start: str, end: str) -> None:
    client = Client()
    client.force_login(marit)
    client.patch("/api/v1/me", {"quiet_from": start, "quiet_to": end}, "application/json")


def quiet_by_mail(marit: User, start: str, end: str) -> None:
    settings_command.change(marit, f"quiet {start}-{end}")


def quiet_by_undoing(marit: User, start: str, end: str) -> None:
    quiet_by_mail(marit, start, end)
    changed = settings_command.change(marit, "quiet off")
    assert settings_command.change_back(marit, changed)


def zone_by_page(marit: User, start: str, end: str) -> None:
    User.objects.filter(pk=marit.pk).update(quiet_from=start, quiet_to=end, zone="Asia/Almaty")
    settings_page(marit, quiet_from=start, quiet_to=end)


def zone_by_travelling(marit: User, start: str, end: str) -> None:
    User.objects.filter(pk=marit.pk).update(
        quiet_from=start, quiet_to=end, zone="Asia/Almaty", zone_follows=True
    )
    client = Client()
    client.cookies["zone"] = "UTC"
    client.force_login(marit)
    client.get("/")


@pytest.mark.parametrize(
    "chosen",
    [
        quiet_by_page,
        quiet_by_program,
        quiet_by_mail,
        quiet_by_undoing,
        zone_by_page,
        zone_by_travelling,
    ],
)
def test_new_quiet_hours_are_also_kept_for_hands_that_are_open(
    chosen: Callable[[User, str, str], None],
) -> None:
    marit, users = table_of(member())
    running(users, hours=48)
    at = not_none(planned(marit))
    start = (at - 6 * HOUR).replace(minute=0)
    chosen(marit, f"{start:%H:%M}", f"{start + 9 * HOUR:%H:%M}")
    assert planned(marit) == start.replace(second=0, microsecond=0) - quiet_hours.BEFORE


def test_a_hand_whose_reminder_was_sent_or_that_is_answered_gets_no_other() -> None:
    marit, users = table_of(member())
    bid(running(users), marit)
    SeatClock.objects.filter(user=users[1]).update(remind_at=None)
    for user in users[:2]:
        change_rhythm(user, remind_hours=4, digest="hourly", digest_hour=8)
    assert not written(marit)
    assert planned(users[1]) is None


def test_never_in_the_first_half_of_the_time() -> None:
    now = timezone.now()
    assert wished_moment(now, now + 10 * HOUR, 168) == now + 5 * HOUR
    assert wished_moment(now, now + 10 * HOUR) == now + 8 * HOUR


def test_it_keeps_out_of_the_night() -> None:
    local = timezone.now()
    start = time((local + 36 * HOUR).hour)
    end = time((local + 43 * HOUR).hour)
    marit, users = table_of(member(quiet_from=start, quiet_to=end))
    hand = hand_of(running(users, hours=48))
    at = planned(marit)

    assert at is not None
    assert at < hand.opened_at + (hand.deadline - hand.opened_at) * 0.8
    assert at.minute == 55
    assert at > hand.opened_at + 24 * HOUR


@pytest.mark.parametrize(
    ("remind_hours", "opened", "left"),
    [
        (None, "2026-12-01 12:00", 4.8),
        (None, "2026-12-01 00:30", 4.8 + 20 * 24),  # or half an hour before the deadline
        (6, "2026-12-01 12:00", 6),
        (168, "2026-12-01 12:00", 12),
    ],
)
def test_it_keeps_out_of_a_vacation(remind_hours: int | None, opened: str, left: float) -> None:
    """The vacation of twenty days begins on the day after the hand opens."""
    user = User(remind_hours=remind_hours)
    days = (date(2026, 12, 2), date(2026, 12, 21))
    rule = Rule(datetime.fromisoformat(opened).replace(tzinfo=UTC), 24 * 3600, away=(days,))
    due = deadline(rule)
    assert due - rule.opened == 21 * 24 * HOUR
    assert due - reminders.moment(user, rule, due) == left * HOUR


BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = (time(22), time(8))


def moved(rule: Rule) -> datetime:
    """When somebody with these quiet hours is reminded."""
    user = User(zone="Europe/Berlin", quiet_from=NIGHT[0], quiet_to=NIGHT[1])
    return reminders.moment(user, rule, deadline(rule)).astimezone(BERLIN)


def test_before_quiet_hours_it_is_not_moved_to_a_day_off() -> None:
    """But to their end: on the Monday after a weekend, or on the day after a vacation."""
    friday = datetime(2024, 6, 7, 12, tzinfo=BERLIN)
    rule = Rule(friday, 24 * 3600, "Europe/Berlin", weekends=False, quiet=NIGHT)
    assert moved(rule) == datetime(2024, 6, 10, 8, tzinfo=BERLIN)
    vacation = (date(2024, 6, 8), date(2024, 6, 19))
    rule = Rule(friday, 24 * 3600, "Europe/Berlin", quiet=NIGHT, away=(vacation,))
    assert moved(rule) == datetime(2024, 6, 20, 8, tzinfo=BERLIN)


def test_where_the_time_ends_in_quiet_hours_it_is_not_moved() -> None:
    rule = Rule(datetime(2024, 6, 7, 23, tzinfo=BERLIN), 4 * 3600, "Europe/Berlin", weekends=False)
    assert deadline(rule) == datetime(2024, 6, 10, 3, tzinfo=BERLIN)
    assert moved(rule) == datetime(2024, 6, 10, 2, 12, tzinfo=BERLIN)


def test_a_vacation_that_is_booked_moves_it() -> None:
    marit, users = table_of(member())
    running(users, hours=24)
    today = vacations.today(marit)
    away.book(marit, today + 24 * HOUR, today + 20 * 24 * HOUR)
    at = not_none(planned(marit))
    assert vacations.today(marit, at) in (today, today + 21 * 24 * HOUR)


def test_who_has_answered_is_not_reminded() -> None:
    marit, users = table_of(member())
    bid(running(users), marit)
    assert not written(marit)
    assert Notice.objects.filter(kind="reminder").count() == 2


def test_who_answers_before_it_goes_does_not_get_it(settings: Settings) -> None:
    marit, users = table_of(member())
    game = running(users)
    (notice,) = written(marit)
    bid(game, marit)
    with listening(settings):
        delivery.deliver()

    notice.refresh_from_db()
    assert notice.state == Notice.State.DROPPED


def test_nobody_is_reminded_by_a_way_that_he_does_not_wish() -> None:
    marit, users = table_of(member())
    running(users)
    Choice.objects.create(user=marit, kind="reminder", channel="mail", wanted=False)
    assert [notice.channel for notice in written(marit)] == ["site"]


def test_a_paused_clock_reminds_nobody_until_it_goes_on() -> None:
    marit, users = table_of(member())
    hand = hand_of(running(users))
    reminders.cancel(hand)
    assert planned(marit) is None
    assert not written(marit)
    reminders.schedule(SeatClock.objects.filter(user=marit))
    assert len(written(marit)) == 1
    reminders.schedule(SeatClock.objects.filter(user=marit))
    assert len(written(marit)) == 1, "of a hand once"


def test_after_a_pause_it_goes_out_as_long_before_the_end_as_without_one() -> None:
    marit, users = table_of(member())
    game = running(users, hours=24)
    for user in users:
        votes.vote(user, game.code, "pause")
    Game.objects.filter(pk=game.pk).update(paused_at=timezone.now() - timedelta(days=10))
    SeatClock.objects.update(deadline=F("deadline") - timedelta(days=10))
    clock = SeatClock.objects.get(user=marit)
    opened = timezone.now() - timedelta(days=10)
    SeatClock.objects.update(rule={**clock.rule, "opened": opened.isoformat()})
    votes.go_on(marit, game.code)
    clock.refresh_from_db()
    left = clock.deadline - not_none(planned(marit))
    assert abs(left - timedelta(hours=24 * LAST_SHARE)) < timedelta(minutes=1)


def test_whoever_comes_back_to_a_table_of_bots_is_reminded_of_the_new_deadline() -> None:
    marit, users = table_of(member())
    game = running(users)
    assert len(written(marit)) == 1
    for user in users:
        absence.pass_to_bot(user, game.code)
    absence.back(marit, game.code)
    assert len(written(marit)) == 2


def test_a_hand_that_was_put_back_is_reminded_of_again() -> None:
    marit, users = table_of(member())
    game = running(users)
    bid_all(game)
    assert len(written(marit)) == 1
    done = taken_back(staff(), game, 1)
    execution.undo(staff("Ida", "chief"), done.entry.number, CommandInput("asked"))
    assert len(written(marit)) == 2


def test_it_goes_once_on_each_channel(settings: Settings) -> None:
    marit, users = table_of(member())
    running(users)
    written(marit)
    Notice.objects.update(send_after=timezone.now())
    with listening(settings) as sink:
        for _ in range(3):
            delivery.deliver()

    subjects = [mail for mail in sink.mails if marit.email in mail["To"]]
    assert len(subjects) == 2, "it begins with your move, and one reminder"


def test_who_gets_time_back_after_an_outage_is_reminded_after_all() -> None:
    """A sweep that had stood still in the outage gave up what was due when the time was over."""
    marit, users = table_of(member())
    running(users, hours=48)
    now = timezone.now()
    SeatClock.objects.update(remind_at=now - HOUR, deadline=now - timedelta(minutes=1))
    assert reminders.send_due(now) == 0
    clock = SeatClock.objects.get(user=marit)
    clock.deadline = now + 10 * HOUR
    clock.save()
    reminders.follow([clock])
    assert len(written(marit)) == 1
