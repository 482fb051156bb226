"""Every command by its page: asked, shown beforehand, done; no reason is chosen beforehand."""

import pytest
from django.urls import reverse

from accounts.models import ModerationEntry
from games.models import Game
from games.services.moderation.commands import COMMANDS
from tests.accounts.making import member
from tests.games.admin.test_commands import filled_in, looked_at, signed_in
from tests.games.services.moderation.setting import prepared, target_of
from tests.sampling import sample

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", sample(COMMANDS, kind=lambda slug: COMMANDS[slug].on, most=4))
def test_ask_preview_and_do(slug: str, missed: Game) -> None:
    game, person, client = missed, member("Wim"), signed_in()
    prepared(slug, person, game)
    page = reverse("admin:act", args=[slug, target_of(slug, game, person)])
    asked = client.get(page)
    assert asked.status_code == 200
    no_reason_is_chosen(asked.content.decode())
    without = client.post(page, {**filled_in(slug), "reason": ""})
    assert without.status_code == 400
    assert 'name="token"' not in without.content.decode()
    shown = client.post(page, filled_in(slug))
    assert shown.status_code == 200, shown.context["refused"]
    assert not ModerationEntry.objects.filter(command=slug).exists()
    done = client.post(page, {**filled_in(slug), **looked_at(shown)})

    assert done.status_code == 302
    assert ModerationEntry.objects.filter(command=slug).count() == 1
    assert client.get(done["Location"], follow=True).status_code == 200


def no_reason_is_chosen(asked: str) -> None:
    """But one must be."""
    options = asked.partition('id="id_reason"')[2].partition("</select>")[0]
    assert '<option value="" selected>Choose a reason</option>' in options
    assert options.count("selected") == 1
    assert "required" in asked.partition('<select name="reason"')[2].partition(">")[0]
