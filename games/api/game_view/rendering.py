"""Renders games, for a given viewer, as plain values in the shapes of `outputs`.

No serializers are run: one per response would cost more than placing the bid it reports. Times are
in UTC. The tests validate the responses against the schema.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from games import deadlines, links, reliability, selectors, visibility
from games.game_view import GameView, game_view
from games.models import Game, Hand, Peek, Seat, SeatClock, SeatTenure
from games.reliability import Habits
from games.selectors.access import Viewer
from games.selectors.observations import OwnBid
from games.selectors.results.duplicates import same_deals_of
from games.selectors.results.sandbox import is_of_sandbox
from games.selectors.seats.deck_words import own_words


def summary(
    game: Game, hand: Hand | None, viewer: Viewer, habits: Mapping[int, Habits]
) -> dict[str, Any]:
    """The fields of `SummaryOut`; `habits` (see `habits_of`) are used for the forecast."""
    seats = list(game.seats.all())
    return {
        "code": game.code,
        "name": game.name,
        "ruleset": game.ruleset,
        "options": game.options,
        "state": game.state,
        "visibility": game.visibility,
        "hours": game.hours,
        "tells": game.shows_bids,
        "delay": game.delay_minutes,
        **_pace(game, habits),
        **table_rules(game),
        "maker": game.maker.name if game.maker else None,
        "seats": [_seat(seat) for seat in seats],
        "free": sum(seat.user_id is None and seat.kept_for_id is None for seat in seats),
        "seat": selectors.access.seat_index(game, viewer),
        "hand": hand.number if hand else None,
        "deadline": hand.deadline if hand else None,
        "created_at": game.created_at,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
    }


def _pace(game: Game, habits: Mapping[int, Habits]) -> dict[str, Any]:
    forecast = None
    if game.state == Game.State.OPEN:
        first, last = deadlines.ends_between(game, habits)
        forecast = {"first": _full_hour(first), "last": _full_hour(last)}
    return {
        "pace": {
            "hours": game.hours,
            "bank": game.bank_hours,
            "most": game.most_hours,
            "weekends": game.weekends,
        },
        "reliable": game.least_share,
        "forecast": forecast,
    }


def _full_hour(at: datetime) -> datetime:
    """The next one: what counts from now would be different in each response, and its ETag too."""
    return (at + timedelta(hours=1)).replace(minute=0, second=0, microsecond=0)


def habits_of(games: Sequence[Game]) -> Mapping[int, Habits]:
    """The habits that `summary` needs for the forecasts of these games."""
    return reliability.habits_at(game for game in games if game.state == Game.State.OPEN)


def table_rules(game: Game) -> dict[str, Any]:
    """The fields of `TableRulesOut`."""
    return {
        "offer": game.offer_after,
        "extensions": game.extensions,
        "votes": game.votes,
        "rated": game.rated,
        "recalls": game.recalls,
        "chat": game.chat,
        "paused_at": game.paused_at,
    }


def _seat(seat: Seat) -> dict[str, Any]:
    user = seat.user
    return {
        "index": seat.index,
        "name": user.name if user else None,
        "kind": user.kind if user else None,
        "misses": seat.misses,
        "absence": seat.absence,
        "level": seat.level,
    }


def detail(game: Game, viewer: Viewer) -> dict[str, Any]:
    """The fields of `DetailOut`, as this viewer may see them."""
    view = game_view(viewer, game)
    hand, seat, index = view.hand, view.seat, view.index
    shares = seat is not None and game.state == Game.State.OPEN and not is_of_sandbox(game)
    return {
        **summary(game, hand, viewer, habits_of([game])),
        "rules_version": game.rules_version,
        "commitment": game.commitment,
        "start": game.start["digest"] if game.start else None,
        "entropies": [seat.entropy for seat in game.seats.all()] if game.started_at else None,
        "entropy": own_words(seat) if seat and game.state == Game.State.OPEN else None,
        "policy": seat.policy if seat else None,
        "strict_mail": seat.strict_mail if seat else None,
        "link": links.link_token(game) if shares else None,
        "open_hand": _open_hand(hand, view) if hand else None,
        "observation": selectors.observations.observation_for(game, index),
        "legal": selectors.observations.legal_for(game, index),
        "own_bid": _own(game, hand, index),
        **beside(game, index),
        **together(game, hand, viewer),
        **same_deals(game),
        "outcome": game.outcome,
    }


def beside(game: Game, seat: int | None) -> dict[str, Any]:
    """The fields of `AsidesOut`."""
    right = selectors.observations.peek_of(game, seat) if seat is not None else None
    return {
        "asides": selectors.observations.asides_for(game, seat),
        "peek": peek(game, seat, right) if seat is not None and right else None,
    }


def peek(game: Game, seat: int, right: Peek) -> dict[str, Any]:
    """The fields of `PeekOut`; with cards while the sandglass runs."""
    return {
        "seconds": right.seconds,
        "opened_at": right.opened_at,
        "cards": selectors.observations.peek_for(game, seat),
    }


def _open_hand(hand: Hand, view: GameView) -> dict[str, Any]:
    digests = view.receipts
    return {
        "number": hand.number,
        "phase": hand.phase,
        "state": visibility.shown_state(hand),
        "awaiting": hand.awaiting,
        "answered": sorted(digests),
        "receipts": receipts(digests),
        "opened_at": hand.opened_at,
        "deadline": hand.deadline,
        "clocks": _clocks(view.clocks),
    }


def _clocks(clocks: Sequence[SeatClock]) -> list[dict[str, Any]]:
    still = deadlines.stopped_clocks(clocks)
    return [
        {
            "seat": clock.seat.index,
            "deadline": clock.deadline,
            "still_until": still.get(clock.seat.index),
        }
        for clock in clocks
    ]


def _own(game: Game, hand: Hand | None, seat: int | None) -> dict[str, Any] | None:
    if hand is None or seat is None:
        return None
    bid = selectors.observations.own_bid(game, hand, seat)
    return own_bid(game, hand, seat, bid) if bid else None


def own_bid(game: Game, hand: Hand, seat: int, bid: OwnBid) -> dict[str, Any]:
    """The fields of `ReceiptOut` for a bid placed earlier."""
    return {
        "game": game.code,
        "hand": hand.number,
        "seat": seat,
        "bid": bid.notation,
        "salt": bid.salt,
        "digest": bid.digest,
        "changes": bid.changes,
        "via": bid.via,
        "follow": selectors.hands.plans.follow_of(game, hand, seat),
        "placed_at": bid.placed_at,
        "deadline": hand.deadline,
    }


def receipts(digests: Mapping[int, str]) -> list[dict[str, Any]]:
    """Receipts of bids, by seat."""
    return [{"seat": seat, "digest": digest} for seat, digest in sorted(digests.items())]


def together(game: Game, hand: Hand | None, viewer: Viewer) -> dict[str, Any]:
    """The fields of `TogetherOut`."""
    votes = selectors.seats.occupancy.votes_of(game)
    return {
        "voters": list(votes.voters),
        "wishes": [{"wish": wish, "seats": list(by)} for wish, by in votes.wished.items()],
        "tenures": [
            _tenure(held)
            for each in selectors.seats.occupancy.tenures_of(game).values()
            for held in each
        ],
        "may_extend": selectors.seats.occupancy.may_extend(game, hand, viewer),
    }


def _tenure(held: SeatTenure) -> dict[str, Any]:
    return {
        "seat": held.seat.index,
        "name": held.user.name,
        "from_hand": held.from_hand,
        "until_hand": held.until_hand,
    }


def same_deals(game: Game) -> dict[str, Any]:
    """The fields of `SameDealsOut`."""
    tables = [_table(each) for each in same_deals_of(game)]
    return {"closed": game.closed, "tables": tables, "sisters": tables}


def _table(game: Game) -> dict[str, Any]:
    people = [name_at(seat) for seat in game.seats.all()]
    return {"code": game.code, "name": game.name, "people": people}


def name_at(seat: Seat) -> str | None:
    return seat.user.name if seat.user else None
