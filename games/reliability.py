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

COUNTING = """
    FROM games_seatclock
    WHERE user_id = person.id AND counted AND hand_id NOT IN (
        SELECT hand.id FROM games_hand hand JOIN games_game game ON game.id = hand.game_id
        WHERE game.closed
    ) AND NOT EXISTS (
        SELECT FROM games_hand hand JOIN games_seat seat ON seat.game_id = hand.game_id
        JOIN accounts_user sitter ON sitter.id = seat.user_id
        WHERE hand.id = games_seatclock.hand_id AND sitter.kind = 'bot'
    )
"""
HABITS = f"""
SELECT person.id, count(*), count(*) FILTER (WHERE last.in_time),
       percentile_cont(ARRAY[0.25, 0.5, 0.75, 0.95]) WITHIN GROUP (ORDER BY last.took_seconds)
FROM unnest((SELECT %s::bigint[])) AS person (id)
CROSS JOIN LATERAL (
    SELECT in_time, took_seconds {COUNTING} ORDER BY id DESC LIMIT %s
) AS last
GROUP BY person.id
"""  # noqa: S608 (words of our own)
FIRST = f"""
SELECT person.id, (SELECT id {COUNTING} ORDER BY id DESC OFFSET %s LIMIT 1)
FROM unnest((SELECT %s::bigint[])) AS person (id)
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
            cursor.execute(HABITS, [wanted, LAST])
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
        cursor.execute(FIRST, [LAST - 1, sorted(people)])
        return {pk: first for pk, first in cursor.fetchall() if first is not None}


def is_left_out(game: Game) -> bool:
    """Whether no clock of this game counts for anybody: a bot has a seat there."""
    return game.seats.filter(user__kind="bot").exists()
