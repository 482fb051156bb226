"""Moments in words."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from accounts.text import date_words

# Equal as a moment everywhere, and told otherwise in each zone and language.
AT = datetime(2026, 11, 22, 19, 5, 42, tzinfo=UTC)
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize(
    ("language", "zone", "text", "short"),
    [
        ("en", "UTC", "this evening, Sun 22 Nov 2026, 19:05", "Sun 22 Nov, 19:05"),
        ("en", "Europe/Amsterdam", "this evening, Sun 22 Nov 2026, 20:05", "Sun 22 Nov, 20:05"),
        ("en", "Asia/Tokyo", "tomorrow in the early hours, Mon 23 Nov 2026, 04:05",
         "Mon 23 Nov, 04:05"),
        ("de", "UTC", "heute Abend, So 22. Nov 2026, 19:05", "So 22. Nov, 19:05"),
    ],
)  # fmt: skip
def test_each_zone_and_language_is_told_its_own(
    turn: int, language: str, zone: str, text: str, short: str
) -> None:
    """Twice, since words are kept once they were said."""
    with translation.override(language), timezone.override(ZoneInfo(zone)):
        assert (date_words.moment(AT, NOON), date_words.short(AT)) == (text, short)


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(minutes=-5), "less than a minute"),
        (timedelta(seconds=59), "less than a minute"),
        (timedelta(minutes=1, seconds=40), "1 minute"),
        (timedelta(minutes=59, seconds=40), "59 minutes"),
        (timedelta(hours=1, minutes=59, seconds=40), "119 minutes"),
        (timedelta(hours=2, minutes=40), "2 hours"),
        (timedelta(hours=26, minutes=59), "26 hours"),
        (timedelta(hours=71, minutes=54), "71 hours"),
        (timedelta(hours=84), "3½ days"),
        (timedelta(hours=335), "13½ days"),
    ],
)
def test_what_is_left_is_never_promised_too_long(left: timedelta, words: str) -> None:
    assert date_words.remaining(AT + left, AT) == words


@pytest.mark.parametrize(("hours", "words"), [(3, "3 hours"), (24, "24 hours"), (72, "3 days")])
def test_the_seconds_on_the_way_take_no_hour(hours: int, words: str) -> None:
    assert date_words.remaining(AT + timedelta(hours=hours, seconds=-20), AT) == words


@pytest.mark.parametrize(
    ("days", "past", "listed"),
    [
        (30, "Fri 23 Oct, 19:05", "23 Oct, 19:05"),
        (700, "Sun 22 Dec 2024, 19:05", "22 Dec 2024, 19:05"),
    ],
)
def test_what_was_long_ago_has_its_year(days: int, past: str, listed: str) -> None:
    at = AT - timedelta(days=days)
    with translation.override("en"), timezone.override(UTC):
        assert (date_words.past(at, AT), date_words.listed(at, AT)) == (past, listed)


@pytest.mark.parametrize(
    ("zone", "place"),
    [
        ("America/Argentina/Buenos_Aires", "Buenos Aires"),
        ("Etc/GMT+12", "UTC-12"),
        ("Etc/GMT-14", "UTC+14"),
        ("Etc/GMT", "UTC"),
        ("UTC", "UTC"),
    ],
)
def test_a_zone_without_a_city_is_named_by_its_hours(zone: str, place: str) -> None:
    with timezone.override(ZoneInfo(zone)):
        assert date_words.place() == place
