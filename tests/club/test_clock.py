"""Virtual time reaches everything that asks Django for the time."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games.models import Stage
from tests.club.clock import TICK, virtual

START = datetime(2027, 3, 27, 12, tzinfo=UTC)


def test_now_and_the_defaults_of_fields_show_the_virtual_moment() -> None:
    with virtual(START) as clock:
        assert timezone.now() == START == Stage().started_at
        clock.reach(START + timedelta(days=2))
        assert timezone.localdate() == (START + timedelta(days=2)).date()
    assert timezone.now() > datetime(2026, 1, 1, tzinfo=UTC)
    assert abs(Stage().started_at - datetime.now(UTC)) < timedelta(minutes=1)


def test_time_comes_back_also_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError), virtual(START):
        raise ZeroDivisionError
    assert abs(timezone.now() - datetime.now(UTC)) < timedelta(minutes=1)


def test_no_two_things_happen_at_the_same_moment_and_none_before_another() -> None:
    with virtual(START) as clock:
        clock.reach(START - timedelta(hours=1))
        assert clock.at == START + TICK


def test_moments_stay_moments() -> None:
    with virtual(START):
        local = timezone.localtime(datetime(2027, 1, 1, tzinfo=UTC))
        assert timezone.template_localtime(local).tzinfo is not None  # type: ignore[attr-defined]
        assert timezone.is_aware(local)
