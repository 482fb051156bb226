"""The part of the export of somebody's data that is about games.

It is read in bulk, so that its number of statements doesn't grow with the number of games.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import QuerySet

from accounts.models import User
from games import game_secrets, kept_bids
from games.models import Bid, Hand, LogEntry, PastClocks, Peek, Seat, SeatClock, SeatTenure, Vote
from games.selectors.hands.plans import own_plan
from games.selectors.seats.deck_words import deals_of, words_of

BATCH_SIZE = 100  # seats, so that the rows of a thousand games are never in memory together
Row = TypeVar("Row")
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class _Rows:
    """What is stored of some seats, by seat; `deals` by game, `log` by game and seat's index."""

    tenures: dict[int, list[SeatTenure]]
    bids: dict[int, list[tuple[int, Bid]]]  # with the number of their hand
    clocks: dict[int, list[dict[str, Any]]]
    log: dict[tuple[int, int], list[LogEntry]]
    votes: dict[int, list[Vote]]
    peeks: dict[int, list[Peek]]
    deals: dict[int, list[int]]


def games_of(user: User) -> list[dict[str, Any]]:
    """Their games with their answers, plans and clocks."""
    seats = Seat.objects.filter(user=user).select_related("game", "plan").order_by("game_id")
    found = []
    for some in _portions(list(seats)):
        rows = _read(some)
        found += [_game(seat, rows) for seat in some]
    return found


def games_left_by(user: User) -> list[dict[str, Any]]:
    """Former seats, which now belong to somebody else."""
    ended = SeatTenure.objects.filter(user=user).exclude(until_hand=None)
    found = []
    for some in _portions(list(ended.select_related("seat__game").order_by("pk"))):
        rows = _read([tenure.seat for tenure in some])
        found += [_left(tenure, rows) for tenure in some]
    return found


def _portions(rows: list[Row]) -> Iterator[list[Row]]:
    return (rows[at : at + BATCH_SIZE] for at in range(0, len(rows), BATCH_SIZE))


def _grouped(rows: Iterable[Row], key: Callable[[Row], Key]) -> dict[Key, list[Row]]:
    found = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return found


# ------------------------------------------------------------------ reading


def _read(seats: Sequence[Seat]) -> _Rows:
    games = list({seat.game_id: seat.game for seat in seats}.values())
    log = LogEntry.objects.filter(game__in=games, data__has_key="seat").order_by("number")
    tenures = SeatTenure.objects.filter(seat__in=seats).order_by("pk")
    return _Rows(
        tenures=_grouped(tenures, lambda row: row.seat_id),
        bids=_bids(seats),
        clocks=_grouped(_clocks(seats), lambda row: row.pop("seat")),
        log=_grouped(log, lambda entry: (entry.game_id, entry.data["seat"])),
        votes=_grouped(Vote.objects.filter(seat__in=seats), lambda vote: vote.seat_id),
        peeks=_grouped(_opened_peeks(seats), lambda peek: peek.seat_id),
        deals=deals_of(games),
    )


def _opened_peeks(seats: Sequence[Seat]) -> "QuerySet[Peek]":
    rows = Peek.objects.filter(seat__in=seats).exclude(opened_at=None)
    return rows.select_related("stage").order_by("pk")


def _bids(seats: Sequence[Seat]) -> dict[int, list[tuple[int, Bid]]]:
    """In the order of hands. Those that are kept without rows count for all seats of a game."""
    places = {(seat.game_id, seat.index): seat.pk for seat in seats}
    rows = Bid.objects.filter(seat__in=seats).select_related("hand")
    found = {(bid.seat_id, bid.hand.number): bid for bid in rows}
    for bid in kept_bids.of_games({seat.game_id: seat.game for seat in seats}.values()):
        seat = places.get((bid.hand.game_id, bid.seat.index))
        if seat is not None:
            found[seat, bid.hand.number] = bid
    by_seat = defaultdict(list)
    for (seat, number), bid in sorted(found.items(), key=lambda each: each[0]):
        by_seat[seat].append((number, bid))
    return by_seat


