"""Two wishes of one person at the same instant, of which only one is within what they may have."""

from collections.abc import Callable

import pytest
from django.db import transaction

from accounts.models import User
from games.models import Friendship, Report
from games.refusals import Refused
from games.services.people import friends
from games.services.talk import reports
from tests.games.making import people
from tests.games.services.crossing import Beside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_nudges")]


def refused_of(first: Callable[[], object], second: Callable[[], object]) -> str:
    """The code with which the second is refused, which begins before the first is committed."""
    with transaction.atomic():
        first()
        beside = Beside(second)
        beside.until_it_waits()
    came = beside.result()
    assert isinstance(came, Refused), came
    return came.code


def test_two_friend_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MAX_ASKED", 1)
    marit, joost, aoife = people(3)

    def ask(whom: User) -> Callable[[], object]:
        return lambda: friends.befriend(marit, whom)

    assert refused_of(ask(joost), ask(aoife)) == "too_many_asked"
    assert Friendship.objects.count() == 1


def test_two_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "MAX_OPEN", 1)
    (marit,) = people(1)

    def tell(text: str) -> Callable[[], object]:
        return lambda: reports.make(marit, "stuck", text, game=None, person=None)

    assert refused_of(tell("It stands."), tell("It still stands.")) == "too_many_reports"
    assert Report.objects.count() == 1
