"""Paired worlds: what somebody may not know changes nothing on any page of Turning Tides."""

from dataclasses import replace
from unittest.mock import patch

import pytest
from django.utils import timezone

from games import game_secrets
from games.catalogue.turning_tides.rules.state import State
from games.models import Game
from tests.games.making import bid, fresh, people
from tests.games.web.driving import browser, page, without_tokens
from tests.games.web.sea_states import PHASES, stand
from tests.rules.turning_tides.positions import deck

pytestmark = pytest.mark.django_db


def otherwise(state: State) -> State:
    """Gold holds, draws and has put away other cards; silver's pile lies otherwise."""
    gold = deck("cannon swing", "navigate cannon move", "fire")
    silver = replace(state.decks[0], pile=state.decks[0].pile[::-1])
    assert sorted(gold.cards + gold.pile + gold.stowed) == sorted(
        state.decks[1].cards + state.decks[1].pile + state.decks[1].stowed
    )
    return replace(state, decks=(silver, gold))


def another_world(game: Game) -> None:
    game = fresh(game)
    game_secrets.keep_state(game, otherwise(game_secrets.open_state(game)))
    game.save()


@pytest.mark.parametrize("reader", [0, None])
def test_no_page_depends_on_the_other_deck(reader: int | None) -> None:
    users = people(2)
    game = stand(users, PHASES["choose"]())
    bid(game, users[1], "wait")
    client = browser(users[reader] if reader is not None else None)
    paths = [f"/g/{game.code}/", "/games/?show=running"]
    paths += ["/moves/"] if reader is not None else []
    with patch("django.utils.timezone.now", return_value=timezone.now()):  # pages say how long
        before = [without_tokens(page(client, path)) for path in paths]
        another_world(game)
        assert [without_tokens(page(client, path)) for path in paths] == before
