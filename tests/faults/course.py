"""Whether a game is in the state that the pure rules give for what was played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import prefetch_related_objects

from games import game_secrets
from games.models import Game, Hand
from games.rules.base import State
from games.rules.errors import Illegal, Malformed
from games.rules.registry import ruleset


@dataclass(frozen=True)
class Beginning:
    """The state of a game, and the number of shuffles before it.

    `overlooked`: keys of a table that aren't compared, since the release of before plays along and
    doesn't have them.
    """

    state: State
    shuffles: int
    overlooked: frozenset[str] = frozenset()


def beginning(game: Game) -> Beginning:
    return Beginning(game_secrets.open_state(game), len(game_secrets.open_shuffles(game)))


def strays(game: Game, hands: Sequence[Hand], begin: Beginning) -> Iterator[str]:
    """The differences; `hands` are those since that state, in order."""
    prefetch_related_objects(hands, "bids__seat")
    rules, state = ruleset(game.ruleset), begin.state
    shuffles = iter(game_secrets.open_shuffles(game)[begin.shuffles :])
    try:
        for hand in hands:
            table = game_secrets.seen(game, state, None)
            if _without(begin.overlooked, hand.table) != _without(begin.overlooked, table):
                yield f"hand {hand.number} opened with another table"
            if hand.state != Hand.State.RESOLVED:
                break
            state = _after(rules, state, _said(game, hand), shuffles)
        now = game_secrets.open_state(game)
        if _all_of(game, state, begin) != _all_of(game, now, begin):
            yield "the state is another than the answers lead to"
    except (Illegal, Malformed, StopIteration) as error:
        yield f"the rules do not take what was played: {error}"


def _all_of(game: Game, state: State, begin: Beginning) -> Any:
    """The whole state. What is overlooked in tables follows the sets of Turn the Tide in it."""
    dumped = ruleset(game.ruleset).dump(state)
    if begin.overlooked and "sets" in dumped:
        return {**dumped, "sets": dumped["sets"][: game.seat_count]}
    return dumped


def _without(keys: frozenset[str], told: Any) -> Any:
    if isinstance(told, dict):
        return {name: _without(keys, each) for name, each in told.items() if name not in keys}
    return [_without(keys, each) for each in told] if isinstance(told, list) else told


def _said(game: Game, hand: Hand) -> dict[int, str]:
    return {
        bid.seat.index: game_secrets.open_bid(bid, game.code, hand.number, bid.seat.index).notation
        for bid in hand.bids.all()
    }


def _after(rules: Any, state: State, bids: Mapping[int, str], shuffles: Iterator[Any]) -> State:
    state = rules.resolve(state, bids).state
    while rules.shuffle_needed(state) is not None:
        state = rules.shuffled(state, next(shuffles))
    return state
