"""The results of a run, read from its final rows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from django.db import connection
from django.db.models import Count

from accounts.models import Notice
from accounts.notifications.channels.names import MAIL
from games.models import Bid, Game, Hand, LogEntry, SeatClock
from games.selectors.seats.occupancy import CHANGES
from tests.club.post import Post

# Letters that ask for an answer although it was given, or the hand was over.
STALE = """
    SELECT count(*) FROM accounts_notice notice
    JOIN games_hand hand ON hand.game_id = (notice.facts->>'game')::bigint
        AND hand.number = (notice.facts->>'hand')::int
    JOIN LATERAL (
        SELECT count(*) AS owed, max(clock.answered_at) AS last,
            count(*) FILTER (WHERE clock.answered_at IS NULL) AS open
        FROM games_seatclock clock
        WHERE clock.hand_id = hand.id AND clock.user_id = notice.recipient_id
    ) AS clocks ON true
    WHERE notice.state = 'sent' AND notice.kind IN ('your_move', 'reminder', 'deadline_moved')
        AND (hand.resolved_at < notice.finished_at
            OR clocks.open = 0 AND clocks.last < notice.finished_at
            OR clocks.owed = 0 AND NOT EXISTS (
                SELECT FROM games_logentry log  -- clocks go with who leaves, and with a game
                WHERE log.game_id = hand.game_id AND log.kind IN ('offered', 'bot', 'cancelled')
                    AND log.hand_number = hand.number AND log.at >= notice.finished_at))
"""
# Notices sent twice to the same person about the same thing. A deadline may move twice and a game
# be paused twice; of a digest, its parts count.
DOUBLE = """
    SELECT coalesce(sum(times - 1), 0) FROM (
        SELECT count(*) AS times FROM accounts_notice
        WHERE state = 'sent' AND kind IN ('game_started', 'your_move',
            'reminder', 'hand_resolved', 'missed', 'stage_end', 'game_over')
        GROUP BY recipient_id, address, kind, channel, facts
    ) AS told WHERE times > 1
"""
# Hands that were complete, or had a seat out of time, for longer than a sweep takes. Giving the
# seat to a bot or to somebody else, or the end of a pause, counts as an answer, too; nothing is due
# while the game is paused.
WAITING = """
    SELECT count(*) FROM games_hand hand
    JOIN games_game game ON game.id = hand.game_id
    JOIN LATERAL (
        SELECT max(clock.answered_at) AS last,
            coalesce(bool_and(clock.answered_at IS NOT NULL), true) AS whole,
            bool_or(coalesce(clock.answered_at, %(now)s) > clock.deadline + %(most)s
                AND (clock.answered_at IS NULL OR NOT clock.in_time)) AS overdue
        FROM games_seatclock clock WHERE clock.hand_id = hand.id
    ) AS clocks ON true
    JOIN LATERAL (
        SELECT max(log.at) AS last FROM games_logentry log
        WHERE log.game_id = game.id AND log.hand_number = hand.number
            AND log.kind IN ('offered', 'bot', 'taken', 'returned', 'resumed')
            AND log.at <= coalesce(hand.resolved_at, %(now)s)
    ) AS changes ON true
    WHERE game.state IN ('running', 'over') AND NOT hand.paused AND (
        clocks.overdue OR clocks.whole AND coalesce(hand.resolved_at, %(now)s)
            > greatest(hand.opened_at, clocks.last, changes.last, hand.resolve_after) + %(most)s
    )
"""


@dataclass(frozen=True)
class Report:
    """The figures of one run; `days` are those that each finished game took."""

    games: int
    finished: int
    cancelled: int
    hands: int
    answers: int
    misses: int
    planned: int
    days: tuple[float, ...]
    changes: dict[str, int]  # what happened at tables, by kind of log entry
    notices: dict[str, dict[str, int]]  # by kind and state
    letters: int
    stale: int
    double: int
    waiting: int

    def lines(self) -> Iterator[str]:
        """The figures for a terminal."""
        cancelled = f", {self.cancelled:,} cancelled" if self.cancelled else ""
        yield f"games finished          {self.finished:,} of {self.games:,}{cancelled}"
        if self.days:
            low, high = min(self.days), max(self.days)
            mean = sum(self.days) / len(self.days)
            yield f"days a game             {mean:.1f} mean, {median(self.days):.1f} median"
            yield f"                        {low:.1f} the shortest, {high:.1f} the longest"
        yield f"hands resolved          {self.hands:,}"
        yield f"answers owed by people  {self.answers:,}, {self.misses:,} of them missed"
        for kind, count in self.changes.items():
            yield f"{kind:<24}{count:,}"
        yield f"answers by plan         {self.planned:,}"
        for kind, states in sorted(self.notices.items()):
            told = ", ".join(f"{count:,} {state}" for state, count in sorted(states.items()))
            yield f"  {kind:<22}{told}"
        yield f"letters                 {self.letters:,}, {self.letters / self.games:.0f} a game"
        yield f"stale letters           {self.stale:,}   (must be 0)"
        yield f"double letters          {self.double:,}   (must be 0)"
        yield f"hands that waited       {self.waiting:,}   (for a machine; must be 0)"

    @property
    def sound(self) -> bool:
        """Whether nothing was late, false or sent twice."""
        return not (self.stale or self.double or self.waiting)


def of(post: Post, now: datetime, most: timedelta) -> Report:
    """The figures of a run that ends at the virtual moment `now`.

    `most`: how long a hand may wait for a sweep.
    """
    clocks = SeatClock.objects.filter(answered_at__isnull=False)
    return Report(
        games=Game.objects.count(),
        finished=Game.objects.filter(state=Game.State.OVER).count(),
        cancelled=Game.objects.filter(state=Game.State.CANCELLED).count(),
        changes=dict(_changes()),
        hands=Hand.objects.filter(state=Hand.State.RESOLVED).count(),
        answers=clocks.count(),
        misses=clocks.filter(in_time=False).count(),
        planned=Bid.objects.filter(via=Bid.Via.PLAN).count(),
        days=tuple(_days()),
        notices=_notices(),
        letters=len(post.sent),
        stale=_one(STALE),
        double=_one(DOUBLE) + post.doubles,
        waiting=_one(WAITING, {"now": now, "most": most}),
    )


def _days() -> Iterator[float]:
    over = Game.objects.filter(state=Game.State.OVER, ended_at__isnull=False)
    for began, ended in over.values_list("started_at", "ended_at"):
        if began and ended:
            yield (ended - began) / timedelta(days=1)


def _changes() -> Iterator[tuple[str, int]]:
    told = LogEntry.objects.filter(kind__in=CHANGES).values_list("kind").annotate(Count("pk"))
    yield from told.order_by("kind")


def _notices() -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    rows = Notice.objects.values_list("channel", "kind", "state", "digest__state")
    for channel, kind, state, whole, count in rows.annotate(Count("pk")):
        told = found.setdefault(kind if channel == MAIL else f"{kind} ({channel})", {})
        status = "in a digest" if whole == state == Notice.State.SENT else state
        told[status] = told.get(status, 0) + count
    return found


def _one(query: str, values: dict[str, Any] | Sequence[Any] = ()) -> int:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return int(cursor.fetchone()[0])
