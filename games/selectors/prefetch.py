"""Prefetches everything a table shows of its open hand to one viewer, in one statement.

The result is attached to the game and hand objects (`Gathered`). The reads that check permissions
look there before they query: `visibility.receipts_in`, `deadlines.clocks_of`, `own_bid`, `peek_of`,
`votes_of`, `tenures_of` and `plan_row`. So permissions are still decided in one place, and many
games cost as many queries as one.
"""

import base64
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Bid, Game, Hand, Peek, Plan, Seat, SeatClock, Vote
from games.selectors.access import Viewer, seat_of
from games.selectors.prefetched import Gathered

# The arrays are read by a SELECT of their own: as parameters, they would have the statement planned
# again each time, since PostgreSQL plans by their length.
OPEN_HANDS = """
SELECT hand.*,
    (
        SELECT coalesce(jsonb_agg(jsonb_build_array(bid.seat_id, bid.digest, bid.via)), '[]')
        FROM games_bid AS bid WHERE bid.hand_id = hand.id
    ) AS answers,
    (
        SELECT coalesce(jsonb_agg(jsonb_build_array(
            clock.id, clock.seat_id, clock.user_id, clock.deadline, clock.rule
        )), '[]')
        FROM games_seatclock AS clock WHERE clock.hand_id = hand.id AND NOT given_up
    ) AS clocks_shown,
    (
        SELECT coalesce(jsonb_agg(jsonb_build_array(wish, vote.seat_id)), '[]')
        FROM games_vote AS vote WHERE vote.game_id = hand.game_id AND vote.at > %(since)s
    ) AS wished,
    EXISTS (
        SELECT FROM games_seattenure AS tenure JOIN games_seat AS seat ON seat.id = seat_id
        WHERE seat.game_id = hand.game_id AND (tenure.substitute OR until_hand IS NOT NULL)
    ) AS changed_hands,
    EXISTS (
        SELECT FROM games_note AS note JOIN games_seat AS seat ON seat.id = note.seat_id
        WHERE seat.game_id = hand.game_id AND note.author_id = %(viewer)s
    ) AS noted,
    (
        SELECT jsonb_build_array(
            bid.id, encode(sealed, 'base64'), digest, via, changes, placed_at, missed
        )
        FROM games_bid AS bid WHERE bid.hand_id = hand.id AND bid.seat_id = mine.id
    ) AS own,
    (
        SELECT jsonb_build_array(peek.id, peek.stage_id, seconds, opened_at)
        FROM games_peek AS peek JOIN games_stage AS stage ON stage.id = peek.stage_id
        WHERE peek.seat_id = mine.id AND stage.ended_at IS NULL ORDER BY peek.id LIMIT 1
    ) AS peek,
    (
        SELECT jsonb_build_array(plan.id, owner_id, encode(sealed, 'base64'), changed_at)
        FROM games_plan AS plan WHERE plan.seat_id = mine.id
    ) AS plan
FROM unnest((SELECT %(games)s::bigint[]), (SELECT %(numbers)s::integer[])) AS seen (game, number)
JOIN games_hand AS hand ON hand.game_id = seen.game AND hand.number = seen.number
LEFT JOIN games_seat AS mine ON mine.game_id = seen.game AND mine.user_id = %(viewer)s
"""


def gather(games: Sequence[Game], viewer: Viewer) -> list[Hand]:
    """Attaches to these games what this viewer may see of them; returns their hands.

    The games must have been fetched with their seats. Each hand is the one of the state that was
    read, even if it has been resolved since; otherwise the cards of one hand would be shown as
    those of the next.
    """
    mine = viewer.pk if isinstance(viewer, User) else None
    running = [game for game in games if game.state == Game.State.RUNNING]
    values = {
        "since": timezone.now() - Vote.LASTS,
        "viewer": mine,
        "games": [game.pk for game in running],
        "numbers": [game.hand_number for game in running],
    }
    found = Hand.objects.raw(OPEN_HANDS, values) if values["games"] else ()
    hands = {hand.game_id: hand for hand in found}
    for game in games:
        seat, hand = seat_of(game, viewer), hands.get(game.pk)
        index = seat.index if seat else None
        vars(game)["gathered"] = _gathered(game, hand, seat) if hand else Gathered(None, index)
    return list(hands.values())


def _gathered(game: Game, hand: Hand, mine: Seat | None) -> Gathered:
    row, seats = vars(hand), {seat.pk: seat for seat in game.seats.all()}
    hand.game = game
    by_seat = sorted((seats[pk].index, *rest) for pk, *rest in json.loads(row["answers"]))
    row["answers_in"] = by_seat
    clocks = [_clock(hand, seats, *found) for found in json.loads(row["clocks_shown"])]
    row["clocks_known"] = sorted(clocks, key=lambda clock: clock.seat.index)
    if mine is not None:
        _cache_plan(mine, row["plan"])
    return Gathered(
        hand,
        mine.index if mine else None,
        _own(hand, mine, row["own"]) if mine else None,
        _peek(mine, row["peek"]) if mine else None,
        sorted(((wish, seats[pk].index) for wish, pk in json.loads(row["wished"])), key=_seat),
        row["changed_hands"],
        row["noted"],
    )


def _seat(vote: tuple[str, int]) -> int:
    return vote[1]


def _clock(
    hand: Hand, seats: dict[int, Seat], pk: int, seat: int, user: int, due: str, rule: Any
) -> SeatClock:
    at = datetime.fromisoformat(due)
    return SeatClock(id=pk, hand=hand, seat=seats[seat], user_id=user, deadline=at, rule=rule)


def _own(hand: Hand, seat: Seat, found: str | None) -> Bid | None:
    if found is None:
        return None
    pk, sealed, digest, via, changes, placed_at, missed = json.loads(found)
    return Bid(
        id=pk,
        hand=hand,
        seat=seat,
        sealed=base64.b64decode(sealed),
        digest=digest,
        via=via,
        changes=changes,
        placed_at=datetime.fromisoformat(placed_at),
        missed=missed,
    )


def _peek(seat: Seat, found: str | None) -> Peek | None:
    if found is None:
        return None
    pk, stage, seconds, opened_at = json.loads(found)
    opened = datetime.fromisoformat(opened_at) if opened_at else None
    return Peek(id=pk, seat=seat, stage_id=stage, seconds=seconds, opened_at=opened)


def _cache_plan(seat: Seat, found: str | None) -> None:
    """Puts the plan into the seat's field cache, as `select_related` would."""
    plan = None
    if found is not None:
        pk, owner, sealed, changed_at = json.loads(found)
        plan = Plan(
            id=pk,
            seat=seat,
            owner_id=owner,
            sealed=base64.b64decode(sealed),
            changed_at=datetime.fromisoformat(changed_at),
        )
    seat._state.fields_cache["plan"] = plan
