"""The record of a game that is over (docs/records.md, section 4)."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from games import vault
from games.models import Bid, Game, Hand, Record
from games.rules.base import Outcome
from games.rules.records import Aside, Bids, build_record

Opened = dict[int, dict[int, vault.Opened]]  # by number of the hand, then by seat


def keep_record(game: Game) -> Record:
    """Writes down the whole game; only now, because only now is nothing of it hidden."""
    if game.outcome is None:
        raise ValueError("A running game has no record.")
    opened = _opened(game)
    outcome = Outcome(tuple(game.outcome["scores"]), tuple(game.outcome["winners"]))
    record = build_record(
        game.ruleset,
        game.rules_version,
        game.seat_count,
        game.options,
        vault.open_shuffles(game),
        _hands(game, opened),
        outcome,
    )
    return Record.objects.create(game=game, data=record | _provenance(game, opened))


def _opened(game: Game) -> Opened:
    """What was bid in every hand that was resolved; a hand that was dropped is none."""
    bids = (
        Bid.objects.filter(hand__game=game, hand__state=Hand.State.RESOLVED)
        .select_related("hand", "seat")
        .order_by("hand__number", "seat__index")
    )
    opened: Opened = defaultdict(dict)
    for bid in bids:
        number, seat = bid.hand.number, bid.seat.index
        opened[number][seat] = vault.open_bid(bid, game.code, number, seat)
    return opened


def _hands(game: Game, opened: Opened) -> Iterator[Bids | Aside]:
    """Hands in order, each behind the asides that were done while it was open."""
    asides = defaultdict(list)
    for row in game.asides.select_related("seat").order_by("pk"):
        asides[row.hand_number].append(Aside(row.seat.index, row.act))
    for number in range(1, game.hand_number + 1):
        yield from asides[number]
        if number in opened:
            yield {seat: bid.notation for seat, bid in opened[number].items()}


def _provenance(game: Game, opened: Opened) -> dict[str, Any]:
    """What lets anybody check the deck and the receipts (docs/fairness.md)."""
    seats = list(game.seats.order_by("index").select_related("user"))
    return {
        "id": game.code,
        "players": [seat.user.name if seat.user else "" for seat in seats],
        "secret": vault.open_secret(game).hex(),
        "commitment": game.commitment,
        "entropies": [seat.entropy for seat in seats],
        "salts": [
            {str(seat): bid.salt for seat, bid in opened[number].items()}
            for number in sorted(opened)
        ],
    }
