"""The shuffles of the other world: what one seat has seen of the game stays as it was."""

import random
from collections.abc import Sequence
from typing import Any

from games import game_secrets
from games.models import Game
from games.rules.base import Item
from games.rules.errors import BadRecord
from games.rules.records import Aside, Bids, Record, replay
from games.rules.registry import ruleset
from games.services.results import archive

TRIES = 12  # exchanges of two cards that are tried in each shuffle


def other_shuffles(game: Game, seat: int | None, rng: random.Random) -> list[list[Item]]:
    """The shuffles with cards exchanged wherever every answer stays legal and `seat` (None: a
    spectator) would have observed the same in each hand up to now.

    A shuffle whose cards this seat has all seen stays as it is. Where a position was jumped to, its
    shuffles have not led there and nothing can replay them: they are only turned round.
    """
    hands = list(archive.hands(game, archive.opened_bids(game)))
    shuffles = game_secrets.open_shuffles(game)
    seen = _seen(game, hands, shuffles, seat)
    if seen is None:
        return [order[::-1] for order in shuffles]
    for number, order in enumerate(shuffles):
        for _try in range(TRIES):
            one, two = rng.sample(range(len(order)), 2)
            exchanged = list(shuffles[number])
            exchanged[one], exchanged[two] = exchanged[two], exchanged[one]
            other = [*shuffles[:number], exchanged, *shuffles[number + 1 :]]
            if _seen(game, hands, other, seat) == seen:
                shuffles = other
    return shuffles


def _seen(
    game: Game, hands: Sequence[Bids | Aside], shuffles: Sequence[Sequence[Item]], seat: int | None
) -> list[Any] | None:
    """What the seat observed before each hand and now; None if it could not have been played."""
    rules = ruleset(game.ruleset)
    try:
        played = replay(Record(rules, game.seat_count, game.options, shuffles, hands, None, False))
    except BadRecord:
        return None
    states = [*(moment.before for moment in played.moments), played.state]
    return [rules.observation(state, seat) for state in states]
