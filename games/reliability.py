"""People's public record, from their last 200 hands: how many in time, and how quickly.

A read like those of `games.selectors`. Only resolved hands count, so that no record shows who has
answered in an open one; none of closed games, whose course nobody else may know; and none of games
in which a bot has a seat.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import connection

from games.forecast import Speed
from games.models import Game

LAST = 200
MIN_HANDS = 10  # hands below which no share is given

COUNTS = """
    user_id = person.id AND {game} NOT IN (SELECT id FROM games_game WHERE closed) AND NOT EXISTS (
        SELECT FROM games_seat seat JOIN accounts_user sitter ON sitter.id = seat.user_id
        WHERE seat.game_id = {game} AND sitter.kind = 'bot'
    )
"""
# Of the rows of past clocks, which have at least one each, no more can be needed than hands count.
LATEST = f"""
    (SELECT clock.id, in_time, took_seconds
    FROM games_seatclock AS clock
    WHERE {COUNTS.format(game="clock.game_id")} AND counted ORDER BY clock.id DESC LIMIT %(most)s)
UNION ALL
    SELECT past.id, true, past.took FROM (
        SELECT ids, took FROM games_pastclocks AS packed
        WHERE {COUNTS.format(game="packed.game_id")} ORDER BY last DESC LIMIT %(most)s
    ) AS packed, unnest(ids, took) AS past (id, took)
    ORDER BY id DESC
"""  # noqa: S608 (words of our own)
HABITS = f"""
SELECT person.id, count(*), count(*) FILTER (WHERE last.in_time),
       percentile_cont(ARRAY[0.25, 0.5, 0.75, 0.95]) WITHIN GROUP (ORDER BY last.took_seconds)
FROM unnest((SELECT %(people)s::bigint[])) AS person (id)
CROSS JOIN LATERAL (
    {LATEST} LIMIT %(most)s
) AS last
GROUP BY person.id
"""  # noqa: S608 (words of our own)
FIRST = f"""
SELECT person.id, (SELECT id FROM ({LATEST} OFFSET %(most)s - 1 LIMIT 1) AS last)
FROM unnest((SELECT %(people)s::bigint[])) AS person (id)
"""  # noqa: S608 (words of our own)


@dataclass(frozen=True)
class Habits:
    """How somebody answers: number of hands, how many of them in time, and quartiles in seconds."""

    hands: int = 0
    in_time: int = 0
    speed: Speed | None = None

    @property
    def share(self) -> int | None:
        """Percentage of hands in time, rounded down; None if there are too few to say."""
        return self.in_time * 100 // self.hands if self.hands >= MIN_HANDS else None


def habits(people: Iterable[int]) -> Mapping[int, Habits]:
    """The habits of these people, by id, in one query that reads only the hands that count."""
    wanted = sorted(set(people))
    found = {pk: Habits() for pk in wanted}
    if wanted:
        with connection.cursor() as cursor:
            cursor.execute(HABITS, {"people": wanted, "most": LAST})
            for pk, hands, in_time, quartiles in cursor.fetchall():
                found[pk] = Habits(hands, in_time, Speed(*quartiles) if quartiles else None)
    return found


def habits_at(games: Iterable[Game]) -> Mapping[int, Habits]:
    """The habits of everybody (except bots) who sits at these tables, which must be loaded with
    seats."""
    users = (seat.user for game in games for seat in game.seats.all())
    return habits(user.pk for user in users if user is not None and not user.is_bot)


def first_that_counts(people: Iterable[int]) -> Mapping[int, int]:
    """The id of the first clock that counts, by person; nobody who has had fewer hands."""
    with connection.cursor() as cursor:
        cursor.execute(FIRST, {"people": sorted(people), "most": LAST})
        return {pk: first for pk, first in cursor.fetchall() if first is not None}


def is_left_out(game: Game) -> bool:
    """Whether no clock of this game counts for anybody: a bot has a seat there."""
    return game.seats.filter(user__kind="bot").exists()
