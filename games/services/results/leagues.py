"""Leagues: signing up, seasons that begin and end by themselves, and their tables.

When a season begins is stored in the database; the sweep finds it. Everything is done under the
lock of the league, so it may be repeated, and run by many at once.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from accounts.operation.database_errors import run_isolated
from games import league_math, sanctions
from games.catalogue import GAMES
from games.models import (
    MAX_TABLE_NAME,
    Entry,
    Game,
    League,
    LeagueGame,
    Rating,
    Season,
)
from games.models.leagues import MAX_GROUP
from games.rating_math import START
from games.refusals import Refused
from games.rules.registry import RULESETS
from games.selectors.results.leagues import ladder_of, standing_of
from games.services import wake_workers
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings

Step = Callable[[int, datetime], bool]
WAIT = timedelta(days=7)  # by which a season is postponed if too few have signed up


def check(league: League) -> None:
    """Raises `Refused` for a league whose tables could not be made."""
    tables.check_wish(_wish(league, league.name, league.seats))
    if league.seats > MAX_GROUP:
        seats = RULESETS[league.ruleset].SEATS
        known = ", ".join(str(count) for count in seats if count <= MAX_GROUP)
        raise Refused("bad_seats", given=league.seats, known=known)


def join(user: User, slug: str, number: int | None = None) -> Entry:
    """Signs up for the coming season; may be repeated. `number`: of the season that was meant, if
    known. Raises `Refused` ("season_begun" if another is coming by now)."""
    sanctions.check_may_play(user)
    if user.is_guest or user.is_bot or user.is_program:
        raise Refused("no_guests")
    with transaction.atomic():
        season = _open_season(slug, number)
        if not season.league.active:
            raise Refused("no_season")
        sanctions.hold(user)
        return Entry.objects.get_or_create(season=season, user=user)[0]


def leave(user: User, slug: str, number: int | None = None) -> None:
    """Withdraws the sign-up, as long as the season has not begun; may be repeated. `number` as in
    `join`."""
    with transaction.atomic():
        Entry.objects.filter(season=_open_season(slug, number), user=user).delete()


def _open_season(slug: str, number: int | None) -> Season:
    league = _locked(slug=slug)
    begun = league.seasons.exclude(state=Season.State.OPEN)
    if number is not None and begun.filter(number=number).exists():
        raise Refused("season_begun", season=number)
    season = league.seasons.filter(state=Season.State.OPEN).first()
    if season is None:
        raise Refused("no_season")
    return season


def _locked(**which: object) -> League:
    found = League.objects.select_for_update(no_key=True).filter(**which).first()
    if found is None:
        raise Refused("unknown_league")
    return found


def sweep(now: datetime) -> int:
    """Opens the sign-up of leagues that have none, and begins seasons that are due."""
    fresh = League.objects.filter(active=True).exclude(seasons__state=Season.State.OPEN)
    due = Season.objects.filter(state=Season.State.OPEN, starts_at__lte=now)
    return _each(_open_sign_up, fresh.values_list("pk", flat=True), now) + _each(
        begin, due.values_list("league_id", flat=True), now
    )


def _each(step: Step, found: Iterable[int], now: datetime) -> int:
    return sum(run_isolated(partial(step, pk, now), f"League {pk}") for pk in found)


def _open_sign_up(pk: int, _now: datetime) -> bool:
    """Opens the next season's sign-up. It begins when the running one has had its days.

    Whoever did not fit into that one is signed up first.
    """
    with transaction.atomic():
        league = _locked(pk=pk)
        last = league.seasons.order_by("-number").first()
        if not league.active or (last is not None and last.state == Season.State.OPEN):
            return False
        number = last.number + 1 if last else 1
        starts = _start_after(last, league)
        season = Season.objects.create(league=league, number=number, starts_at=starts)
        if last is not None:
            waiting = _still_there(last.entries.filter(division=None))
            Entry.objects.bulk_create(
                Entry(season=season, user_id=each.user_id, at=each.at) for each in waiting
            )
    return True


def _start_after(last: Season | None, league: League) -> datetime:
    return last.starts_at + timedelta(days=league.days) if last else league.first_start


def close(pk: int) -> None:
    """Drops the sign-ups for the coming season: if the league is ever opened again, people decide
    anew."""
    with transaction.atomic():
        league = _locked(pk=pk)
        Entry.objects.filter(season__league=league, season__state=Season.State.OPEN).delete()


def retime(before: League) -> None:
    """Moves the coming season to when the league's new dates let it begin; `before` has the old
    ones. One that was postponed begins no earlier than people have been told."""
    with transaction.atomic():
        league = _locked(pk=before.pk)
        coming = league.seasons.filter(state=Season.State.OPEN).first()
        if coming is None:
            return
        last = league.seasons.filter(number=coming.number - 1).first()
        old, new = _start_after(last, before), _start_after(last, league)
        postponed = coming.starts_at > old
        coming.starts_at = max(new, coming.starts_at) if postponed else new
        coming.save(update_fields=["starts_at"])


def begin(pk: int, now: datetime) -> bool:
    """Ends the running season and begins the next one, or postpones it if too few have
    signed up."""
    _wait_for_endings(pk)
    with transaction.atomic():
        league = _locked(pk=pk)
        season = league.seasons.filter(state=Season.State.OPEN, starts_at__lte=now).first()
        if season is None:
            return False
        signed = _signed_up(season)
        count = league_math.most_that_fit(len(signed), league.least_people, MAX_GROUP)
        if not count or not league.active:
            season.starts_at = now + WAIT
            season.save(update_fields=["starts_at"])
            return False
        before = league.seasons.filter(state=Season.State.RUNNING).first()
        if before is not None:
            _end(before, now)
        _create_tables(league, season, _order(league, signed, before, count))
        season.state, season.starts_at = Season.State.RUNNING, now
        season.save(update_fields=["state", "starts_at"])
        wake_workers.deliver()
    return True


def _wait_for_endings(pk: int) -> None:
    """Waits for games whose end is being written: what ended in time has to count."""
    running = Game.objects.filter(league_game__season__league=pk, state=Game.State.RUNNING)
    with transaction.atomic():
        list(running.select_for_update(no_key=True, of=("self",)).order_by("pk").values_list("pk"))


def _signed_up(season: Season) -> list[int]:
    """The ids of those who may play, in the order of signing up."""
    entries = _still_there(season.entries.select_related("user"))
    signed = [entry.user for entry in entries.order_by("at", "pk")]
    return [user.pk for user in signed if not user.is_suspended]


def _still_there(entries: "QuerySet[Entry]") -> "QuerySet[Entry]":
    """Without those whose data were deleted. Everybody's row is locked, so that nobody's are until
    the transaction ends."""
    people = User.objects.select_for_update(no_key=True).order_by("pk")
    list(people.filter(pk__in=entries.values("user")).values_list("pk"))
    return entries.filter(user__is_active=True)


def _order(league: League, signed: Sequence[int], before: Season | None, count: int) -> list[int]:
    """The ids of those who play, best first: the previous season's ladder, then the newcomers by
    rating.

    The newcomers who signed up last wait for the next season.
    """
    known = [pk for pk in ladder_of(before) if pk in signed] if before else []
    fresh = [pk for pk in signed if pk not in known][: max(count - len(known), 0)]
    ratings = Rating.objects.filter(user__in=fresh, ruleset=league.ruleset)
    shown = dict(ratings.values_list("user_id", "shown"))
    return [*known, *sorted(fresh, key=lambda pk: -shown.get(pk, START))][:count]


def _create_tables(league: League, season: Season, order: Sequence[int]) -> None:
    people = User.objects.in_bulk(order)
    groups = league_math.divisions(order, league.least_people, MAX_GROUP)
    for division, group in enumerate(groups, 1):
        season.entries.filter(user__in=group).update(division=division)
        even = not GAMES[league.ruleset].leads
        for number, table in enumerate(league_math.tables(group, league.seats, even=even), 1):
            _create_table(season, division, number, [people[pk] for pk in table])


def _create_table(season: Season, division: int, number: int, people: Sequence[User]) -> None:
    name = f"{season.league.name} {season.number}.{division}.{number}"
    wish = _wish(season.league, name[:MAX_TABLE_NAME], len(people))
    game = tables.create_for(people, wish, season.league.name)
    LeagueGame.objects.create(season=season, division=division, game=game)


def _wish(league: League, name: str, seats: int) -> TableSettings:
    return TableSettings(
        ruleset=league.ruleset,
        name=name,
        seats=seats,
        options=league.options,
        hours=league.hours,
        votes=False,  # or all could agree that a game never was
    )


def _end(season: Season, now: datetime) -> None:
    """Stores everybody's points and place. Games still running are played on, but don't count."""
    season.state, season.ended_at = Season.State.OVER, now
    for group in standing_of(season):
        for place, row in enumerate(group.rows, 1):
            Entry.objects.filter(pk=row.entry.pk).update(points=row.points, place=place)
    season.save(update_fields=["state", "ended_at"])
