"""What turning a hand writes: one statement for the hand that was turned, one for the next.

Called by `services.hands.game_flow`, inside a transaction that holds the game's lock.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accounts import rows
from games.game_secrets import Opened
from games.models import Bid, Game, Hand, SeatClock
from games.services.hands import charts

# From now on the clocks are part of people's public record, and everybody may see the bids.
TURNED = """
    WITH turned AS (
        UPDATE games_hand SET state = %(state)s, trigger = %(trigger)s, resolved_at = %(at)s
        WHERE id = %(hand)s
    ), counted AS (
        UPDATE games_seatclock SET counted = true
        WHERE hand_id = %(hand)s AND answered_at IS NOT NULL
    ), shown AS (
        UPDATE games_bid SET opened = said.opened::jsonb
        FROM unnest(%(seats)s::bigint[], %(opened)s::text[]) AS said (seat_id, opened)
        WHERE games_bid.hand_id = %(hand)s AND games_bid.seat_id = said.seat_id
    )
    INSERT INTO games_logentry (game_id, number, hand_number, kind, data, at)
    VALUES (%(game)s, %(entry)s, %(number)s, 'hand', %(data)s, %(at)s)
    RETURNING id
"""
OPENED = """
    WITH opened AS (
        INSERT INTO games_hand
            (game_id, stage_id, number, phase, awaiting, state, deadline, opened_at, trigger,
             resolve_after, "table", paused, bots_due, failures, failed_with)
        VALUES
            (%(game)s, %(stage)s, %(number)s, %(phase)s, %(awaiting)s, %(state)s, %(deadline)s,
             %(opened_at)s, '', %(resolve_after)s, %(table)s::jsonb, %(paused)s,
             %(bots_due)s, 0, '')
        RETURNING id
    ), clocks AS (
        INSERT INTO games_seatclock
            (game_id, hand_id, seat_id, user_id, deadline, rule, answered_at, in_time, moves,
             counted, paused, given_up, remind_at)
        SELECT %(game)s, opened.id, seat, person, due, rule::jsonb, answered_at, true, 0, false,
            %(paused)s, false, remind_at
        FROM opened, unnest(
            %(clock_seats)s::bigint[], %(people)s::bigint[], %(due)s::timestamptz[],
            %(rules)s::text[], %(answered_at)s::timestamptz[], %(remind_at)s::timestamptz[]
        ) AS clock (seat, person, due, rule, answered_at, remind_at)
    ), bids AS (
        INSERT INTO games_bid
            (game_id, hand_id, seat_id, sealed, digest, via, missed, changes, placed_at, given_at,
             trace)
        SELECT %(game)s, opened.id, seat, sealed, digest, via, false, 0, %(opened_at)s,
            %(opened_at)s, ''
        FROM opened, unnest(
            %(seats)s::bigint[], %(sealed)s::bytea[], %(digests)s::text[], %(vias)s::text[]
        ) AS bid (seat, sealed, digest, via)
    ), game AS (
        UPDATE games_game SET
            hand_number = %(number)s, told_hand = %(told)s, log_length = %(log_length)s,
            paused_at = %(paused_at)s, sealed_state = %(sealed_state)s, "table" = %(table)s::jsonb,
            sealed_shuffles = coalesce(%(sealed_shuffles)s, sealed_shuffles)
        WHERE id = %(game)s
    ), course AS (
        UPDATE games_course SET last = %(number)s, points = CASE
            WHEN %(first)s THEN %(point)s::jsonb || points ELSE points || %(point)s::jsonb
        END
        WHERE game_id = %(game)s AND last = %(number)s - 1
        RETURNING last
    )
    SELECT id, EXISTS (SELECT FROM course) FROM opened
"""


def write_turned(
    game: Game, hand: Hand, opened: Mapping[int, Opened], data: Mapping[str, Any]
) -> None:
    """A hand that is resolved, its bids as everybody may see them (by the id of the seat), and
    the entry of the log, whose number is the game's `log_length`."""
    values = {
        "game": game.pk, "hand": hand.pk, "number": hand.number, "state": str(hand.state),
        "trigger": str(hand.trigger), "at": hand.resolved_at, "entry": game.log_length,
        "seats": list(opened), "data": json.dumps(data),
        "opened": [json.dumps(each._asdict()) for each in opened.values()],
    }  # fmt: skip
    rows.fetch(TURNED, values)


def write_opened(game: Game, hand: Hand, clocks: Sequence[SeatClock], bids: Iterable[Bid]) -> None:
    """A new hand, the clocks of those who are asked, what was answered at once, and of the game
    and its course what changed with it."""
    bids = list(bids)
    values = {
        **charts.point_at(game, hand),
        "game": game.pk, "stage": hand.stage_id, "number": hand.number, "phase": hand.phase,
        "awaiting": hand.awaiting, "state": str(hand.state), "deadline": hand.deadline,
        "opened_at": hand.opened_at, "resolve_after": hand.resolve_after, "paused": hand.paused,
        "table": json.dumps(hand.table), "told": game.told_hand, "log_length": game.log_length,
        "paused_at": game.paused_at, "sealed_state": game.sealed_state,
        "sealed_shuffles": vars(game).get("sealed_shuffles"),
        "clock_seats": [clock.seat_id for clock in clocks],
        "people": [clock.user_id for clock in clocks],
        "due": [clock.deadline for clock in clocks],
        "rules": [json.dumps(clock.rule) for clock in clocks],
        "answered_at": [clock.answered_at for clock in clocks],
        "remind_at": [clock.remind_at for clock in clocks], "bots_due": hand.bots_due,
        "seats": [bid.seat_id for bid in bids],
        "sealed": [bid.sealed for bid in bids],
        "digests": [bid.digest for bid in bids],
        "vias": [str(bid.via) for bid in bids],
    }  # fmt: skip
    ((hand.pk, goes_on),) = rows.fetch(OPENED, values)
    hand._state.adding, hand._state.db = False, "default"
    if not goes_on:
        charts.keep_anew(game, hand)
