"""A small club plays by the real services: nothing is late, false or sent twice.

And the report would show it: it does if the check before sending always passes, or without sweeps
and messages.
"""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Notice, Outage
from accounts.notifications import delivery
from games.game_view import GameView
from games.models import Game
from tests.club import report, together
from tests.club.club import START, Club, Programme

pytestmark = pytest.mark.django_db(transaction=True)
SMALL: dict[str, Any] = {"people": 6, "games": 2, "seats": 3, "days": 2, "opening": 0.2}

# Due hands are looked for every hour, and letters every five, so that people answer meanwhile.
SLOW_MAIL = {"seed": "2", "days": 2, "letters": 20_000.0, "lost": 1.0, "sweep": 3600}


@pytest.fixture(autouse=True)
def nothing_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails on errors in the log: a letter that can't be composed is only tried again later."""

    def broke(_notice: Notice, error: Exception) -> None:
        raise error

    monkeypatch.setattr(delivery, "_report", broke)


def played(**changes: Any) -> report.Report:
    programme = Programme(**{**SMALL, **changes})
    club = Club(programme)
    post = club.run()
    return report.of(post, club.clock.at, timedelta(seconds=programme.sweep + 2))


def test_nothing_is_stale_or_double_and_nobody_waits_for_a_machine() -> None:
    found = played(lost=0.2, written=True, days=3)

    assert (found.stale, found.double, found.waiting) == (0, 0, 0)
    assert found.sound
    assert not Outage.objects.exists()  # skipped hours are no outages
    assert Game.objects.count() == 2
    assert found.answers > 20
    by_mail = [states for kind, states in found.notices.items() if "(" not in kind]
    assert found.letters == sum(states.get("sent", 0) for states in by_mail)
    assert found.notices["reminder"]["sent"] > 0


def test_those_who_like_it_answer_ahead_and_nothing_is_stale_for_it() -> None:
    found = played(plans=True, games=1)

    assert found.planned > 0
    assert found.sound


@pytest.mark.long
def test_leaving_taking_seats_and_votes_leave_nothing_stale_and_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(together, "WISHES", 0.2)
    monkeypatch.setattr(together, "HELPS", 1)
    club = Club(Programme(**{**SMALL, "people": 7, "days": 2}, plans=True))
    day = START.date() + timedelta(days=1)
    club.people = [
        replace(person, leaves=day if person.number < 3 else None, helps=True, away=(), gone=())
        for person in club.people
    ]
    found = report.of(club.run(), club.clock.at, timedelta(seconds=club.programme.sweep + 2))

    assert (found.stale, found.double, found.waiting) == (0, 0, 0)
    assert {"offered", "taken", "paused", "resumed", "extended"} <= set(found.changes)


def test_with_and_without_plans_the_same_people_sit_at_the_same_tables() -> None:
    bare, ahead = (Club(Programme(people=12, games=6, plans=plans)) for plans in (False, True))
    other = Club(Programme(people=12, games=6, seed="2"))

    assert bare.tables == ahead.tables != other.tables
    assert bare.people == ahead.people
    assert bare.likeness() == ahead.likeness() != other.likeness()


def test_it_says_how_far_it_is_and_ends_when_that_is_enough() -> None:
    text: list[str] = []
    club = Club(
        Programme(**{**SMALL, "people": 3, "games": 1}), text.append, lambda: len(text) == 2
    )
    club.run()

    assert [line.split(":")[0] for line in text] == ["day 1", "day 2"]
    assert text[1].endswith(" hands resolved")
    assert club.clock.at - START < timedelta(days=2, hours=1)


def test_letters_that_lie_about_for_hours_are_true_when_they_go() -> None:
    found = played(**SLOW_MAIL)

    assert (found.stale, found.double) == (0, 0)
    assert found.letters > 20


def test_a_letter_that_is_not_checked_before_it_goes_is_found_stale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(GameView, "is_asked", lambda view, _number: view.hand is not None)

    assert played(**SLOW_MAIL).stale > 0


def test_letters_that_are_forgotten_after_they_went_are_found_double(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forgetting(left: list[Notice]) -> int:
        later = timezone.now() + timedelta(hours=20)
        Notice.objects.filter(pk__in=[each.pk for each in left]).update(leased_until=later)
        left.clear()
        return 0

    monkeypatch.setattr(delivery, "_settle_sent", forgetting)

    assert played(games=1, days=1).double > 0


def test_hands_that_nobody_sweeps_up_are_found_waiting() -> None:
    found = played(sweep=0, lost=1.0)

    assert found.waiting > 0
    assert not found.sound
