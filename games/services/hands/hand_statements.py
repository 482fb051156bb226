"""What resolving a hand writes: the resolved hand and the next one, in one statement.

Called by `services.hands.game_flow`, inside a transaction that holds the game's lock.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from accounts import rows
from games.game_secrets import Opened
from games.models import Bid, Game, Hand
from games.services.hands import charts
from games.services.hands.clocks import Started

# From now on the clocks count in people's public record, and everybody may see the bids.
TURNED = """
    turned AS (
        UPDATE games_hand SET state = 'resolved', trigger = %(trigger)s, resolved_at = %(at)s
        WHERE id = %(turned)s
    ), counted AS (
        UPDATE games_seatclock SET counted = true
        WHERE hand_id = %(turned)s AND answered_at IS NOT NULL
    ), shown AS (
        UPDATE games_bid SET opened = said.opened
        FROM jsonb_to_recordset(%(shown)s::jsonb) AS said (seat_id bigint, opened jsonb)
        WHERE games_bid.hand_id = %(turned)s AND games_bid.seat_id = said.seat_id
    ), told AS (
        INSERT INTO games_logentry (game_id, number, hand_number, kind, data, at)
        VALUES (%(game)s, %(entry)s, %(turned_number)s, 'hand', %(data)s::jsonb, %(at)s)
    )
"""
OPENED = """
    opened AS (
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
        SELECT %(game)s, opened.id, seat, person, due, rule,
            CASE WHEN answered THEN %(opened_at)s::timestamptz END, true, 0, false,
            %(paused)s, false, remind_at
        FROM opened, jsonb_to_recordset(%(clocks)s::jsonb) AS clock (
            seat bigint, person bigint, due timestamptz, rule jsonb, answered boolean,
            remind_at timestamptz
        )
    ), bids AS (
        INSERT INTO games_bid
            (game_id, hand_id, seat_id, sealed, digest, via, missed, changes, placed_at, given_at,
             trace)
        SELECT %(game)s, opened.id, seat, decode(sealed, 'hex'), digest, via, false, 0,
            %(opened_at)s, %(opened_at)s, trace
        FROM opened, jsonb_to_recordset(%(bids)s::jsonb) AS bid (
            seat bigint, sealed text, digest text, via text, trace text
        )
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
"""
NEXT = "SELECT id, EXISTS (SELECT FROM course) FROM opened"
WRITE_TURNED = f"WITH {TURNED} SELECT 1"
WRITE_OPENED = f"WITH {OPENED} {NEXT}"
WRITE_BOTH = f"WITH {TURNED}, {OPENED} {NEXT}"
Turned = Mapping[str, Any]  # parameters of TURNED


def turned_values(
    game: Game, hand: Hand, opened: Mapping[int, Opened], data: Mapping[str, Any]
) -> Turned:
    """The parameters of TURNED: a resolved hand, its opened bids by seat id, and the data of its
    log entry, whose number is the game's `log_length`."""
    shown = [{"seat_id": seat, "opened": each._asdict()} for seat, each in opened.items()]
    return {
        "game": game.pk, "turned": hand.pk, "turned_number": hand.number,
        "trigger": str(hand.trigger), "at": hand.resolved_at, "entry": game.log_length,
        "data": json.dumps(data), "shown": json.dumps(shown),
    }  # fmt: skip


def write_turned(turned: Turned | None) -> None:
    """Writes only the resolved hand; nothing for None."""
    if turned:
        rows.fetch(WRITE_TURNED, turned)


def write_opened(
    game: Game,
    hand: Hand,
    clocks: Iterable[Started],
    answers: Mapping[int, Bid],
    turned: Turned | None,
) -> None:
    """Writes a new hand with its clocks and first answers, and what changed on the game and its
    chart; with `turned`, also the hand before it. Sets `hand.pk`."""
    values = {
        **charts.point_at(game, hand), **(turned or {}),
        "game": game.pk, "stage": hand.stage_id, "number": hand.number, "phase": hand.phase,
        "awaiting": hand.awaiting, "state": str(hand.state), "deadline": hand.deadline,
        "opened_at": hand.opened_at, "resolve_after": hand.resolve_after, "paused": hand.paused,
        "table": json.dumps(hand.table), "told": game.told_hand, "log_length": game.log_length,
        "paused_at": game.paused_at, "sealed_state": game.sealed_state,
        "sealed_shuffles": vars(game).get("sealed_shuffles"),
        "bids": json.dumps([_bid(bid) for bid in answers.values()]),
        "clocks": json.dumps([_clock(clock, answers) for clock in clocks]),
        "bots_due": hand.bots_due,
    }  # fmt: skip
    sql = WRITE_BOTH if turned else WRITE_OPENED
    ((hand.pk, goes_on),) = rows.fetch(sql, values)
    hand._state.adding, hand._state.db = False, "default"
    if not goes_on:
        charts.keep_anew(game, hand)


def _clock(clock: Started, answers: Mapping[int, Bid]) -> dict[str, Any]:
    """A clock as JSON. One that an answer in advance has stopped has no `took_seconds`: nobody is
    told whether there was a plan."""
    return {
        "seat": clock.seat.pk, "person": clock.user.pk, "due": clock.deadline.isoformat(),
        "rule": clock.rule.as_json(), "answered": clock.seat.pk in answers,
        "remind_at": clock.remind_at.isoformat(),
    }  # fmt: skip


def _bid(bid: Bid) -> dict[str, Any]:
    return {
        "seat": bid.seat_id, "sealed": bytes(bid.sealed or b"").hex(), "digest": bid.digest,
        "via": str(bid.via), "trace": bid.trace,
    }  # fmt: skip
