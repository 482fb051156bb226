"""Nobody acts on somebody of the same or a higher role, nor on themselves: by service and page."""

from collections.abc import Hashable, Iterator
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import ModerationEntry, User
from accounts.security import roles
from games.refusals import Refused
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.moderation.commands import COMMANDS, commands_on
from tests.accounts.making import member, staff
from tests.games.services.moderation.setting import GIVEN
from tests.module_fixtures import kept
from tests.sampling import sample

pytestmark = pytest.mark.django_db
RANKS = ("nobody", "helper", "moderator", "chief", "superuser")
ON_PEOPLE = [command.slug for command in commands_on("person")]
PAIRS = [*product(RANKS[1:], RANKS), *((rank, "herself") for rank in RANKS[1:])]


@pytest.fixture(scope="module")
def people_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    yield from kept(django_db_blocker, _everybody)


def _everybody() -> None:
    """Two of each rank: one acts, and one is acted on."""
    for rank in RANKS:
        for name in (f"Acting {rank}", f"Quiet {rank}"):
            _of_rank(name.replace(" ", "-"), rank)


def _of_rank(name: str, rank: str) -> User:
    if rank == "nobody":
        return member(name)
    user = staff(name, "chief" if rank == "superuser" else rank)
    user.is_superuser = rank == "superuser"
    user.save()
    return user


def pair(one: str, other: str) -> tuple[User, User]:
    actor = User.objects.get(name=f"Acting-{one}")
    return actor, actor if other == "herself" else User.objects.get(name=f"Quiet-{other}")


def expected(one: str, other: str, slug: str) -> str:
    """The rule, said once more: right, then oneself, then rank."""
    needs = RANKS.index({"moderate": "moderator", "govern": "chief"}[COMMANDS[slug].needs])
    if RANKS.index(one) < needs:
        return "not_allowed"
    if other == "herself":
        return "own_person"
    return "outranked" if RANKS.index(other) >= RANKS.index(one) else ""


def _kind(pair: tuple[str, str]) -> Hashable:
    """What the service answers (all pairs ask it) to each command."""
    return tuple(expected(*pair, slug) for slug in ON_PEOPLE)


# Of each kind one by its pages; `make access` shows all of them.
SHOWN = sample(PAIRS, kind=_kind)
ABOUT_RANK = ("not_allowed", "own_person", "outranked")


def refusal(actor: User, slug: str, person: User, given: CommandInput) -> str:
    """The code that speaks of who may; what else is in the way is nothing here."""
    try:
        execution.preview(actor, slug, str(person.pk), given)
    except Refused as refused:
        return refused.code if refused.code in ABOUT_RANK else ""
    return ""


@pytest.mark.usefixtures("people_once")
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_who_may_act_on_whom(one: str, other: str) -> None:
    actor, person = pair(one, other)
    for slug in ON_PEOPLE:
        found = refusal(actor, slug, person, GIVEN[slug])
        assert found == expected(one, other, slug), slug
        if found:
            facts = ModerationEntry.objects.order_by("-number")[0].facts
            assert facts == {"command": slug, "why": found}


@pytest.mark.usefixtures("people_once")
@pytest.mark.parametrize(("one", "other"), SHOWN)
def test_the_pages_say_the_same(one: str, other: str) -> None:
    actor, person = pair(one, other)
    client = Client()
    client.force_login(actor)
    home = client.get(reverse("admin:accounts_user_change", args=[person.pk])).content.decode()
    form = {"reason": "asked", "text": "So.", "days": 3, "hours": 3}
    for slug in ON_PEOPLE:
        page = reverse("admin:act", args=[slug, person.pk])
        refused = expected(one, other, slug) != ""
        assert (page in home) is (not refused and slug not in NOT_NOW), slug
    for slug in _opened(one, other):
        page = reverse("admin:act", args=[slug, person.pk])
        refused = expected(one, other, slug) != ""
        assert (client.get(page).status_code == 403) is refused or slug in NOT_NOW, slug
        assert (client.post(page, form).status_code == 403) is refused, slug


def _opened(one: str, other: str) -> list[str]:
    """Of the commands that have the same answer for these two, one."""
    return sample(
        ON_PEOPLE,
        kind=lambda slug: expected(one, other, slug),
        name=lambda slug: f"{one} {other} {slug}",
    )


NOT_NOW = ("lift",)  # nobody here is muted or suspended
# Nobody can have done anything to the others.
PUNISHED = [(one, other) for one, other in PAIRS if other in RANKS[:4]]


@pytest.mark.usefixtures("people_once")
def test_who_may_undo_what_was_done_to_whom() -> None:
    operator, muted = _of_rank("Operator", "superuser"), CommandInput("conduct", days=3)
    done = {
        other: execution.carry_out(
            operator, "mute", str(User.objects.get(name=f"Quiet-{other}").pk), muted
        )
        for other in RANKS[:4]
    }
    for one, other in PUNISHED:
        found = ""
        try:
            number = done[other].entry.number
            execution.preview_undo(pair(one, other)[0], number, CommandInput("asked"))
        except Refused as refused:
            found = refused.code
        assert found == expected(one, other, "mute"), (one, other)


@pytest.mark.usefixtures("people_once")
@pytest.mark.parametrize(("one", "role"), [*product(RANKS[3:], roles.ROLES)])
def test_nobody_gives_a_role_as_high_as_their_own(one: str, role: str) -> None:
    actor, person = pair(one, "nobody")
    found = refusal(actor, "set_role", person, CommandInput("asked", role=role))

    assert found == ("outranked" if RANKS.index(role) >= RANKS.index(one) else "")
