"""A small club plays by the real services: nothing is late, false or said twice.

And the report would say so if it were: with a check before sending that always says yes, or
without sweeps and messages, it does.
"""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import delivery
from accounts.models import Notice, Outage
from games.mail.sight import Sight
from games.models import Game
from games.simulation import report
from games.simulation.club import Club, Programme

pytestmark = pytest.mark.django_db(transaction=True)
SMALL = {"people": 6, "games": 2, "seats": 3, "days": 4, "opening": 0.2}


def played(**changes: object) -> report.Report:
    programme = Programme(**{**SMALL, **changes})
    club = Club(programme)
    post = club.run()
    return report.of(post, club.clock.at, timedelta(seconds=programme.sweep + 2))


def test_nothing_is_stale_or_double_and_nobody_waits_for_a_machine() -> None:
    found = played(lost=0.2, written=True)

    assert (found.stale, found.double, found.waiting) == (0, 0, 0)
    assert found.sound
    assert not Outage.objects.exists()  # hours that were skipped are none
    assert Game.objects.count() == 2
    assert found.answers > 20
    by_mail = [states for kind, states in found.notices.items() if "(" not in kind]
    assert found.letters == sum(states.get("sent", 0) for states in by_mail)
    assert found.notices["reminder"]["dropped"] > 0


def test_those_who_like_it_answer_ahead_and_nothing_is_stale_for_it() -> None:
    found = played(plans=True)

    assert found.planned > 0
    assert found.sound


def test_a_letter_that_is_not_checked_before_it_goes_is_found_stale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Sight, "owes", lambda sight, _number: sight.hand is not None)

    assert played().stale > 0


def test_letters_that_are_forgotten_after_they_went_are_found_double(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forgetting(left: list[Notice]) -> int:
        later = timezone.now() + timedelta(hours=20)
        Notice.objects.filter(pk__in=[each.pk for each in left]).update(leased_until=later)
        return left.clear() or 0

    monkeypatch.setattr(delivery, "_settle_sent", forgetting)

    assert played(games=1, days=1).double > 0


def test_hands_that_nobody_sweeps_up_are_found_waiting() -> None:
    found = played(sweep=0, lost=1.0)

    assert found.waiting > 0
    assert not found.sound
