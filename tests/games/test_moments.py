"""Moments in words and exactly."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from accounts.text import date_words
from games.wording import moments
from games.wording.pace import given_back

NOW = datetime(2026, 10, 2, 16, 40, tzinfo=UTC)  # a Friday, 18:40 in Amsterdam


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)


@pytest.mark.parametrize(
    ("hours", "words"),
    [
        (2, "tonight"),
        (8, "tomorrow in the early hours"),
        (26, "tomorrow evening"),
        (64, "Monday morning"),
        (300, "15 October"),
    ],
)
def test_days_as_one_says_them(hours: int, words: str) -> None:
    with timezone.override(ZoneInfo("Europe/Amsterdam")):
        assert moments.day_words(NOW + timedelta(hours=hours)) == words


def test_what_is_said_of_today_may_follow_until(monkeypatch: pytest.MonkeyPatch) -> None:
    """ "You have until in the early hours" is no English."""
    midnight = datetime(2026, 10, 3, 0, 10, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: midnight)
    at = midnight + timedelta(hours=2)
    with timezone.override(UTC):
        assert moments.day_words(at) == "early this morning"
        assert date_words.moment(at) == "early this morning, Sat 3 Oct 2026, 02:10"
        with translation.override("de"):
            assert moments.day_words(at) == "heute vor Tagesanbruch"


def test_exactly_in_the_active_zone() -> None:
    at = datetime(2026, 10, 3, 19, 0, tzinfo=UTC)
    with timezone.override(ZoneInfo("Europe/Amsterdam")):
        assert moments.exactly(at) == "Sat 3 Oct, 21:00"
    with timezone.override(ZoneInfo("America/New_York")):
        assert moments.exactly(at) == "Sat 3 Oct, 15:00"


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (-179, "Mon 6 Apr, 16:40"),
        (179, "Tue 30 Mar, 16:40"),
        (-365, "Thu 2 Oct 2025, 16:40"),
        (730, "Sun 1 Oct 2028, 16:40"),
    ],
)
def test_what_is_far_away_has_its_year(days: int, words: str) -> None:
    assert moments.exactly(NOW + timedelta(days=days)) == words


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(hours=26, minutes=59), "in 26 hours"),
        (timedelta(hours=23, minutes=59, seconds=40), "in 24 hours"),
        (timedelta(hours=47, minutes=59, seconds=40), "in 48 hours"),
        (timedelta(minutes=59, seconds=40), "in 59 minutes"),
        (timedelta(hours=60), "in 2½ days"),
        (timedelta(hours=1), "in 1 hour"),
        (timedelta(minutes=25), "in 25 minutes"),
        (timedelta(seconds=30), "any moment now"),
        (timedelta(hours=-3), "any moment now"),
    ],
)
def test_what_is_left_is_never_promised_too_long(left: timedelta, words: str) -> None:
    assert moments.remaining(NOW + left) == words


def test_what_is_past() -> None:
    with timezone.override(ZoneInfo("Europe/Amsterdam")):
        assert moments.when(NOW - timedelta(hours=2)) == "today 16:40"
        assert moments.when(NOW - timedelta(hours=20)) == "Thu 22:40"
        assert moments.when(NOW - timedelta(days=30)) == "2 Sep"
        assert moments.when(NOW - timedelta(days=179)) == "6 Apr"
        assert moments.when(NOW - timedelta(days=365)) == "2 Oct 2025"


def test_paces() -> None:
    assert [moments.pace(hours) for hours in (1, 24, 36, 72)] == [
        "1 hour a hand",
        "24 hours a hand",
        "36 hours a hand",
        "3 days a hand",
    ]


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(1, "1 minute"), (119, "119 minutes"), (150, "2 hours"), (235, "3 hours"), (2880, "2 days")],
)
def test_no_more_time_is_said_to_be_given_back_than_is(minutes: int, words: str) -> None:
    assert given_back(minutes).endswith(f"got the time back: {words}.")


@pytest.mark.parametrize(
    ("hours", "words"),
    [(2, "vanavond"), (8, "morgen in de kleine uurtjes"), (64, "maandagochtend")],
)
def test_days_as_one_says_them_in_dutch(hours: int, words: str) -> None:
    with timezone.override(ZoneInfo("Europe/Amsterdam")), translation.override("nl"):
        assert moments.day_words(NOW + timedelta(hours=hours)) == words
