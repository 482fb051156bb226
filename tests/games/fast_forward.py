"""A game that has come further, without a person bidding hand by hand: by
`games.services.demo.fast_forward`, which test_fast_forward.py compares row for row with the rest.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.models import Game
from games.rules.base import Ruleset, State
from games.services import sweep
from games.services.demo import fast_forward as service
from games.services.demo.fast_forward import Choose, Played, like_bots
from tests.games.making import bid_all, fresh

__all__ = ["Choose", "fast_forward", "like_bots", "lowest", "past_first_stage", "played_on"]


def lowest(rules: Ruleset, state: State, seat: int) -> str:
    """The lowest legal answer."""
    return rules.ranked(state, seat)[0]


def played_on(game: Game, choose: Choose = lowest) -> Iterator[Played]:
    """The hands from the open one on, not stored."""
    return service.played_on(game, choose)


def fast_forward(game: Game, to: str | int = "over", choose: Choose = lowest) -> Game:
    """See `play_on`; with what is done after an end: ratings, and tables with the same deals."""
    game = service.play_on(game, to, choose)
    if game.state == Game.State.OVER:
        sweep.sweep()
    return fresh(game)


def past_first_stage(game: Game) -> Game:
    """In its second stage, the end of the first played, and told, by the services."""
    fast_forward(game, 5)
    while game.stages.count() < 2:
        bid_all(game)
    return fresh(game)
