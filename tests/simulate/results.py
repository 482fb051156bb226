"""The invariants of what follows the end of games: after every commit, and at the end."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import connections, transaction

from accounts.models import User
from games import bulk_reads, league_math, reliability, visibility
from games.models import Entry, Game, RatedGame, Rating, RatingStep, Record, Season
from games.selectors.results.leagues import standing_of
from games.services.results import archive, ratings
from games.verification import all_passed, verify
from tests.simulate.evening import LONG_AGO, VOTED
from tests.simulate.watching import DUE, Watch

if TYPE_CHECKING:
    from tests.simulate.aftermath import Aftermath
    from tests.simulate.crowd import Crowd

# What is compared with what it was before the commit: of each row its sort, its id, and a value.
ROWS = """
    SELECT 'game', id, jsonb_build_array(state, log_length, compacted_at IS NOT NULL,
            (SELECT md5(data::text) FROM games_record WHERE game_id = game.id),
            EXISTS (SELECT FROM games_ratedgame WHERE game_id = game.id))
        FROM games_game AS game
    UNION ALL SELECT 'rated', rated.game_id, jsonb_build_array(
            rated.number, rated.left_out, rated.stale, rated.ended_at,
            (SELECT count(*) FROM games_ratingstep WHERE rated_id = rated.game_id),
            CASE WHEN NOT game.rated THEN 'unrated' WHEN NOT by_rules THEN 'ended' WHEN EXISTS (
                SELECT FROM games_seat WHERE game_id = game.id AND level IS NOT NULL
            ) THEN 'bots' ELSE '' END, game.seat_count)
        FROM games_ratedgame AS rated JOIN games_game AS game ON game.id = rated.game_id
    UNION ALL SELECT 'rating', id, jsonb_build_array(games, (
            SELECT count(*) FROM games_ratingstep AS step
            WHERE step.user_id = rating.user_id AND step.ruleset = rating.ruleset))
        FROM games_rating AS rating
    UNION ALL SELECT 'season', season.id, jsonb_build_array(season.state, league.seats,
            (SELECT count(*) FROM games_leaguegame WHERE season_id = season.id),
            (SELECT jsonb_agg(size) FROM (SELECT count(*) AS size FROM games_entry
                WHERE season_id = season.id AND division IS NOT NULL GROUP BY division) AS sizes))
        FROM games_season AS season JOIN games_league AS league ON league.id = season.league_id
    UNION ALL SELECT 'bot', bid.id, to_jsonb(digest) FROM games_bid AS bid
        JOIN games_seat AS seat ON seat.id = seat_id WHERE level IS NOT NULL
    UNION ALL SELECT 'search', hand.id, to_jsonb(extract(epoch FROM bots_due))
        FROM games_hand AS hand WHERE bots_due IS NOT NULL AND state = 'open' AND NOT EXISTS (
            SELECT FROM games_seat AS seat WHERE seat.game_id = hand.game_id AND level IS NULL
                AND seat.index = ANY(hand.awaiting) AND NOT EXISTS (
                    SELECT FROM games_bid WHERE hand_id = hand.id AND seat_id = seat.id))
"""
AFTER = f"""
    SELECT least(({DUE}),
        (SELECT min(bots_due) FROM games_hand WHERE state = 'open'),
        (SELECT to_timestamp(0) FROM games_ratedgame WHERE number IS NULL OR stale LIMIT 1),
        (SELECT min(starts_at) FROM games_season
            WHERE state = 'open' AND starts_at < %(now)s + interval '1 day'),
        (SELECT to_timestamp(0) FROM games_game
            WHERE compacted_at IS NULL AND ended_at < %(now)s - interval '30 days' LIMIT 1))
"""
OWED = """
    SELECT 'letter', id FROM accounts_notice WHERE state IN ('queued', 'held')
    UNION ALL SELECT 'mail', id FROM games_inboundmail WHERE state IN ('new', 'held')
