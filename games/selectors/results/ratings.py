"""Ratings, for lists and for one person, without closed accounts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q

from accounts.models import User
from games.models import BotRating, Game, Rating, RatingStep
from games.selectors.access import Viewer

Ratings = Mapping[tuple[int, str], Rating]  # by person and ruleset


class Cursor(NamedTuple):
    """A position in the list: after this rating and row."""

    shown: int
    pk: int


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