def _clocks(seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """In the order of hands."""
    clocks = SeatClock.objects.filter(seat__in=seats)
    rows = clocks.values("seat", "user", "hand__number", "deadline", "answered_at", "in_time")
    return sorted([*map(dict, rows), *_past(seats)], key=lambda row: row["hand__number"])


def _past(seats: Sequence[Seat]) -> Iterator[dict[str, Any]]:
    """Those that are packed, until their game is compacted."""
    packed = [
        (past, clock) for past in PastClocks.objects.filter(seat__in=seats) for clock in past.whole
    ]
    hands = Hand.objects.filter(pk__in=[clock["hand_id"] for _past, clock in packed])
    numbers = dict(hands.values_list("pk", "number"))
    for past, clock in packed:
        yield {
            "seat": past.seat_id,
            "user": past.user_id,
            "hand__number": numbers[clock["hand_id"]],
            "deadline": datetime.fromisoformat(clock["deadline"]),
            "answered_at": datetime.fromisoformat(clock["answered_at"]),
            "in_time": clock["in_time"],
        }


# ------------------------------------------------------------------ telling


def _game(seat: Seat, rows: _Rows) -> dict[str, Any]:
    plan, tenures = own_plan(seat.game, seat), rows.tenures.get(seat.pk, [])
    first = next((each.from_hand for each in tenures if each.until_hand is None), 1)
    theirs = range(first, seat.game.hand_number + 1)  # not those of a predecessor
    return {
        **_place(seat), "choice_for_misses": seat.policy,
        "words_for_the_deck": _words(seat, seat.user_id, rows),
        "misses": seat.misses, "joined_at": seat.joined_at,
        "answers": _answers(seat, rows, theirs),
        "plan": plan.text if plan else "", "asked_if_forced": seat.ask_forced,
        "confirms_mails": seat.strict_mail,
        "clocks": _clocks_of(seat, seat.user_id, rows),
        "log": _log(rows.log.get((seat.game_id, seat.index), [])),
        **_done(seat, rows, seat.joined_at, None),
    }  # fmt: skip


def _done(
    seat: Seat, rows: _Rows, since: datetime | None, until: datetime | None
) -> dict[str, list[dict[str, Any]]]:
    """Votes and peeks of whoever held the seat between these moments."""
    votes, peeks = rows.votes.get(seat.pk, []), rows.peeks.get(seat.pk, [])
    return {
        "votes": [
            {"wish": vote.wish, "at": vote.at, "ended_at": vote.ended_at}
            for vote in votes
            if _is_between(vote.at or vote.ended_at, since, until)
        ],
        "peeks": [
            {"stage": peek.stage.number, "opened_at": peek.opened_at}
            for peek in peeks
            if _is_between(peek.opened_at, since, until)
        ],
    }


def _is_between(at: datetime | None, since: datetime | None, until: datetime | None) -> bool:
    return at is not None and (since is None or since <= at) and (until is None or at <= until)


def _left(tenure: SeatTenure, rows: _Rows) -> dict[str, Any]:
    """Their own data from the time they held the seat, without what a bot or a successor did."""
    seat = tenure.seat
    theirs = range(tenure.from_hand, (tenure.until_hand or 0) + 1)
    log = rows.log.get((seat.game_id, seat.index), [])
    return {
        **_place(seat), "misses": tenure.misses, "from_hand": tenure.from_hand,
        "until_hand": tenure.until_hand, "began_at": tenure.began_at,
        "words_for_the_deck": _words(seat, tenure.user_id, rows),
        "ended_at": tenure.ended_at, "answers": _answers(seat, rows, theirs, by_bot=False),
        "clocks": _clocks_of(seat, tenure.user_id, rows),
        "log": _log(entry for entry in log if entry.hand_number in theirs),
        **_done(seat, rows, tenure.began_at, tenure.ended_at),
    }  # fmt: skip


def _place(seat: Seat) -> dict[str, Any]:
    game = seat.game
    return {
        "code": game.code, "name": game.name, "game": game.ruleset, "state": game.state,
        "seat": seat.index,
    }  # fmt: skip


def _words(seat: Seat, user_id: int | None, rows: _Rows) -> str:
    """Nothing for whoever came later: the words are those of who had the seat first."""
    tenures = rows.tenures.get(seat.pk)
    first = tenures[0].user_id if tenures else seat.user_id
    return words_of(seat, rows.deals[seat.game_id]) if first == user_id else ""


def _log(entries: Iterable[LogEntry]) -> list[dict[str, Any]]:
    return [{"kind": each.kind, "data": each.with_names, "at": each.at} for each in entries]


def _clocks_of(seat: Seat, user_id: int | None, rows: _Rows) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in clock.items() if name != "user"}
        for clock in rows.clocks.get(seat.pk, [])
        if clock["user"] == user_id
    ]


def _answers(seat: Seat, rows: _Rows, hands: range, *, by_bot: bool = True) -> list[dict[str, Any]]:
    return [
        _answer(number, bid, seat)
        for number, bid in rows.bids.get(seat.pk, [])
        if number in hands and (by_bot or bid.via != Bid.Via.BOT)
    ]


def _answer(number: int, bid: Bid, seat: Seat) -> dict[str, Any]:
    opened = game_secrets.open_bid(bid, seat.game.code, number, seat.index)
    return {
        "hand": number, "answer": opened.notation, "salt": opened.salt,
        "receipt": bid.digest, "via": bid.via, "missed": bid.missed, "at": bid.placed_at,
    }  # fmt: skip
