"""Every command by every role, on others' games and one's own, in every state of a game.

The suite tries each command where it is allowed and where not; `make access` everywhere.
"""

from collections.abc import Iterator
from itertools import product

import pytest
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import ModerationEntry, User
from accounts.security import roles
from accounts.staff import audit_log
from games.models import Game
from games.refusals import Refused
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.moderation.commands import COMMANDS
from tests.accounts.making import member, staff
from tests.games.fast_forward import fast_forward
from tests.games.making import fresh, users_at
from tests.games.services.moderation.setting import GIVEN, game_with_a_miss, prepared, target_of
from tests.module_fixtures import kept
from tests.narrowing import not_none
from tests.sampling import sample

pytestmark = pytest.mark.django_db
ROLES = ("", "helper", "moderator", "chief")


def attempt(actor: User, slug: str, target: str) -> str:
    """The code of the refusal, or nothing."""
    try:
        execution.carry_out(actor, slug, target, GIVEN[slug])
    except Refused as refused:
        return refused.code
    return ""


@pytest.fixture(scope="module")
def over_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[int]:
    """The number of one in which a hand was missed, and which is over."""
    yield from kept(django_db_blocker, _played_out)


def _played_out() -> int:
    return fast_forward(
        game_with_a_miss([member(name) for name in ("Ute", "Henning", "Wiebke")])
    ).pk


def test_every_command_is_tried_here() -> None:
    assert set(GIVEN) == set(COMMANDS)


def allows(role: str, slug: str) -> bool:
    return COMMANDS[slug].needs in roles.ROLES.get(role, ())


BY_ROLE = sample(product(ROLES, COMMANDS), kind=lambda case: (case[1], allows(*case)))
ALLOWED = [case for case in BY_ROLE if allows(*case)]
NOT_ALLOWED = [(role, slug) for role, slug in product(ROLES, COMMANDS) if not allows(role, slug)]


@pytest.mark.parametrize(("role", "slug"), ALLOWED)
def test_a_command_is_done_for_its_role(role: str, slug: str, missed: Game) -> None:
    game, person = missed, member("Wim")
    prepared(slug, person, game)
    actor = staff("Hedda", role) if role else member("Hedda")

    assert attempt(actor, slug, target_of(slug, game, person)) == ""
    assert ModerationEntry.objects.get().command == slug
    assert not audit_log.verify().fault


def test_a_command_is_done_for_no_other_role(missed: Game) -> None:
    game, person = missed, member("Wim")
    actors = {role: staff(f"Hedda{role}", role) if role else member("Hedda") for role in ROLES}
    targets = {slug: target_of(slug, game, person) for slug in COMMANDS}
    for role, slug in NOT_ALLOWED:
        assert attempt(actors[role], slug, targets[slug]) == "not_allowed", (role, slug)
        entry = ModerationEntry.objects.order_by("-number")[0]
        assert (entry.command, entry.facts["command"]) == ("refused", slug)
        assert entry.actor == actors[role]
    assert not audit_log.verify().fault


def concerned(case: tuple[str, str]) -> bool:
    """Whether that stake is one for that command."""
    stake, slug = case
    return COMMANDS[slug].on != "site" and (stake != "herself" or COMMANDS[slug].on == "person")


STAKES = list(filter(concerned, product(["sits", "sat", "made", "asked", "herself"], COMMANDS)))
BY_STAKE = sorted(
    {
        *sample(STAKES, kind=lambda case: case[1]),
        *sample(STAKES, kind=lambda case: (case[0], COMMANDS[case[1]].on)),
    }
)


@pytest.mark.parametrize(("stake", "slug"), BY_STAKE)
def test_nobody_acts_where_he_has_a_stake(stake: str, slug: str, missed: Game) -> None:
    actor, game = staff("Hedda", "chief"), missed
    users = users_at(game)
    if stake == "sits":
        game.seats.filter(index=2).update(user=actor)
    if stake == "sat":  # whoever gave a seat on knows its cards
        game.seats.get(index=2).tenures.create(user=actor, until_hand=2)
    if stake == "made":
        Game.objects.filter(pk=game.pk).update(maker=actor)
    if stake == "asked":
        email = not_none(actor.email)
        game.invitations.create(email=email, sent_by=users[0], expires_at=game.created_at)
    before = fresh(game).hand_number
    person = actor if stake == "herself" else users[0]
    prepared(slug, person, game)
    outcome = attempt(actor, slug, target_of(slug, game, person))

    assert outcome in ("own_game", "own_person")
    assert fresh(game).hand_number == before
    entry = ModerationEntry.objects.get()
    assert (entry.command, entry.facts["command"]) == ("refused", slug)


ON_GAMES = [slug for slug, each in COMMANDS.items() if each.on == "game"]
BY_STATE = sample(
    product(Game.State.values, ON_GAMES),
    kind=lambda case: (case[1], case[0] in COMMANDS[case[1]].states),
)


@pytest.mark.parametrize(("state", "slug"), BY_STATE)
def test_a_command_is_refused_in_states_that_it_does_not_fit(
    state: str, slug: str, missed: Game, over_once: int
) -> None:
    game = missed
    if state == Game.State.OPEN:
        game = tables.make_table(member("Joris"), TableSettings(name="Texel", seats=3))
    if state == Game.State.OVER:
        game = Game.objects.get(pk=over_once)
    if state == Game.State.CANCELLED:
        Game.objects.filter(pk=game.pk).update(state=state)
    if state in COMMANDS[slug].states:
        prepared(slug, member("Wim"), game)
    outcome = attempt(staff("Hedda", "chief"), slug, game.code)

    assert outcome == ("" if state in COMMANDS[slug].states else "not_in_this_state")


@pytest.mark.parametrize("slug", sample(COMMANDS, kind=lambda slug: COMMANDS[slug].on))
def test_without_a_reason_nothing_is_done(slug: str, missed: Game) -> None:
    game, person = missed, member("Wim")
    prepared(slug, person, game)
    target = target_of(slug, game, person)
    for given in (CommandInput(), CommandInput("because"), CommandInput("other")):
        with pytest.raises(Refused, match="no_reason"):
            execution.carry_out(staff(f"H{given.reason}", "chief"), slug, target, given)
    assert not ModerationEntry.objects.exists()
