"""Vacation: 30 days a year, ahead or at once; what it does to the hands that are open."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.models import Notice, User, Vacation
from accounts.operation import heartbeats
from accounts.people import vacations
from accounts.refusals import Refused
from games import pace
from games.models import Bid, Game, SeatClock
from games.services import sweep
from games.services.people import vacations as away
from games.services.seats import pausing
from tests.games.making import bid, fresh, hand_of, people, person, running, table_of
from tests.games.services.hands.test_outages import down, opened
from tests.games.services.hands.test_over_in_quiet_hours import at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def code_of(user: User, first: date, last: date) -> str:
    with pytest.raises(Refused) as refused:
        away.book(user, first, last)
    return refused.value.code


def january(day: int) -> date:
    """A day of next January, so that no test runs over the end of a year."""
    return date(timezone.now().year + 1, 1, day)


def clock_of(game: Game, user: User) -> SeatClock:
    return hand_of(game).clocks.get(user=user)


def test_vacation_at_once_moves_the_deadlines_of_open_hands_and_nobody_elses() -> None:
    users, game = table_of(3)
    before = {user: clock_of(game, user).deadline for user in users}
    today = vacations.today(users[0])
    away.book(users[0], today, today + 4 * DAY)

    moved = clock_of(game, users[0])
    assert moved.deadline == pace.deadline(pace.rule_of(moved.rule)) > before[users[0]] + 3 * DAY
    assert pace.still_until(pace.rule_of(moved.rule), timezone.now()) is not None
    assert clock_of(game, users[1]).deadline == before[users[1]]
    assert hand_of(game).deadline == moved.deadline


def test_letters_follow() -> None:
    users, game = table_of(3)
    today = vacations.today(users[0])
    away.book(users[0], today, today)
    due = clock_of(game, users[0]).deadline
    assert Notice.objects.get(recipient=users[0], kind="your_move").drop_after == due
    length = due - hand_of(game).opened_at
    assert clock_of(game, users[0]).remind_at == due - length * 0.2


def test_hands_that_open_later_know_of_it() -> None:
    users = people(3)
    today = vacations.today(users[1])
    away.book(users[1], today, today + 2 * DAY)
    game = running(users)
    assert clock_of(game, users[1]).deadline > clock_of(game, users[0]).deadline + 2 * DAY


def test_what_is_overdue_stays_overdue() -> None:
    users, game = table_of(3)
    past = timezone.now() - timedelta(minutes=1)
    hand_of(game).clocks.filter(user=users[0]).update(deadline=past)
    today = vacations.today(users[0])
    away.book(users[0], today, today)

    assert clock_of(game, users[0]).deadline == past
    assert sweep.sweep() == 1
    assert game.seats.get(user=users[0]).misses == 1


@pytest.mark.parametrize("part", ["sweep", "outbox"])
def test_what_is_overdue_by_an_outage_of_ours_is_not(part: str) -> None:
    users, game = table_of(3)
    opened(game, 24.1)
    heartbeats.beat("sweep")
    down(0.5, part)
    today = vacations.today(users[0])
    away.book(users[0], today, today + 6 * DAY)
    sweep.sweep()

    assert clock_of(game, users[0]).deadline > timezone.now() + 6 * DAY
    assert not Bid.objects.exists()


def test_what_was_overdue_before_an_outage_of_ours_stays_so() -> None:
    users, game = table_of(3)
    opened(game, 25)
    down(0.5)
    due = clock_of(game, users[0]).deadline
    today = vacations.today(users[0])
    away.book(users[0], today, today + 6 * DAY)
    assert clock_of(game, users[0]).deadline == due


def test_what_is_answered_is_left_alone() -> None:
    users, game = table_of(3)
    bid(game, users[0])
    before = clock_of(game, users[0]).deadline
    today = vacations.today(users[0])
    away.book(users[0], today, today + DAY)
    assert clock_of(game, users[0]).deadline == before


def test_thirty_days_a_year_and_not_one_more() -> None:
    user = person()
    away.book(user, january(1), january(20))
    assert vacations.taken(user, january(1).year) == 20
    assert code_of(user, date(january(1).year, 3, 1), date(january(1).year, 3, 11)) == (
        "vacation_too_long"
    )
    away.book(user, date(january(1).year, 3, 1), date(january(1).year, 3, 10))
    assert code_of(user, date(january(1).year, 5, 1), date(january(1).year, 5, 1)) == (
        "vacation_too_long"
    )


def test_four_hundred_days_are_refused_and_nothing_is_kept() -> None:
    user = person()
    assert code_of(user, january(1), january(1) + 399 * DAY) == "vacation_far"
    assert code_of(user, january(1), january(31)) == "vacation_too_long"
    assert not Vacation.objects.exists()


def test_a_vacation_over_the_end_of_the_year_counts_in_both() -> None:
    user = person()
    year = vacations.today(user).year
    first = max(vacations.today(user), date(year, 12, 24))
    away.book(user, first, date(year + 1, 1, 6))
    assert vacations.taken(user, year) == (date(year, 12, 31) - first).days + 1
    assert vacations.taken(user, year + 1) == 6


def test_days_that_cannot_be() -> None:
    user = person()
    today = vacations.today(user)
    assert code_of(user, january(5), january(4)) == "vacation_backwards"
    assert code_of(user, today - DAY, today) == "vacation_past"
    assert code_of(user, date.max - DAY, date.max) == "vacation_far"
    away.book(user, january(5), january(9))
    assert code_of(user, january(9), january(10)) == "vacation_twice"
    assert Vacation.objects.count() == 1


def test_today_is_the_day_where_one_lives() -> None:
    east, west = person("Marit", zone="Pacific/Kiritimati"), person("Joost", zone="Pacific/Niue")
    # Twenty-five hours apart: at some hours one day, at one of them two.
    noon = datetime(2026, 11, 20, 12, 30, tzinfo=UTC)
    assert vacations.today(east, noon) - vacations.today(west, noon) == DAY
    assert vacations.today(east, noon - timedelta(hours=2)) - DAY == date(2026, 11, 20)
    assert vacations.today(west, noon - timedelta(hours=2)) == date(2026, 11, 19)
    assert vacations.today(person("Ute", zone="Atlantis/Capital")) is not None


def test_days_that_nobody_counts_on_are_given_back() -> None:
    user = person()
    booked = away.book(user, january(5), january(9))
    away.cancel(user, booked.pk)
    assert vacations.taken(user, january(1).year) == 0


def test_days_that_were_given_back_do_not_count_when_there_is_more_time() -> None:
    users, game = table_of(3)
    first = vacations.today(users[0]) + 3 * DAY
    away.cancel(users[0], away.book(users[0], first, first + 6 * DAY).pk)
    pausing.more_time(game, hand_of(game))
    pausing.more_time(game, hand_of(game))
    pausing.more_time(game, hand_of(game))
    assert clock_of(game, users[0]).deadline == clock_of(game, users[1]).deadline


def test_days_that_moved_a_deadline_stay_booked() -> None:
    users = people(3)
    running(users, hours=336)
    today = vacations.today(users[0])
    ahead = away.book(users[0], today + 3 * DAY, today + 4 * DAY)
    with pytest.raises(Refused) as refused:
        away.cancel(users[0], ahead.pk)
    assert refused.value.code == "vacation_counted"


def test_what_has_begun_or_is_anothers_is_not_given_back() -> None:
    marit, joost = people(2)
    today = vacations.today(marit)
    begun = away.book(marit, today, today)
    for user, code in ((marit, "vacation_begun"), (joost, "no_vacation")):
        with pytest.raises(Refused) as refused:
            away.cancel(user, begun.pk)
        assert refused.value.code == code
    assert Vacation.objects.exists()


def test_a_bank_is_not_charged_for_days_off() -> None:
    users, game = table_of(3, hours=12, bank=48, most=48)
    today = vacations.today(users[0])
    away.book(users[0], today, today + DAY)
    bid(game, users[0])
    assert not_none(fresh(game).seats.get(user=users[0]).bank_seconds) >= 47 * 3600


NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)  # on the first of December in Auckland


def moved_away(hours: int) -> tuple[User, Game]:
    """Somebody who lived in Honolulu when this hand opened, and has flown to Auckland."""
    with at(NOON - 20 * timedelta(hours=1)):
        marit = person("Marit", zone="Pacific/Honolulu")
        game = running([marit, person("Joost"), person("Aoife")], hours=hours)
    marit.zone = "Pacific/Auckland"
    marit.save()
    return marit, game


def test_a_vacation_of_another_zone_covers_the_same_hours() -> None:
    marit, game = moved_away(hours=24)
    with at(NOON):
        away.book(marit, date(2026, 12, 1), date(2026, 12, 7))
    back = pace.instant(date(2026, 12, 8), time(), ZoneInfo("Pacific/Auckland"))
    assert clock_of(game, marit).deadline > back


def test_who_lives_elsewhere_now_can_cancel_a_vacation_that_does_not_count() -> None:
    marit, game = moved_away(hours=24)
    with at(NOON):
        away.cancel(marit, away.book(marit, date(2026, 12, 10), date(2026, 12, 12)).pk)
    assert pace.rule_of(clock_of(game, marit).rule).away == ()


def test_who_lives_elsewhere_now_cannot_cancel_a_vacation_that_counts() -> None:
    marit, _game = moved_away(hours=336)
    with at(NOON), pytest.raises(Refused, match="vacation_counted"):
        away.cancel(marit, away.book(marit, date(2026, 12, 10), date(2026, 12, 12)).pk)


def test_a_vacation_that_an_open_hand_knew_of_from_the_beginning_can_be_cancelled() -> None:
    with at(NOON - 20 * timedelta(hours=1)):
        marit = person("Marit", zone="Pacific/Honolulu")
        booked = away.book(marit, date(2026, 12, 10), date(2026, 12, 12))
        game = running([marit, person("Joost"), person("Aoife")], hours=24)
    User.objects.filter(pk=marit.pk).update(zone="Pacific/Auckland")
    marit.refresh_from_db()
    with at(NOON):
        away.cancel(marit, booked.pk)
    assert pace.rule_of(clock_of(game, marit).rule).away == ()


def test_a_day_that_an_answered_hand_stood_still_on_is_not_given_back_elsewhere() -> None:
    """In Niue it is still the day before, but Marit's clock has stood still for nine hours."""
    with at(datetime(2026, 11, 30, 22, tzinfo=UTC)):
        marit = person("Marit", zone="Pacific/Kiritimati")
        booked = away.book(marit, date(2026, 12, 2), date(2026, 12, 2))
        game = running([marit, person("Joost"), person("Aoife")], hours=24)
    with at(datetime(2026, 12, 1, 19, tzinfo=UTC)):
        bid(game, marit)
        User.objects.filter(pk=marit.pk).update(zone="Pacific/Niue")
        with pytest.raises(Refused, match="vacation_begun"):
            away.cancel(User.objects.get(pk=marit.pk), booked.pk)
