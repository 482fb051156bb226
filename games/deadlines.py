"""Reads about time: when whose clock ends, and when a game will probably end."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Least
from django.utils import timezone

from accounts.models import User
from games import forecast, pace
from games.catalogue import GAMES
from games.models import Game, Hand, SeatClock
from games.reliability import Habits
from games.rules.registry import RULESETS


def clocks_of(hand: Hand) -> list[SeatClock]:
    """The clocks of a hand, by seat. Not everybody may know whether they are still running."""
    known: list[SeatClock] | None = vars(hand).get("clocks_known")
    if known is not None:
        return known
    shown = hand.clocks.filter(given_up=False)
    return list(shown.select_related("seat").order_by("seat__index"))


def due_among(clocks: Iterable[SeatClock], hand: Hand, seat: int | None) -> datetime:
    """This seat's own deadline, from the hand's clocks; the hand's, for a spectator
    (`seat` None)."""
    own = [clock.deadline for clock in clocks if clock.seat.index == seat]
    return min([hand.deadline, *own])


def until(user: User) -> Least:
    """This user's deadline in each hand, as an expression to annotate a queryset with."""
    own = SeatClock.objects.filter(hand=OuterRef("pk"), user=user, given_up=False)
    return Least(Subquery(own.values("deadline")[:1]), F("deadline"))  # LEAST ignores NULL


def stopped_clocks(clocks: Iterable[SeatClock]) -> dict[int, datetime]:
    """The clocks that stand still now: until when, by seat."""
    now = timezone.now()
    found = {each.seat.index: pace.still_until(pace.rule_of(each.rule), now) for each in clocks}
    return {seat: at for seat, at in found.items() if at is not None}


def most_hands(slug: str, seats: int, options: Mapping[str, Any]) -> int | None:
    """The maximum number of hands of such a game (choices in between not counted), if the rules
    fix it."""
    rules = RULESETS[slug]
    position = rules.position(rules.start(seats, options))
    if position.stages is None or position.hands is None:
        return None
    return position.stages * position.hands


def longest(game: Game) -> tuple[int, timedelta] | None:
    """The maximum number of hands of this game, and how long they may take; None if nothing fixes
    it.

    Quiet hours and vacations come on top. Free seats are assumed to be in the same time zone.
    """
    hands = most_hands(game.ruleset, game.seat_count, game.options)
    if hands is None:
        return None
    now = timezone.now()
    people = [seat.user for seat in game.seats.all() if seat.user and not seat.user.is_bot]
    offsets = [_offset(user.zone, now) for user in people] or [timedelta()]
    apart = max(offsets) - min(offsets)
    return hands, forecast.at_most(hands, game.seat_count, game.pace, apart)


def _offset(zone: str, at: datetime) -> timedelta:
    try:
        return at.astimezone(pace.zone_of(zone)).utcoffset() or timedelta()
    except pace.UnknownZone:
        return timedelta()


def ends_between(game: Game, habits: Mapping[int, Habits]) -> tuple[datetime, datetime]:
    """When this table's game would probably end if it started now.

    `habits`: of the people who sit there. Everybody else, and free seats, count as average.
    """
    most = most_hands(game.ruleset, game.seat_count, game.options)
    hands, asked = forecast.length(game.seat_count, most, GAMES[game.ruleset].lengths)
    limit = max(game.hours, game.most_hours) * pace.HOUR
    known = [_speed(game, seat.user, habits) for seat in game.seats.all()]
    low, high = forecast.forecast(hands, asked, known, limit, weekends=game.weekends)
    now = timezone.now()
    return now + low, now + max(high, timedelta(minutes=10))


def _speed(game: Game, user: User | None, habits: Mapping[int, Habits]) -> forecast.Speed:
    if user is not None and user.is_bot:
        return forecast.IMMEDIATE
    own = habits.get(user.pk) if user is not None else None
    return own.speed if own and own.speed else forecast.usual(game.hours)
