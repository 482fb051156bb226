"""Where the panel offers to undo something, and where that would only be refused."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.moderation.execution import Done
from games.services.people import erasure
from tests.accounts.making import member, staff
from tests.games.admin.test_commands import signed_in
from tests.games.services.moderation.setting import game_with_a_miss, table, undo

pytestmark = pytest.mark.django_db


@pytest.fixture
def gerda() -> User:
    return staff("Gerda", "chief")


def offers(client: Client, done: Done, home: Game | User) -> bool:
    """Whether the page of a game or person links to undoing that."""
    name = "games_game_change" if isinstance(home, Game) else "accounts_user_change"
    text = client.get(reverse(f"admin:{name}", args=[home.pk])).content.decode()
    return reverse("admin:undo", args=[done.entry.number]) in text


def test_what_is_undone_is_not_offered_again(gerda: User) -> None:
    game, wim, client = table()[1], member("Wim"), signed_in()
    paused = execution.carry_out(gerda, "pause", game.code, CommandInput("asked"))
    muted = execution.carry_out(gerda, "mute", str(wim.pk), CommandInput("conduct"))
    assert offers(client, paused, game)
    assert offers(client, muted, wim)

    undo(gerda, paused)
    undo(gerda, muted)
    assert not offers(client, paused, game)
    assert not offers(client, muted, wim)


def test_a_helper_is_offered_to_undo_only_what_helpers_may(gerda: User) -> None:
    game, wim, client = game_with_a_miss(), member("Wim"), signed_in("helper")
    given = CommandInput("asked", hand=1, seat=2)
    excused = execution.carry_out(gerda, "excuse", game.code, given)
    paused = execution.carry_out(gerda, "pause", game.code, CommandInput("asked"))
    muted = execution.carry_out(gerda, "mute", str(wim.pk), CommandInput("conduct"))

    assert offers(client, excused, game)
    assert not offers(client, paused, game)
    assert not offers(client, muted, wim)


def test_after_the_end_only_what_still_can_be_undone_is_offered(gerda: User) -> None:
    game, client = game_with_a_miss(), signed_in()
    given = CommandInput("asked", hand=1, seat=2)
    excused = execution.carry_out(gerda, "excuse", game.code, given)
    paused = execution.carry_out(gerda, "pause", game.code, CommandInput("asked"))
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER)

    assert offers(client, excused, game)
    assert not offers(client, paused, game)


def test_nothing_is_offered_about_a_person_who_is_gone(gerda: User) -> None:
    wim, client = member("Wim"), signed_in()
    muted = execution.carry_out(gerda, "mute", str(wim.pk), CommandInput("conduct"))
    erasure.forget(wim)

    assert not offers(client, muted, wim)


def test_a_miss_is_offered_to_be_excused_until_the_game_is_cancelled() -> None:
    game, client = game_with_a_miss(), signed_in("helper")
    home = reverse("admin:games_game_change", args=[game.pk])
    link = f'"{reverse("admin:act", args=["excuse", game.code])}?hand=1&amp;seat=2"'
    assert link in client.get(home).content.decode()

    Game.objects.filter(pk=game.pk).update(state=Game.State.CANCELLED)
    assert link not in client.get(home).content.decode()
