"""Every command of moderators over the API: shown beforehand, and done."""

import pytest

from accounts.models import ModerationEntry
from games.models import Game
from games.services.moderation import COMMANDS
from tests.accounts.making import member, staff
from tests.games.api.asking import client, good
from tests.games.api.moderation.test_commands import AT, body
from tests.games.services.moderation.setting import prepared, target_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", COMMANDS)
def test_preview_then_do(slug: str, missed: Game) -> None:
    game, wim = missed, member("Wim")
    prepared(slug, wim, game)
    ask, target = client(staff("Hedda", "chief")), target_of(slug, game, wim)
    shown = good(ask.post(f"{AT}/{slug}", body(slug, target, preview=True)))
    assert shown["entry"] is None
    assert not ModerationEntry.objects.exists()
    done = good(ask.post(f"{AT}/{slug}", body(slug, target)))

    assert done["entry"] == 1
    assert done["letters"] == shown["letters"]
    assert ModerationEntry.objects.get().command == slug
