"""Ratings, for lists and for one person, without closed accounts."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, Exists, F, OuterRef, Q, Value, When
from django.db.models.functions import JSONObject

from accounts.models import User
from games.models import BotRating, Game, Rating, RatingStep, Seat
from games.selectors.access import Viewer

CHARTED = 40  # rated games in a chart
Ratings = Mapping[tuple[int, str], Rating]  # by person and ruleset


class Cursor(NamedTuple):
    """A position in the list: after this rating and row."""

    shown: int
    pk: int

    @classmethod
    def read(cls, text: str) -> "Cursor | None":
        """The position written as "shown.pk"; None if it is malformed."""
        shown, _dot, pk = text.partition(".")
        if not (shown.removeprefix("-").isdecimal() and pk.isdecimal()) or len(text) > 28:
            return None
        cursor = cls(int(shown), int(pk))
        return cursor if abs(cursor.shown) < 2**31 and cursor.pk < 2**63 else None


def ratings_at(games: Iterable[Game]) -> Ratings:
    """The ratings of everybody at these tables, which must have been fetched with their seats."""
    sitting = {(seat.user_id, game.ruleset) for game in games for seat in game.seats.all()}
    users = {user for user, _slug in sitting if user is not None}
    if not users:
        return {}
    rows = Rating.objects.filter(user__in=users, ruleset__in={slug for _user, slug in sitting})
    return {(row.user_id, row.ruleset): row for row in rows}


def page_of_ratings(ruleset: str, after: Cursor | None, limit: int) -> list[Rating]:
    """The rating list of one game with its people, strongest first."""
    rows = Rating.objects.filter(ruleset=ruleset, user__is_active=True)
    if after is not None:
        rows = rows.filter(Q(shown__lt=after.shown) | Q(shown=after.shown, pk__gt=after.pk))
    return list(rows.select_related("user").order_by("-shown", "pk")[:limit])


def bot_ratings(ruleset: str) -> list[BotRating]:
    """The ratings of the bots' levels from games played here, strongest first."""
    return list(BotRating.objects.filter(ruleset=ruleset).order_by("-shown", "-level"))


def ratings_of(user: User) -> list[Rating]:
    """All ratings of a person, sorted by ruleset."""
    return list(Rating.objects.filter(user=user).order_by("ruleset"))


class RatedStep(NamedTuple):
    """A rated game: when it was over, what the rating was then, and what else is shown of it. Code
    and name are empty where the viewer may not know the game.
    """

    at: datetime
    shown: int
    change: int
    place: int
    number: int
    code: str
    name: str


class History(NamedTuple):
    """A rating, the rated games of a page, newest first, and the points of its chart, oldest first:
    the end of a game and the rating after it.
    """

    rating: Rating
    steps: list[RatedStep]
    points: list[tuple[datetime, int]]


def histories_of(
    viewer: Viewer, user: User, limit: int, before: tuple[str, int] | None
) -> list[History]:
    """All ratings of a person with at most `limit` games each, sorted by ruleset; of one of them,
    those before this number. Takes one statement.
    """
    steps = RatingStep.objects.filter(user=user, ruleset=OuterRef("ruleset")).order_by("-number")
    page = steps
    if before is not None:
        page = steps.filter(~Q(ruleset=before[0]) | Q(number__lt=before[1]))
    rows = Rating.objects.filter(user=user).annotate(
        page=ArraySubquery(page.values(row=_row(viewer))[:limit]),
        chart=ArraySubquery(steps.values(row=JSONObject(at=AT, shown="shown"))[:CHARTED]),
    )
    return [_history(rating) for rating in rows.order_by("ruleset")]


AT = "rated__ended_at"


def _row(viewer: Viewer) -> JSONObject:
    known = Q(rated__game__visibility=Game.Visibility.PUBLIC)
    if isinstance(viewer, User):
        known |= Q(Exists(Seat.objects.filter(game=OuterRef("rated__game"), user=viewer)))
    named = {
        key: Case(When(known, then=F(f"rated__game__{key}")), default=Value(""))
        for key in ("code", "name")
    }
    at = {"at": AT, "shown": "shown", "change": "change", "place": "place", "number": "number"}
    return JSONObject(**at, **named)


def _history(rating: Any) -> History:
    steps = [RatedStep(**{**row, "at": datetime.fromisoformat(row["at"])}) for row in rating.page]
    points = [(datetime.fromisoformat(row["at"]), row["shown"]) for row in rating.chart]
    return History(rating, steps, points[::-1])


def steps_of(user: User, ruleset: str, before: int | None, limit: int) -> Sequence[RatingStep]:
    """The history of a rating, newest first, before the step number `before`."""
    rows = RatingStep.objects.filter(user=user, ruleset=ruleset)
    if before is not None:
        rows = rows.filter(number__lt=before)
    return list(rows.select_related("rated__game").order_by("-number")[:limit])


def visible_among(viewer: Viewer, games: Iterable[Game]) -> set[int]:
    """The ids of the games the viewer may know: public ones and their own."""
    found = {game.pk for game in games}
    rows = Q(visibility=Game.Visibility.PUBLIC)
    if isinstance(viewer, User):
        rows |= Q(seats__user=viewer)
    return set(Game.objects.filter(rows, pk__in=found).values_list("pk", flat=True))
