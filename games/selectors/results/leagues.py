"""Public data of leagues: seasons, divisions and points."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch, Q

from accounts.models import User
from games import league_math
from games.models import Entry, Game, League, LeagueGame, Season, SeatTenure
from games.refusals import Refused
from games.selectors.access import Viewer, with_seats
from games.selectors.results.placings import holders, places_of, teams_of


@dataclass
class Row:
    """A person in a division with their points and counted games so far."""

    entry: Entry
    points: int = 0
    games: int = 0


@dataclass
class Group:
    """A division with its people, best first, and its tables."""

    division: int
    rows: list[Row] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)


def leagues() -> list[League]:
    """All leagues that go on or are being played, with their open and running seasons. Nobody can
    sign up for one that doesn't go on."""
    played = LeagueGame.objects.filter(
        season__league=OuterRef("pk"), season__state=Season.State.RUNNING,
        game__state=Game.State.RUNNING,
    )  # fmt: skip
    seasons = Season.objects.exclude(state=Season.State.OVER).order_by("number")
    now = seasons.exclude(state=Season.State.OPEN, league__active=False)
    rows = League.objects.filter(Q(active=True) | Exists(played))
    return list(rows.prefetch_related(Prefetch("seasons", now)))


def league_named(slug: str) -> League:
    """Raises `Refused` ("unknown_league")."""
    found = League.objects.filter(slug=slug).first()
    if found is None:
        raise Refused("unknown_league")
    return found


def season_of(league: League, number: int | None) -> Season | None:
    """The season with this number; without one, the current or latest season that has begun. Raises
    `Refused` ("unknown_league").
    """
    if number is not None:
        found = league.seasons.filter(number=number).first()
        if found is None:
            raise Refused("unknown_league")
        return found
    begun = league.seasons.exclude(state=Season.State.OPEN)
    return begun.order_by("-number").first()


def sign_up_of(league: League) -> Season | None:
    """The season that is open for signing up; none of a league that doesn't go on."""
    return league.seasons.filter(state=Season.State.OPEN, league__active=True).first()


def signed_up(season: Season) -> list[Entry]:
    """Active people who have signed up, in that order."""
    rows = season.entries.filter(user__is_active=True).select_related("user")
    return list(rows.order_by("at", "pk"))


def standing_of(season: Season) -> list[Group]:
    """The current standings by division, in a constant number of queries."""
    entries = list(season.entries.exclude(division=None).select_related("user").order_by("pk"))
    numbers = sorted({entry.division for entry in entries if entry.division})
    groups = {division: Group(division) for division in numbers}
    rows = {(entry.division, entry.user_id): Row(entry) for entry in entries}
    for played in _games_of(season):
        groups[played.division].games.append(played.game)
        _count(season, played, rows)
    for (division, _user), row in rows.items():
        groups[division or 0].rows.append(row)
    for group in groups.values():
        group.rows.sort(key=_rank)
    return list(groups.values())


def _rank(row: Row) -> tuple[int, int, datetime, int]:
    """Sort key: the final place once the season is over, otherwise points, then the sign-up."""
    return (row.entry.place or 0, -row.points, row.entry.at, row.entry.pk)


def _games_of(season: Season) -> list[LeagueGame]:
    tenures = SeatTenure.objects.order_by("pk")
    games = with_seats().prefetch_related(Prefetch("seats__tenures", tenures))
    rows = LeagueGame.objects.filter(season=season).order_by("pk")
    return list(rows.prefetch_related(Prefetch("game", games)))


def _count(season: Season, played: LeagueGame, rows: dict[tuple[int | None, int], Row]) -> None:
    """Adds the points of a game, if it ended before the season did."""
    game, ended = played.game, season.ended_at
    if game.state != Game.State.OVER or (ended and game.ended_at and game.ended_at > ended):
        return
    teams = teams_of(game)
    won = league_math.points(teams, places_of(game, teams))
    for user, seat in holders(game).items():
        row = rows.get((played.division, user))
        if row is not None:
            row.points += won[seat]
            row.games += 1


def ladder_of(season: Season) -> list[int]:
    """User ids in their order for the next season, after promotion and relegation."""
    standing = standing_of(season)
    return league_math.after_season(
        [[row.entry.user_id for row in group.rows] for group in standing]
    )


def divisions_of(viewer: Viewer, groups: Sequence[Group]) -> set[int]:
    """The numbers of the divisions in which the viewer plays."""
    found: dict[int, set[int]] = defaultdict(set)
    for group in groups:
        for row in group.rows:
            found[row.entry.user_id].add(group.division)
    return found[viewer.pk] if isinstance(viewer, User) else set()