"""
LATE_BOTS = "SELECT count(*) FROM games_hand WHERE state = 'open' AND bots_due < %(began)s"
ALONE = 1.5  # seconds that a table waits for bots alone
Rows = dict[str, dict[int, Any]]


def what_is_told(game_id: int) -> tuple[Any, Any]:
    """The answers of all hands of a game, and their receipts."""
    game = Game.objects.get(pk=game_id)
    numbers = range(1, game.hand_number + 1)
    return bulk_reads.opened_in(game, numbers), visibility.receipts_of(game, numbers)


class Results(Watch):
    """Looks at all games, besides what is looked at in the one with bots."""

    world: Aftermath

    def __init__(self, world: Aftermath) -> None:
        super().__init__(world)
        old = Game.objects.filter(name=LONG_AGO).order_by("pk")
        self.old = list(old.values_list("pk", flat=True))
        self.told = {pk: what_is_told(pk) for pk in self.old}
        self._people = list(User.objects.values_list("pk", flat=True))
        self._since: dict[int, datetime] = {}  # since when a game is known to wait for its rating
        self._before = self._rows_now()
        self._habits = self._habits_now()
        self._records = {pk: row[3] for pk, row in self._before["game"].items()}

    # After every commit

    def look(self) -> None:
        self.world.stage.unseen = False
        before, now = self._before, self._rows_now()
        self._before = now
        for pk, row in now["game"].items():
            self._look_at_game(pk, before["game"].get(pk), row)
        for pk, row in now["rated"].items():
            self._look_at_rated(pk, before["rated"].get(pk), row, now["rated"])
        for pk, (games, steps) in now["rating"].items():
            if games != steps:
                self.world.found("counted", f"rating {pk} is of {games} games, and has {steps}")
        self._look_at_seasons(now["season"])
        for pk, digest in before["bot"].items():
            if now["bot"].get(pk) != digest:
                self.world.found("twice", f"bid {pk} of a bot was replaced")
        for pk, due in now["search"].items():
            if pk not in before["search"] and due > self.world.clock.at.timestamp() + ALONE:
                self.world.found("waits", f"hand {pk} waits too long for bots alone")
        courses = [{pk: row[:2] for pk, row in rows["game"].items()} for rows in (before, now)]
        self._look_at_habits(courses[0] == courses[1])

    def _look_at_game(self, pk: int, before: Any, row: Any) -> None:
        state, _length, compacted, record, rated = row
        ended = state in ("over", "cancelled")
        if (record is not None) != ended or rated != (state == "over"):
            self.world.found("end", f"game {pk} is {state}; record: {record}, rated: {rated}")
        if before and before[3] not in (None, record):
            self.world.found("record", f"the record of game {pk} was changed")
        if compacted and not ended:
            self.world.found("compacted", f"game {pk} is {state}")
        if compacted and before and not before[2]:
            with self._observing():
                self._look_at_old(pk)

    @contextmanager
    def _observing(self) -> Iterator[None]:
        """Context manager: queries belong to nobody's process."""
        line, connections["default"] = connections["default"], self.world.stage.observer
        try:
            yield
        finally:
            connections["default"] = line

    def _look_at_old(self, pk: int) -> None:
        if what_is_told(pk) != self.told[pk]:
            self.world.found("lost", f"game {pk} is told otherwise than before")

    def _look_at_rated(self, pk: int, before: Any, row: Any, all_rows: dict[int, Any]) -> None:
        number, why, stale, ended, steps, expected, seats = row
        self._since.setdefault(pk, self.world.clock.at)
        if number is None:
            return
        if before and before[0] not in (None, number):
            self.world.found("counted", f"game {pk} was rated again")
        elif not (before and before[0]):
            self._in_order(pk, number, ended, all_rows)
        if not stale and steps != (0 if why else seats):
            self.world.found("counted", f"game {pk} counts {steps} times, and is left out: {why}")
        if why not in (expected, "staff"):
            self.world.found("counted", f"game {pk} is left out for {why} instead of {expected}")

    def _in_order(self, pk: int, number: int, ended: str, rows: dict[int, Any]) -> None:
        """Whoever rates a game has rated those before that ended earlier, as far as known."""
        actor = self.world.actor()
        for other, (theirs, at) in ((key, (row[0], row[3])) for key, row in rows.items()):
            known = actor is not None and self._since[other] < actor.began
            if known and (at, other) < (ended, pk) and (theirs is None or theirs > number):
                self.world.found("order", f"game {pk} was rated before game {other}")

    def _look_at_seasons(self, rows: dict[int, Any]) -> None:
        states = [row[0] for row in rows.values()]
        if max(states.count("open"), states.count("running")) > 1:
            self.world.found("season", f"seasons are {states}")
        for pk, (state, seats, tables, sizes) in rows.items():
            wanted = sum(len(league_math.tables(range(size), seats)) for size in sizes or ())
            if tables != wanted or (state == "open") != (not sizes):
                self.world.found("season", f"season {pk} is {state} and has {tables} of {wanted}")

    def _look_at_habits(self, same: bool) -> None:
        """Packing and compaction change nobody's public record."""
        habits = self._habits_now()
        if same and habits != self._habits:
            self.world.found("habits", "somebody's public record was changed")
        self._habits = habits

    def _habits_now(self) -> list[Any]:
        return sorted(self._rows(reliability.HABITS, people=self._people, most=reliability.LAST))

    def _rows_now(self) -> Rows:
        found: Rows = defaultdict(dict)
        for sort, pk, value in self._rows(ROWS):
            found[sort][pk] = json.loads(value)
        return found

    def nothing_owed(self, deleting: Callable[..., Any]) -> Callable[..., Any]:
        """Wraps what deletes letters or mails: before the commit, others still see them all."""

        def delete(*args: Any) -> Any:
            result = deleting(*args)
            left = connections["default"].connection.execute(OWED).fetchall()
            if lost := set(self._rows(OWED)) - set(left):
                self.world.found("deleted", f"{sorted(lost)} were still to be dealt with")
            return result

        return delete

    # After sweeps

    def ready(self) -> set[int]:
        return set()

    def due(self) -> datetime | None:
        found: datetime | None = self._one(
            AFTER, now=self.world.clock.at, reminds=self.world.reminds
        )
        return found

    def after_sweep(self, before: set[int], began: datetime) -> None:
        if late := self._one(LATE_BOTS, began=began):
            self.world.found("waits", f"after a sweep {late} tables still wait for bots")

    # At the end

    def close(self, crowd: Crowd) -> None:
        """Checks figures, records, seasons, and what people were told."""
        self.look()
        for pk in self.old:
            self._look_at_old(pk)
        self._figures()
        self._answers(crowd)
        self._seasons()
        if lost := crowd.entries - set(Entry.objects.values_list("pk", flat=True)):
            self.world.found("lost", f"entries {lost} were acknowledged")
        for pk in crowd.left_out:
            if not RatedGame.objects.get(game=pk).left_out:
                self.world.found("lost", f"game {pk} counts, which a moderator left out")
        for pk in crowd.cut:
            if RatedGame.objects.get(game=pk).by_rules:
                self.world.found("counted", f"game {pk}, which a moderator ended, counts")
        state = Game.objects.get(name=VOTED).state
        if len(crowd.voted) > 1 and state == Game.State.RUNNING:
            self.world.found("lost", "all voted to cancel their game, and it goes on")

    def _figures(self) -> None:
        """Rating all games again in the order of their numbers gives the same."""
        with transaction.atomic():
            before = _all_figures()
            ratings.rerate()
            after = _all_figures()
            transaction.set_rollback(True)
        if before != after:
            self.world.found("figures", "rated again, somebody has another rating")

    def _answers(self, crowd: Crowd) -> None:
        """Every acknowledged answer of a game that ended is in its record, which is sound."""
        opened: dict[int, Any] = {}
        cut = set()  # whose last hand was never turned
        for record in Record.objects.exclude(game__in=[k for k, v in self._records.items() if v]):
            checks = verify(json.loads(json.dumps(record.data)))
            if not all_passed(checks):
                self.world.found("record", str([c for c in checks if not c.passed][:2]))
            opened[record.game_id] = what_is_told(record.game_id)[0]
            cut |= {record.game_id} if record.data["ended"] != archive.BY_RULES else set()
        for (game, hand, seat), notation in crowd.given.items():
            if game not in opened or (game in cut and hand not in opened[game]):
                continue
            if opened[game].get(hand, {}).get(seat, {}).get("notation") != notation:
                self.world.found("lost", f"the answer {notation} in hand {hand} of game {game}")

    def _seasons(self) -> None:
        """The points that a season ended with are those of its games that ended before it did."""
        for season in Season.objects.filter(state=Season.State.OVER):
            for row in (row for group in standing_of(season) for row in group.rows):
                if row.points != row.entry.points:
                    what = (
                        f"{row.entry} has {row.entry.points} points, their games say {row.points}"
                    )
                    self.world.found("points", what)


def _all_figures() -> Iterable[Any]:
    steps = RatingStep.objects.order_by("rated", "user")
    figures = Rating.objects.order_by("ruleset", "user")
    return [
        *steps.values_list("rated", "user", "number", "place", "mu", "sigma", "change"),
        *figures.values_list("ruleset", "user", "mu", "sigma", "games", "shown"),
    ]
