"""The bids of a compacted game: values of their hand (`Hand.kept_bids`) instead of rows.

Whoever reads bids of games that are over asks here as well. What is given are unsaved bids that
say what their rows said; a bid that has a row still is not among them.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from accounts.operation import database_clock
from games import fairness
from games.models import Bid, Game, Hand, Seat

USUAL = {"missed": False, "changes": 0, "trace": ""}  # what an entry says only if it is otherwise


def entry(bid: Bid) -> dict[str, Any]:
    """What is kept of an opened bid. Its receipt isn't: it follows from notation and salt."""
    found = {**(bid.opened or {}), "via": bid.via, "placed_at": bid.placed_at.isoformat()}
    found |= {name: getattr(bid, name) for name in USUAL if getattr(bid, name) != USUAL[name]}
    if bid.given_at != bid.placed_at:
        found["given_at"] = bid.given_at.isoformat()
    return found


def in_hand(hand: Hand) -> list[Bid]:
    """Those of one hand, in the order of seats."""
    answers: dict[str, Any] = hand.kept_bids or {}
    return [_bid(hand, int(seat), answers[seat]) for seat in sorted(answers, key=int)]


def of_game(game: Game, numbers: Sequence[int] | None = None) -> Iterator[Bid]:
    """Those of a game, or only of these hands, in the order of hands and seats.

    Read the rows before: the game may be compacted in between, and then both say the same.
    """
    return of_games([game], numbers)


def of_games(games: Iterable[Game], numbers: Sequence[int] | None = None) -> Iterator[Bid]:
    """The same of several games, by one statement."""
    asked = {game.pk: game for game in games if _may_be_compacted(game)}
    hands = Hand.objects.filter(game__in=asked).exclude(kept_bids=None)
    if numbers is not None:
        hands = hands.filter(number__in=numbers)
    for hand in hands.order_by("game", "number"):
        hand.game = asked[hand.game_id]
        yield from in_hand(hand)


def _may_be_compacted(game: Game) -> bool:
    """By now, even if it wasn't when it was read."""
    after = timedelta(days=settings.COMPACT_AFTER_DAYS)
    is_due = after and game.ended_at is not None and game.ended_at < database_clock.now() - after
    return game.compacted_at is not None or bool(is_due)


def _bid(hand: Hand, index: int, kept: dict[str, Any]) -> Bid:
    placed_at = kept["placed_at"]
    opened = {name: kept[name] for name in ("notation", "salt")}
    return Bid(
        hand=hand,
        seat=Seat(game_id=hand.game_id, index=index),
        digest=fairness.receipt(hand.game.code, hand.number, index, **opened),
        opened=opened,
        via=kept["via"],
        placed_at=datetime.fromisoformat(placed_at),
        given_at=datetime.fromisoformat(kept.get("given_at", placed_at)),
        **{name: kept.get(name, usual) for name, usual in USUAL.items()},
    )
