"""The bar of a table says once who is waited for, to whoever has nothing to answer or looks on."""

import re

import pytest
from django.test import Client

from games.models import Game, InboundMail
from games.rules.registry import ruleset
from games.services.mail.reply_addresses import addresses_for
from tests.games.fast_forward import fast_forward, like_bots, played_on
from tests.games.making import bid, hand_of, people, running, user_at
from tests.games.web.driving import browser, page
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def test_once_all_have_answered_nobody_is_waited_for() -> None:
    """The hand isn't turned yet, since a mail about it is still to be read."""
    game = running(people(3))
    for seat in (1, 2):
        bid(game, user_at(game, seat))
    whose = (user_at(game, 1).pk, hand_of(game).pk)
    InboundMail.objects.create(address=addresses_for([whose])[whose], identity="1")
    bid(game, user_at(game, 0))
    receipt = page(browser(user_at(game, 0)), f"/g/{game.code}/")
    assert "Nobody else can see it. It will be turned " in receipt
    assert "when  have answered" not in receipt
    assert " at the latest" in receipt


def bar(client: Client, game: Game) -> str:
    text = page(client, f"/g/{game.code}/")
    return not_none(re.search(r'<div class="sealbar sealbar--calm".*?</div>', text, re.DOTALL))[0]


@pytest.mark.parametrize(
    ("slug", "options"),
    [("rowboat", {}), ("turning-tides", {}), ("turn-the-tide", {"taker_chooses": True})],
)
def test_who_is_waited_for(slug: str, options: dict[str, bool]) -> None:
    count = 3 if slug == "turn-the-tide" else 2
    game = running(people(count), ruleset=slug, options=options)
    rules = ruleset(slug)
    ahead = (one for one in played_on(game, like_bots()) if len(rules.awaiting(one.state)) < count)
    game = fast_forward(game, next(ahead).number, like_bots())
    (asked,) = hand_of(game).awaiting
    name, other = user_at(game, asked).name, user_at(game, (asked + 1) % count)
    for client in (browser(other), browser()):
        assert bar(client, game).count(f"We’re waiting for {name}.") == 1
        assert bar(client, game).count(name) == 1
