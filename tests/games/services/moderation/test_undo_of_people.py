"""Undoing what was done to a person restores what held before, and not more."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.security import roles
from games.mail import reasons
from games.refusals import Refused
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.moderation.execution import Done
from tests.accounts.making import member, staff
from tests.games.services.moderation.setting import undo

pytestmark = pytest.mark.django_db
COLUMNS = {"mute": "muted_until", "suspend": "suspended_until"}


@pytest.fixture
def hedda() -> User:
    return staff("Hedda")


@pytest.fixture
def wim() -> User:
    return member("Wim")


def do(actor: User, slug: str, person: User, days: int = 7, text: str = "So.") -> Done:
    given = CommandInput("conduct", text, days=days)
    return execution.carry_out(actor, slug, str(person.pk), given)


def end_of(slug: str, person: User) -> datetime | None:
    end: datetime | None = getattr(User.objects.get(pk=person.pk), COLUMNS[slug])
    return end


@pytest.mark.parametrize("slug", COLUMNS)
def test_the_one_before_holds_again(slug: str, hedda: User, wim: User) -> None:
    first = do(hedda, slug, wim, 30)
    end = end_of(slug, wim)
    second = do(hedda, slug, wim, 1)
    assert end_of(slug, wim) != end
    undone = undo(hedda, second)
    assert end_of(slug, wim) == end
    assert "What held before holds again, until" in reasons.describe(undone.entry)
    undo(hedda, first)
    assert end_of(slug, wim) is None


@pytest.mark.parametrize("slug", COLUMNS)
@pytest.mark.parametrize("since", ["again", "lifted"])
def test_what_was_decided_since_is_left_alone(
    slug: str, since: str, hedda: User, wim: User
) -> None:
    first = do(hedda, slug, wim, 30)
    do(hedda, slug if since == "again" else "lift", wim, 1)
    end = end_of(slug, wim)
    with pytest.raises(Refused, match="cannot_undo"):
        undo(hedda, first)

    assert end_of(slug, wim) == end


def test_an_end_that_is_past_binds_nobody(hedda: User, wim: User) -> None:
    User.objects.filter(pk=wim.pk).update(muted_until=timezone.now() - timedelta(days=1))
    done = undo(hedda, do(hedda, "mute", wim))

    assert not User.objects.get(pk=wim.pk).is_muted
    assert "holds again" not in reasons.describe(done.entry)


def test_what_was_lifted_holds_again(hedda: User, wim: User) -> None:
    do(hedda, "mute", wim, 3)
    do(hedda, "suspend", wim, 9)
    before = end_of("mute", wim), end_of("suspend", wim)
    lifted = do(hedda, "lift", wim)
    assert (end_of("mute", wim), end_of("suspend", wim)) == (None, None)
    undo(hedda, lifted)

    assert (end_of("mute", wim), end_of("suspend", wim)) == before


def test_lifting_is_not_undone_over_what_was_decided_since(hedda: User, wim: User) -> None:
    do(hedda, "mute", wim, 30)
    lifted = do(hedda, "lift", wim)
    do(hedda, "mute", wim, 1)
    with pytest.raises(Refused, match="cannot_undo"):
        undo(hedda, lifted)


def test_nobody_who_has_a_role_by_now_is_suspended_again(hedda: User, wim: User) -> None:
    do(hedda, "suspend", wim, 9)
    lifted = do(hedda, "lift", wim)
    execution.carry_out(hedda, "set_role", str(wim.pk), CommandInput("asked", role="helper"))
    with pytest.raises(Refused, match="cannot_undo"):
        undo(hedda, lifted)
    assert end_of("suspend", wim) is None


def test_a_role_that_was_given_since_is_left_alone(hedda: User, wim: User) -> None:
    given = [
        execution.carry_out(hedda, "set_role", str(wim.pk), CommandInput("asked", role=role))
        for role in ("helper", "moderator")
    ]
    with pytest.raises(Refused, match="cannot_undo"):
        undo(hedda, given[0])
    undo(hedda, given[1])
    undo(hedda, given[0])

    assert not User.objects.get(pk=wim.pk).is_staff


def test_no_chief_makes_a_chief_by_undoing_what_operators_did(hedda: User) -> None:
    operator, bob = staff("Olga"), staff("Bob")
    User.objects.filter(pk=operator.pk).update(is_superuser=True)
    operator.refresh_from_db()
    given = CommandInput("conduct", role="")
    done = execution.carry_out(operator, "set_role", str(bob.pk), given)
    with pytest.raises(Refused, match="outranked"):
        undo(hedda, done)
    assert not User.objects.get(pk=bob.pk).is_staff
    undo(operator, done)
    assert roles.role_of(User.objects.get(pk=bob.pk)) == "chief"


def test_whoever_has_that_role_already_is_told_of_no_change(hedda: User, wim: User) -> None:
    with pytest.raises(Refused, match="same_role"):
        execution.carry_out(hedda, "set_role", str(wim.pk), CommandInput("asked", role=""))


def test_nothing_is_done_to_whoever_was_erased(hedda: User, wim: User, client: Client) -> None:
    given = [
        execution.carry_out(hedda, "set_role", str(wim.pk), CommandInput("asked", role=role))
        for role in ("helper", "")
    ]
    execution.carry_out(hedda, "forget", str(wim.pk), CommandInput("asked"))
    with pytest.raises(Refused, match="unknown_person"):
        do(hedda, "mute", wim)
    with pytest.raises(Refused, match="unknown_person"):
        undo(hedda, given[1])
    assert not User.objects.get(pk=wim.pk).is_staff
    client.force_login(hedda)
    person = client.get(f"/admin/accounts/user/{wim.pk}/change/").content.decode()
    assert "/admin/do/" not in person


def test_who_is_suspended_still_reads_why_that_is(hedda: User, wim: User, client: Client) -> None:
    do(hedda, "suspend", wim, 30, "Two accounts at one table.")
    undo(hedda, do(hedda, "suspend", wim, 60, "A slip of the pen."))
    client.force_login(User.objects.get(pk=wim.pk))
    told = client.get("/moves/").content.decode()

    assert "Two accounts at one table." in told
    assert "A slip of the pen." not in told
