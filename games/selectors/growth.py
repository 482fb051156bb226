"""Rows and bytes of the tables that grow, for the metrics."""

from dataclasses import dataclass

from django.db import connection

# docs/scaling.md says how fast each grows, and what limits it.
GROWING = (
    "accounts_notice", "django_session", "games_bid", "games_course", "games_credit", "games_game",
    "games_hand", "games_idempotencykey", "games_inboundmail", "games_logentry", "games_message",
    "games_ratedgame", "games_record", "games_replyaddress", "games_replytopic", "games_seat",
    "games_seatclock", "games_seattenure", "games_stage",
)  # fmt: skip


@dataclass(frozen=True)
class Table:
    """`rows` is the planner's estimate; counting would be too expensive."""

    name: str
    rows: int
    bytes: int


def tables() -> list[Table]:
    """The growing tables, largest first; `bytes` includes indexes."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, greatest(reltuples, 0)::bigint, pg_total_relation_size(oid) "
            "FROM pg_class WHERE relkind IN ('r', 'p') AND relname = ANY(%s) "
            "AND relnamespace = 'public'::regnamespace ORDER BY 3 DESC",
            [list(GROWING)],
        )
        return [Table(*row) for row in cursor.fetchall()]
