"""Ratings: each finished game gets a row, and is rated later, all games in one order.

A game is rated once, whoever asks and however often. The order is stored, so that rating all of
them again gives the same figures.
"""

from collections.abc import Sequence
from functools import partial

from django.db import connection, transaction
from django.db.models import Exists, Max, OuterRef, Prefetch

from accounts.operation import database_clock
from accounts.operation.database_errors import run_isolated
from games import rating_math
from games.models import BotRating, Game, RatedGame, Rating, RatingStep, SeatTenure
from games.rating_math import Skill
from games.selectors.results.placings import holders, leads_of, places_of, teams_of
from games.services import wake_workers
from games.services.results import bot_ratings
from games.services.results.bot_ratings import skill_of

LOCK = 0x7469_6465  # advisory lock, so that games are rated one at a time
RENEWED_AT_ONCE = 200  # three seconds or so, of the fifty that a task has for all of a sweep
SET_BACK = """
    UPDATE games_rating AS rating
        SET mu = last.mu, sigma = last.sigma, shown = last.shown, games = last.games
        FROM (
            SELECT DISTINCT ON (user_id) user_id, mu, sigma, shown,
                    count(*) OVER (PARTITION BY user_id) AS games
                FROM games_ratingstep
                WHERE ruleset = %(ruleset)s AND user_id = ANY(%(people)s)
                ORDER BY user_id, number DESC
        ) AS last
        WHERE rating.ruleset = %(ruleset)s AND rating.user_id = last.user_id
"""
Known = dict[int, Rating]  # by person


def note(game: Game, *, by_rules: bool) -> None:
    """Notes that a locked game is over; a worker rates it."""
    RatedGame.objects.get_or_create(game=game, defaults={"by_rules": by_rules})
    wake_workers.rate()


def settle(limit: int = 200) -> int:
    """Rates every game that waits for it, the oldest first; returns how many. None before those
    that are rated again have been.

    Tables of a duplicate wait until all are over: a rating that moves would tell how it went
    there. One that fails is logged and does not keep the others waiting.
    """
    waiting = RatedGame.objects.filter(number=None, game__closed=False)
    stale = RatedGame.objects.filter(stale=True)
    if not waiting.exists() and not stale.exists():
        return 0
    with transaction.atomic():
        _lock()
        _renew_stale()
        if stale.exists():
            wake_workers.rate()
            return 0
        rows = waiting.select_related("game").select_for_update(of=("self",), no_key=True)
        found = list(rows.order_by("ended_at", "pk")[:limit])
        return sum(run_isolated(partial(_settle, each), f"Rating {each.pk}") for each in found)


def _settle(rated: RatedGame) -> bool:
    with transaction.atomic():
        last = RatedGame.objects.aggregate(last=Max("number"))["last"] or 0
        rated.number = last + 1
        rated.left_out = why_not(rated) or rated.left_out
        rated.save(update_fields=["number", "left_out"])
        _reckon_for_whom_it_counts(rated)
    return True


def _reckon_for_whom_it_counts(rated: RatedGame) -> None:
    """Rates the people, or, if bots sat there, only the bots, in a pool of their own."""
    if not rated.left_out:
        _reckon(rated)
    elif rated.left_out == RatedGame.Why.BOTS:
        bot_ratings.reckon(rated)


def _lock() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def _renew_stale() -> None:
    """Rates the games since the first one that is stale again. Only what was stale before: what a
    moderator decides meanwhile is reckoned next time.
    """
    rows = RatedGame.objects.filter(stale=True).select_for_update(of=("self",), no_key=True)
    found = list(rows.order_by("number").values_list("pk", "game__ruleset", "number"))
    stale = [pk for pk, _ruleset, _number in found]
    RatedGame.objects.filter(pk__in=stale).update(stale=False)
    rated = [(ruleset, number) for _pk, ruleset, number in found if number is not None]
    for ruleset, first in dict(reversed(rated)).items():
        _renew(ruleset, first)


def _renew(ruleset: str, first: int) -> None:
    """Rates the games from this number on again, but only so many that no sweep takes long. The
    game after them is stale, so that the next one goes on there. Levels of bots stay as they were:
    no game of theirs is ever left out.
    """
    _set_back(ruleset, first)
    games = RatedGame.objects.filter(game__ruleset=ruleset, left_out="", number__gte=first)
    found = list(games.select_related("game").order_by("number")[: RENEWED_AT_ONCE + 1])
    for rated in found[:RENEWED_AT_ONCE]:
        run_isolated(partial(_reckon_anew, rated), f"Rating {rated.pk}")
    rest = [rated.pk for rated in found[RENEWED_AT_ONCE:]]
    RatedGame.objects.filter(pk__in=rest).update(stale=True)


def _reckon_anew(rated: RatedGame) -> int:
    with transaction.atomic():
        _reckon(rated)
    return 1


