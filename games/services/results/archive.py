"""The record of a finished game (docs/records.md, section 4)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from accounts.rows import Columns, fetch
from games import fairness, game_secrets
from games.models import Bid, Game, Record, SeatTenure
from games.rules.base import Outcome
from games.rules.records import FORMATS, Aside, Bids, build_record

Opened = dict[int, dict[int, game_secrets.Opened]]  # by number of the hand, then by seat
Resolved = tuple[Bid, int, int]  # with the numbers of its hand and seat
BIDS = Columns(Bid)
# By hand, since a plan is rehearsed with every hand.
RESOLVED = f"""
    SELECT {BIDS.of("bid")}, hand.number, seat.index FROM games_bid AS bid
    JOIN games_hand AS hand ON hand.id = bid.hand_id
    JOIN games_seat AS seat ON seat.id = bid.seat_id
    WHERE hand.game_id = %(game)s AND hand.state = 'resolved' ORDER BY hand.number, seat.index
"""  # noqa: S608 (names of columns)

BY_RULES, BY_MODERATORS, CANCELLED = "rules", "moderators", "cancelled"  # how a game ended


def keep_record(game: Game, ended: str) -> Record:
    """Stores the record of the whole game. Only now, because only now nothing in it is hidden.

    One that did not end by the rules has no outcome: its record ends where the game did. Bids in a
    hand that was never resolved stay sealed: it was promised that they are shown only with the
    others', and no card depends on them.
    """
    if game.state not in Game.ENDED:
        raise ValueError("A running game has no record.")
    bids = _resolved_bids(game)
    opened = _opened(game, bids)
    _show(bids, opened)
    record = build_record(
        game.ruleset,
        game.rules_version,
        game.seat_count,
        game.options,
        game_secrets.open_shuffles(game),
        hands(game, opened),
        _outcome(game) if ended == BY_RULES else None,
    )
    record |= {**_provenance(game, bids, opened), **_start(game), "ended": ended}
    record["checksum"] = fairness.checksum(record)
    return Record.objects.create(game=game, data=record)


def _outcome(game: Game) -> Outcome:
    outcome = game.outcome or {}
    return Outcome(tuple(outcome["scores"]), tuple(outcome["winners"]))


def opened_bids(game: Game) -> Opened:
    """The bids of every resolved hand. A hand that was dropped has none."""
    return _opened(game, _resolved_bids(game))


def _resolved_bids(game: Game) -> list[Resolved]:
    found = (BIDS.take(row) for row in fetch(RESOLVED, {"game": game.pk}))
    return [(bid, number, seat) for bid, (number, seat) in found if bid is not None]


def _opened(game: Game, bids: Sequence[Resolved]) -> Opened:
    opened: Opened = defaultdict(dict)
    for bid, number, seat in bids:
        opened[number][seat] = game_secrets.open_bid(bid, game.code, number, seat)
    return opened


def _show(bids: Sequence[Resolved], opened: Opened) -> None:
    """Opens the bids that had to stay secret after their own hand: now the game is over."""
    secret = [each for each in bids if each[0].opened is None]
    for bid, number, seat in secret:
        bid.opened = opened[number][seat]._asdict()
    Bid.objects.bulk_update([bid for bid, *_ in secret], ["opened"], batch_size=500)


def hands(game: Game, opened: Opened) -> Iterator[Bids | Aside]:
    """The hands in order, each after the asides that were done while it was open."""
    asides = defaultdict(list)
    for row in game.asides.select_related("seat").order_by("pk"):
        asides[row.hand_number].append(Aside(row.seat.index, row.act))
    for number in range(1, game.hand_number + 1):
        yield from asides[number]
        if number in opened:
            yield {seat: bid.notation for seat, bid in opened[number].items()}


def _provenance(game: Game, bids: Sequence[Resolved], opened: Opened) -> dict[str, Any]:
    """What lets anybody verify the deck and the receipts (docs/fairness.md)."""
    entropies = list(game.seats.order_by("index").values_list("entropy", flat=True))
    erased = game.sealed_seed is not None
    codes = duplicate_codes(game)
    return {
        "id": game.code,
        **_substitutes(game),
        **({"duplicate": codes} if codes else {}),
        "secret": game_secrets.published_secret(game),
        "commitment": game.commitment,
        "entropies": [None if erased and not words else words for words in entropies],
        "seed": game_secrets.seed_of(game).hex(),
        "salts": [_by_seat({s: bid.salt for s, bid in one.items()}) for one in opened.values()],
        "receipts": _digests(bids),
    }


def _start(game: Game) -> dict[str, Any]:
    """Who sat there at the start, bound by its digest. Games that began before there were such
    digests keep the older format, with the names of those who sat there at the end."""
    if game.start is None:
        seats = game.seats.order_by("index").select_related("user")
        return {"players": [seat.user.name if seat.user else "" for seat in seats]}
    start = dict(game.start)
    return {"format": FORMATS[-1], "players": start.pop("players"), "start": start}


def _substitutes(game: Game) -> dict[str, Any]:
    """For each seat that changed hands: who held it from which hand to which."""
    tenures = SeatTenure.objects.filter(seat__game=game).select_related("seat", "user")
    changed = {tenure.seat_id for tenure in tenures if tenure.substitute}
    substitutes = [
        {
            "seat": tenure.seat.index,
            "name": _name_of(tenure, game),
            "from_hand": tenure.from_hand,
            "until_hand": tenure.held_until(tenure.until_hand),
        }
        for tenure in tenures.order_by("seat__index", "pk")
        if tenure.seat_id in changed
    ]
    return {"substitutes": substitutes} if substitutes else {}


def _name_of(tenure: SeatTenure, game: Game) -> str | None:
    """The name somebody had at the start, if they were seated then: that name is bound."""
    if tenure.substitute or game.start is None:
        return tenure.user.name
    name: str | None = game.start["players"][tenure.seat.index]
    return name


def duplicate_codes(game: Game) -> list[str]:
    """The codes of all tables of the game's duplicate, itself included, in the order of their
    words; empty without a duplicate."""
    if game.duplicate_id is None:
        return []
    begun = Game.objects.filter(duplicate=game.duplicate_id).exclude(
        state=Game.State.CANCELLED, started_at=None
    )
    return list(begun.order_by("pk").values_list("code", flat=True))


def _by_seat(values: dict[int, str]) -> dict[str, str]:
    return {str(seat): value for seat, value in values.items()}


def _digests(bids: Sequence[Resolved]) -> list[dict[str, str]]:
    """The receipts as they were given out, not computed again: that is what they prove."""
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for bid, number, seat in bids:
        found[number][seat] = bid.digest
    return [_by_seat(digests) for digests in found.values()]
