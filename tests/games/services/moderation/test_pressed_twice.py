"""The same press of "Carry out" twice at the same instant: it is done once."""

import pytest
from django.db import transaction

from accounts.models import ModerationEntry, Outage, User
from games.refusals import Refused
from games.services.moderation import execution
from games.services.moderation.execution import Done
from tests.games.services.crossing import Beside
from tests.games.services.moderation.setting import GIVEN, member, staff

pytestmark = pytest.mark.django_db(transaction=True)


def pressed_twice(actor: User, slug: str, target: str) -> object:
    """What the second press comes to, which arrives before the first is committed."""
    given = GIVEN[slug]
    token = execution.preview(actor, slug, target, given).token

    def press() -> Done:
        return execution.carry_out(actor, slug, target, given, token)

    with transaction.atomic():
        press()
        second = Beside(press)
        second.until_it_waits()
    return second.result()


def test_time_after_an_outage_is_given_once() -> None:
    refused = pressed_twice(staff("Hedda", "chief"), "outage", "all")

    assert isinstance(refused, Refused)
    assert refused.code == "preview_changed"
    assert Outage.objects.count() == 1
    assert ModerationEntry.objects.filter(command="outage").count() == 1


def test_somebody_is_warned_once() -> None:
    wim = member("Wim")
    refused = pressed_twice(staff("Hedda", "chief"), "warn", str(wim.pk))

    assert isinstance(refused, Refused)
    assert ModerationEntry.objects.filter(command="warn").count() == 1
