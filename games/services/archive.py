"""The record of a game that is over (docs/records.md, section 4)."""

from collections import defaultdict
from typing import Any

from games import vault
from games.models import Bid, Game, Record

FORMAT = "tideweb-record/1"


def keep_record(game: Game) -> Record:
    """Writes down the whole game; only now, because only now is nothing of it hidden."""
    if game.outcome is None:
        raise ValueError("A running game has no record.")
    return Record.objects.create(game=game, data=_record(game))


def _record(game: Game) -> dict[str, Any]:
    bids = _opened(game)
    seats = list(game.seats.order_by("index").select_related("user"))
    return {
        "format": FORMAT,
        "game": game.ruleset,
        "rules": game.rules_version,
        "seats": game.seat_count,
        "options": game.options,
        "shuffles": vault.open_shuffles(game),
        "hands": _by_hand([(hand, seat, bid.notation) for hand, seat, bid in bids]),
        "outcome": game.outcome,
        "id": game.code,
        "players": [seat.user.name if seat.user else "" for seat in seats],
        "secret": vault.open_secret(game).hex(),
        "commitment": game.commitment,
        "entropies": [seat.entropy for seat in seats],
        "salts": _by_hand([(hand, seat, bid.salt) for hand, seat, bid in bids]),
    }


def _opened(game: Game) -> list[tuple[int, int, vault.Opened]]:
    """(hand number, seat index, what was bid) of every bid, in order."""
    bids = (
        Bid.objects.filter(hand__game=game)
        .select_related("hand", "seat")
        .order_by("hand__number", "seat__index")
    )
    return [
        (
            bid.hand.number,
            bid.seat.index,
            vault.open_bid(bid, game.code, bid.hand.number, bid.seat.index),
        )
        for bid in bids
    ]


def _by_hand(rows: list[tuple[int, int, str]]) -> list[dict[str, str]]:
    hands: dict[int, dict[str, str]] = defaultdict(dict)
    for number, index, text in rows:
        hands[number][str(index)] = text
    return [hands[number] for number in sorted(hands)]
