"""The record of a game that is over (docs/records.md, section 4)."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from games import sealing, vault
from games.models import Bid, Game, Hand, Record, SeatTenure
from games.rules.base import Outcome
from games.rules.records import Aside, Bids, build_record

Opened = dict[int, dict[int, vault.Opened]]  # by number of the hand, then by seat


def keep_record(game: Game, *, by_rules: bool = True) -> Record:
    """Writes down the whole game; only now, because only now is nothing of it hidden.

    One that did not end `by_rules` has no outcome: its record ends where the game was ended.
    """
    if game.outcome is None:
        raise ValueError("A running game has no record.")
    opened = opened_bids(game)
    _show(game, opened)
    outcome = Outcome(tuple(game.outcome["scores"]), tuple(game.outcome["winners"]))
    record = build_record(
        game.ruleset,
        game.rules_version,
        game.seat_count,
        game.options,
        vault.open_shuffles(game),
        _hands(game, opened),
        outcome if by_rules else None,
    )
    record |= _provenance(game, opened)
    record["checksum"] = sealing.checksum(record)
    return Record.objects.create(game=game, data=record)


def opened_bids(game: Game) -> Opened:
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


def _show(game: Game, opened: Opened) -> None:
    """Opens to everybody what had to stay secret beyond its own hand: now the game is over."""
    bids = list(
        Bid.objects.filter(hand__game=game, hand__state=Hand.State.RESOLVED, opened=None)
        .select_related("hand", "seat")
        .defer("sealed")
    )
    for bid in bids:
        bid.opened = opened[bid.hand.number][bid.seat.index]._asdict()
    Bid.objects.bulk_update(bids, ["opened"], batch_size=500)


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
    numbers = sorted(opened)
    return {
        "id": game.code,
        "players": [seat.user.name if seat.user else "" for seat in seats],
        **_substitutes(game),
        **_duplicate(game),
        "secret": vault.open_secret(game).hex(),
        "commitment": game.commitment,
        "entropies": [seat.entropy or None for seat in seats],  # none: taken away (leaving)
        "seed": vault.seed_of(game).hex(),
        "salts": [_by_seat({s: bid.salt for s, bid in opened[n].items()}) for n in numbers],
        "receipts": [_by_seat(digests) for digests in _digests(game, numbers)],
    }


def _substitutes(game: Game) -> dict[str, Any]:
    """Where a seat was not one person's all along: who held it from which hand to which.

    `players` names those who sat there at the end.
    """
    tenures = SeatTenure.objects.filter(seat__game=game).select_related("seat", "user")
    changed = {tenure.seat_id for tenure in tenures if tenure.substitute}
    told = [
        {
            "seat": tenure.seat.index,
            "name": tenure.user.name,
            "from_hand": tenure.from_hand,
            "until_hand": tenure.until_hand,
        }
        for tenure in tenures.order_by("seat__index", "pk")
        if tenure.seat_id in changed
    ]
    return {"substitutes": told} if told else {}


def _duplicate(game: Game) -> dict[str, Any]:
    """The tables that played the same deals, this one among them, in the order of their words."""
    if game.duplicate_id is None:
        return {}
    tables = Game.objects.filter(duplicate=game.duplicate_id, started_at__isnull=False)
    return {"duplicate": list(tables.order_by("pk").values_list("code", flat=True))}


def _by_seat(values: dict[int, str]) -> dict[str, str]:
    return {str(seat): value for seat, value in values.items()}


def _digests(game: Game, numbers: list[int]) -> list[dict[int, str]]:
    """The receipts as they were given out, not worked out anew: that is what they prove."""
    found: dict[int, dict[int, str]] = {number: {} for number in numbers}
    rows = Bid.objects.filter(hand__game=game, hand__number__in=numbers)
    for number, seat, digest in rows.order_by("seat__index").values_list(
        "hand__number", "seat__index", "digest"
    ):
        found[number][seat] = digest
    return [found[number] for number in numbers]