def _set_back(ruleset: str, first: int) -> None:
    """Gives everybody the rating that they had before the game with this number."""
    steps = RatingStep.objects.filter(ruleset=ruleset)
    since = steps.filter(rated__number__gte=first)
    people = list(since.values_list("user", flat=True).distinct())
    since.delete()
    with connection.cursor() as cursor:
        cursor.execute(SET_BACK, {"ruleset": ruleset, "people": people})
    theirs = Rating.objects.filter(ruleset=ruleset, user__in=people)
    theirs.exclude(Exists(steps.filter(user=OuterRef("user")))).delete()


def rerate() -> int:
    """Rates all games again, in the same order, or none if that fails; returns how many."""
    _note_forgotten()
    with transaction.atomic():
        _lock()
        RatedGame.objects.filter(stale=True).update(stale=False)
        while settle():
            pass
        rulesets = RatedGame.objects.values_list("game__ruleset", flat=True).distinct()
        return sum(_renew_all(ruleset) for ruleset in sorted(set(rulesets)))


def _note_forgotten() -> None:
    """Games that were over before there were ratings."""
    over = Game.objects.filter(state=Game.State.OVER, rating=None).order_by("ended_at", "pk")
    for game in over.select_related("record"):
        ended = game.ended_at or database_clock.now()
        by_rules = "outcome" in game.record.data
        RatedGame.objects.get_or_create(
            game=game, defaults={"by_rules": by_rules, "ended_at": ended}
        )


def _renew_all(ruleset: str) -> int:
    RatingStep.objects.filter(ruleset=ruleset).delete()
    Rating.objects.filter(ruleset=ruleset).delete()
    BotRating.objects.filter(ruleset=ruleset).delete()
    counting = ("", RatedGame.Why.BOTS)
    games = RatedGame.objects.filter(
        game__ruleset=ruleset, left_out__in=counting, number__isnull=False
    )
    count = 0
    for rated in games.select_related("game").order_by("number").iterator(chunk_size=200):
        _reckon_for_whom_it_counts(rated)
        count += rated.left_out == ""
    return count


def leave_out(game: Game) -> None:
    """By a moderator: this game counts for nobody."""
    _mark(game, RatedGame.Why.STAFF)


def count_again(game: Game) -> None:
    """Counts a game again that was left out, if it would count by itself."""
    _mark(game, why_not(RatedGame.objects.get(game=game)))


def _mark(game: Game, why: str) -> None:
    RatedGame.objects.filter(game=game).update(left_out=why, stale=True)
    wake_workers.rate()


def why_not(rated: RatedGame) -> str:
    """Why a game does not count; "" if it does."""
    if not rated.game.rated:
        return RatedGame.Why.UNRATED
    if not rated.by_rules:
        return RatedGame.Why.ENDED
    if _began_with_bots(rated.game):
        return RatedGame.Why.BOTS
    return RatedGame.Why.ALONE if len(set(_people(rated.game))) < 2 else ""


def _began_with_bots(game: Game) -> bool:
    """Whoever came later doesn't matter: a loser could have their bot take over their seat."""
    tenures = SeatTenure.objects.select_related("user").order_by("pk")
    seats = game.seats.select_related("user").prefetch_related(Prefetch("tenures", tenures))
    first = [next((each.user for each in seat.tenures.all()), seat.user) for seat in seats]
    return any(user is None or user.is_bot or user.is_program for user in first)


def _people(game: Game) -> dict[int, int]:
    return holders(Game.objects.prefetch_related("seats__tenures").get(pk=game.pk))


def _reckon(rated: RatedGame) -> None:
    """Updates the ratings of everybody whose result this game is."""
    game, people = rated.game, _people(rated.game)
    seat_of = {seat: user for user, seat in people.items()}
    known = _known(game.ruleset, list(people))
    teams = teams_of(game)
    skills = [[skill_of(known.get(seat_of.get(seat, 0))) for seat in team] for team in teams]
    ranks = places_of(game, teams)
    after = rating_math.after(skills, ranks, leads_of(game, teams))
    for team, rank, found in zip(teams, ranks, after, strict=True):
        for seat, now in zip(team, found, strict=True):
            if seat in seat_of:
                _write(rated, seat_of[seat], rank, known.get(seat_of[seat]), now)


def _known(ruleset: str, people: Sequence[int]) -> Known:
    found = Rating.objects.filter(ruleset=ruleset, user__in=people)
    return {rating.user_id: rating for rating in found}


def _write(rated: RatedGame, user: int, place: int, before: Rating | None, now: Skill) -> None:
    rating = before or Rating(user_id=user, ruleset=rated.game.ruleset)
    was = skill_of(before).shown
    rating.mu, rating.sigma, rating.shown = now.mu, now.sigma, now.shown
    rating.games += 1
    rating.save()
    RatingStep.objects.create(
        rated=rated,
        user_id=user,
        ruleset=rated.game.ruleset,
        number=rated.number or 0,
        place=place,
        mu=now.mu,
        sigma=now.sigma,
        shown=now.shown,
        change=now.shown - was,
    )
