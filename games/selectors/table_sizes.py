"""Rows and bytes of the tables that grow, for the metrics."""

from dataclasses import dataclass

from django.db import connection


@dataclass(frozen=True)
class Table:
    """`rows` is the planner's estimate; counting would be too expensive."""

    name: str
    rows: int
    bytes: int


def tables() -> list[Table]:
    """All of them, the largest first, with their indexes; docs/scaling.md says what ends the growth
    of each."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, greatest(reltuples, 0)::bigint, pg_total_relation_size(oid) "
            "FROM pg_class WHERE relkind IN ('r', 'p') "
            "AND relnamespace = 'public'::regnamespace ORDER BY 3 DESC"
        )
        return [Table(*row) for row in cursor.fetchall()]
