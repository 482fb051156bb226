"""A test that commits leaves nothing to the next one (tests/emptying.py)."""

import pytest
from django.contrib.auth.models import Group, Permission

from accounts.models import ModerationEntry, User
from games.models import Game
from games.services import moderation
from games.services.moderation import CommandInput
from tests.accounts.making import staff
from tests.emptying import Emptying
from tests.games.making import bid_all, people, running

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_was_written_is_gone_and_what_was_there_stays() -> None:
    emptying = Emptying()
    kept = set(Permission.objects.values_list("pk", flat=True))
    bid_all(running(people(3)))

    assert emptying.empty()
    assert not User.objects.exists()
    assert not Game.objects.exists()
    assert set(Permission.objects.values_list("pk", flat=True)) == kept
    assert Group.objects.count() == 3


def test_it_keeps_off_what_it_could_not_bring_back() -> None:
    emptying = Emptying()
    Group.objects.get(name="helper").permissions.clear()
    people(1)

    assert not emptying.empty()
    assert User.objects.count() == 1


def test_the_log_of_the_moderators_goes_too_though_nobody_may_delete_from_it() -> None:
    emptying = Emptying()
    game = running(people(3))
    moderation.carry_out(staff(), "extend", game.code, CommandInput("asked", hours=12))

    assert emptying.empty()
    assert not ModerationEntry.objects.exists()
    assert not User.objects.exists()


def test_afterwards_all_groups_are_as_migrations_make_them() -> None:
    """Whatever the tests before this one did."""
    assert Group.objects.get(name="helper").permissions.count() == 1
    assert not User.objects.exists()
    assert not ModerationEntry.objects.exists()
