"""Every ready game is in the state of its name, and can be continued."""

from __future__ import annotations

from datetime import timedelta
from itertools import product

import pytest
from django.utils import timezone

from games import game_secrets
from games.models import Game, Hand
from games.verification import all_passed, verify
from tests import ready_games
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.making import bid_all, fresh, hand_of, user_at
from tests.names import NAMES
from tests.narrowing import not_none
from tests.sampling import sample

pytestmark = pytest.mark.django_db
WAITING = {"open": "open", "over": "over", "cancelled": "cancelled"}


EVERY = list(product(ready_games.SLUGS, ready_games.STATES, (False, True)))


@pytest.mark.parametrize(("slug", "state", "bots"), sample(EVERY, kind=lambda each: each[:2]))
def test_a_ready_game(slug: str, state: str, bots: bool) -> None:
    game = ready_games.take(slug, state, bots=bots)

    assert (game.ruleset, game.state) == (slug, WAITING.get(state, "running"))
    seated = game.seats.exclude(user=None).exclude(user__kind="bot").order_by("index")
    names = [not_none(seat.user).name for seat in seated]
    assert names == list(NAMES[: 1 if bots else ready_games.SLUGS[slug] - (state == "open")])
    if game.state == Game.State.RUNNING:
        _goes_on(game, slug, state)
    if state == "over":
        assert all_passed(verify(game.record.data))


def _goes_on(game: Game, slug: str, state: str) -> None:
    hand = hand_of(game)
    assert hand.state == Hand.State.OPEN
    assert (hand.number <= 3) is (state == "first")  # bots alone may have played the first ones
    assert timezone.now() - hand.opened_at < timedelta(seconds=2)
    assert hand.deadline - hand.opened_at == timedelta(hours=game.hours)
    if state == "last" and slug != "turn-the-tide":
        soon = fast_forward(game, choose=like_bots())
        assert soon.hand_number - hand.number < 12
        return
    bid_all(game)
    assert (fresh(game).state == Game.State.OVER) is (state == "last")


def test_ready_games_sit_beside_each_other() -> None:
    tide, boat = ready_games.take("turn-the-tide", "over"), ready_games.take("rowboat", "middle")
    assert user_at(tide, 0) == user_at(boat, 0)
    assert game_secrets.open_state(boat)
