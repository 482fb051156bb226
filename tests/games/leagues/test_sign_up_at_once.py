"""The sign-up for the next season opens while something happens to those who wait for it."""

from collections.abc import Callable

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Entry, League, Season
from games.services import sweep
from games.services.people import erasure
from games.services.results import leagues
from tests.games.leagues.test_seasons import league
from tests.games.making import person
from tests.games.services.crossing import Beside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_nudges")]


def waiting() -> tuple[League, User]:
    """A league in whose running season somebody found no place."""
    found, wim = league(), person("Wim")
    sweep.sweep()
    season = found.seasons.get()
    Entry.objects.create(season=season, user=wim)
    season.state = Season.State.RUNNING
    season.save()
    return found, wim


def swept_during(job: Callable[[], object]) -> None:
    with transaction.atomic():
        job()
        beside = Beside(lambda: leagues.sweep(timezone.now()))
        beside.until_it_waits()
    assert not isinstance(beside.result(), Exception)


def signed_up() -> list[User]:
    return [each.user for each in Entry.objects.filter(season__state=Season.State.OPEN)]


def test_whoever_is_being_erased_is_not_signed_up() -> None:
    found, wim = waiting()
    swept_during(lambda: erasure.forget(wim))
    assert found.seasons.filter(state=Season.State.OPEN).exists()
    assert signed_up() == []


def test_a_league_that_is_being_closed_opens_none() -> None:
    found, _wim = waiting()

    def close() -> None:
        League.objects.filter(pk=found.pk).update(active=False)
        leagues.close(found.pk)

    swept_during(close)
    assert not found.seasons.filter(state=Season.State.OPEN).exists()


def test_otherwise_whoever_waits_is_signed_up() -> None:
    _found, wim = waiting()
    swept_during(lambda: None)
    assert signed_up() == [wim]
