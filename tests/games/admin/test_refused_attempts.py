"""Whoever tries what they may not do is logged, and keeps no moderator from acting."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import ModerationEntry, User
from games.models import Game
from games.refusals import Refused
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from tests.accounts.making import member, staff
from tests.games.making import running
from tests.games.services.moderation.setting import game_with_a_miss, players

pytestmark = pytest.mark.django_db
ASKED, DAYS = CommandInput("asked"), CommandInput("conduct", days=30)


@pytest.fixture
def wim() -> User:
    return member("Wim")


def tries(user: User, slug: str, target: str, times: int = 1) -> None:
    for _time in range(times):
        with pytest.raises(Refused, match="not_allowed"):
            execution.carry_out(user, slug, target, CommandInput("asked", days=1))
    entries = ModerationEntry.objects.filter(actor=user, command="refused")
    assert entries.count() == times


def links(reader: User, name: str, key: int) -> str:
    client = Client()
    client.force_login(reader)
    return str(client.get(reverse(f"admin:{name}", args=[key])).content.decode())


def test_what_was_previewed_can_be_done(hedda: User, wim: User) -> None:
    game: Game = game_with_a_miss()
    seen = execution.preview(hedda, "pause", game.code, ASKED)
    tries(wim, "pause", game.code)
    assert execution.carry_out(hedda, "pause", game.code, ASKED, seen.token).entry


def test_what_was_done_to_a_person_can_be_undone_from_their_page(hedda: User, wim: User) -> None:
    done = execution.carry_out(hedda, "mute", str(wim.pk), DAYS)
    tries(wim, "mute", str(wim.pk), 20)
    undo = reverse("admin:undo", args=[done.entry.number])
    assert undo in links(hedda, "accounts_user_change", wim.pk)


def test_what_was_done_to_a_game_can_be_undone_from_its_page(hedda: User, wim: User) -> None:
    game = game_with_a_miss()
    done = execution.carry_out(hedda, "pause", game.code, ASKED)
    tries(wim, "pause", game.code, 20)
    undo = reverse("admin:undo", args=[done.entry.number])
    assert undo in links(hedda, "games_game_change", game.pk)


def test_looking_at_a_form_is_no_attempt_and_is_not_called_one(hedda: User) -> None:
    """It is reached by a link from before somebody sat down, or got a role."""
    game, ada = running([*players()[:2], hedda]), staff("Ada", "chief")
    client = Client()
    client.force_login(hedda)
    targets = (("pause", game.code), ("mute", str(hedda.pk)), ("mute", str(ada.pk)))
    for slug, target in targets:
        page = reverse("admin:act", args=[slug, target])
        text = client.get(page).content.decode()
        assert "has to act here" in text, (slug, target)
        assert "that you tried" not in text, (slug, target)
    assert not ModerationEntry.objects.exists()

    for tried, (slug, target) in enumerate(targets, 1):
        page = reverse("admin:act", args=[slug, target])
        text = client.post(page, {"reason": "asked", "days": "3"}).content.decode()
        assert "that you tried" in text, (slug, target)
        assert ModerationEntry.objects.filter(command="refused").count() == tried
