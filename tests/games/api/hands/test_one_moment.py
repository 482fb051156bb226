"""A table is shown as of one moment, also when its hand is turned while it is being read."""

from collections.abc import Sequence
from typing import Any

import pytest

from accounts.security import api_keys
from games import game_view
from games.models import Game, Hand
from games.selectors.prefetch import gather
from tests.games import making
from tests.games.making import bid, table_of

pytestmark = pytest.mark.django_db


def test_the_cards_shown_are_those_of_the_hand_that_is_named(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    users, game = table_of(3)
    for user in users[:2]:
        bid(game, user)
    shown = making.legal(game, 2)

    def turned_meanwhile(games: Sequence[Game], viewer: Any) -> list[Hand]:
        if making.fresh(game).hand_number == 1:
            bid(game, users[2])
            making.settle(game)
        return gather(games, viewer)

    monkeypatch.setattr(game_view, "gather", turned_meanwhile)
    headers = {"Authorization": f"Bearer {api_keys.issue(users[2])}"}
    answer = client.get(f"/api/v1/games/{game.code}", headers=headers).json()
    assert making.fresh(game).hand_number == 2
    assert (answer["hand"], answer["own_bid"]["bid"]) == (1, shown[0])
    assert set(answer["legal"]) <= set(shown)
