"""What is carried out is what was previewed, to the letter; anything else is previewed anew."""

import time
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import ModerationEntry, User
from games.models import Game
from games.services.moderation import execution, signed_previews
from games.services.moderation.command_types import CommandInput
from tests.accounts.making import member, staff
from tests.games.admin.test_commands import looked_at, previewed_and_done, signed_in
from tests.games.making import hand_of, running
from tests.games.services.moderation.setting import table
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
FORM = {"hours": 5, "reason": "asked", "text": "As you wished."}


@pytest.fixture
def hedda() -> Client:
    return signed_in()


@pytest.fixture
def game() -> Game:
    return table()[1]


def page_of(game: Game, slug: str = "extend") -> str:
    return reverse("admin:act", args=[slug, game.code])


def actions() -> list[str]:
    rows = ModerationEntry.objects.exclude(command__startswith="read_").order_by("number")
    return list(rows.values_list("command", flat=True))


CHANGED: list[tuple[dict[str, object], str]] = [
    ({"hours": 300}, "Hours: 5 when you looked, now 300"),
    ({"text": "Others."}, "In your own words: As you wished. when you looked, now Others."),
    ({"reason": "defect"}, "Reason: at the players’ request when you looked, now a bug"),
]


def test_what_was_not_previewed_is_not_done(hedda: Client, game: Game) -> None:
    before = hand_of(game).deadline
    shown = looked_at(hedda.post(page_of(game), FORM))
    for changed, text in CHANGED:
        again = hedda.post(page_of(game), {**FORM, **shown, **changed})
        assert (again.status_code, actions()) == (200, [])
        assert hand_of(game).deadline == before
        assert text in again.content.decode()
    hedda.post(page_of(game), {**FORM, **changed, **looked_at(again)})
    assert actions() == ["extend"]


def test_a_preview_serves_once(hedda: Client) -> None:
    """Also for a warning, which changes nothing that is shown."""
    wim = member("Wim")
    page, form = reverse("admin:act", args=["warn", wim.pk]), {"reason": "conduct", "text": "So."}
    shown = looked_at(hedda.post(page, form))
    for _click in range(2):
        again = hedda.post(page, {**form, **shown})

    assert actions() == ["warn"]
    assert "a moderator acted here" in again.content.decode()


def test_a_deadline_that_moved_meanwhile_is_a_difference(hedda: Client, game: Game) -> None:
    shown = looked_at(hedda.post(page_of(game), FORM))
    hand = hand_of(game)
    hand.deadline += timedelta(hours=7)
    hand.save()
    again = hedda.post(page_of(game), {**FORM, **shown})

    assert actions() == []
    assert "Deadline: " in again.content.decode()


def test_a_preview_of_something_else_is_none(hedda: Client, game: Game) -> None:
    """Of another game, another command, by somebody else, of yesterday, or made up."""
    other = running([member(name) for name in ("Ute", "Henning", "Wiebke")])
    wants = {"reason": "asked", "text": ""}
    stale = looked_at(hedda.post(page_of(game, "pause"), wants))["token"]
    tokens = [
        looked_at(hedda.post(page_of(other, "pause"), wants))["token"],
        looked_at(hedda.post(page_of(game), FORM))["token"],
        looked_at(signed_in("chief", "Bo").post(page_of(game, "pause"), wants))["token"],
        "made up",
        "",
    ]
    for token in tokens:
        again = hedda.post(page_of(game, "pause"), {**wants, "token": token})
        assert "does not belong to what you were shown" in again.content.decode()
    with patch.object(signed_previews, "_hour", lambda: int(time.time()) // 3600 + 2):
        hedda.post(page_of(game, "pause"), {**wants, "token": stale})

    assert actions() == []
    hedda.post(page_of(game, "pause"), {**wants, "token": stale})
    assert actions() == ["pause"]


def test_the_preview_has_no_field_to_write_in_and_a_way_to_change_it(
    hedda: Client, game: Game
) -> None:
    shown = hedda.post(page_of(game), FORM)
    text = shown.content.decode()
    assert 'id="id_hours"' in text
    assert "<textarea" not in text
    assert "<select" not in text
    back = hedda.post(page_of(game), {**FORM, **looked_at(shown), "change": "1"}).content.decode()

    assert actions() == []
    assert "As you wished.</textarea>" in back
    assert 'name="token"' not in back


def test_undoing_is_previewed_and_bound_like_any_other_command(hedda: Client, game: Game) -> None:
    previewed_and_done(hedda, page_of(game, "pause"), {"reason": "asked", "text": ""})
    page = reverse("admin:undo", args=[ModerationEntry.objects.get(command="pause").number])
    form = {"reason": "defect", "text": "By mistake."}
    shown = hedda.post(page, form)

    assert Game.objects.get(pk=game.pk).paused_at is not None
    assert "e-mails go out" in shown.content.decode()
    again = hedda.post(page, {**form, **looked_at(shown), "text": "On purpose."})
    assert "By mistake. when you looked, now On purpose." in again.content.decode()
    assert actions() == ["pause"]
    hedda.post(page, {**form, **looked_at(shown)})
    assert actions() == ["pause", "undo"]
    assert Game.objects.get(pk=game.pk).paused_at is None


def test_what_was_undone_meanwhile_is_not_undone_twice(hedda: Client, game: Game) -> None:
    actor = staff("Bo")
    number = execution.carry_out(actor, "pause", game.code, CommandInput("asked")).entry.number
    page, form = reverse("admin:undo", args=[number]), {"reason": "asked", "text": ""}
    shown = looked_at(hedda.post(page, form))
    execution.undo(actor, number, CommandInput("asked"))

    assert hedda.post(page, {**form, **shown}).status_code == 409
    assert actions() == ["pause", "undo"]


def test_without_a_preview_an_undo_is_not_done(hedda: Client) -> None:
    wim = member("Wim")
    actor: User = staff("Bo")
    execution.carry_out(actor, "mute", str(wim.pk), CommandInput("conduct", days=3))
    hedda.post(reverse("admin:undo", args=[1]), {"reason": "asked"})

    assert actions() == ["mute"]
    assert not_none(User.objects.get(pk=wim.pk).muted_until) > timezone.now()
