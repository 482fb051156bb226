"""What people do at their tables besides answering: they leave, return, take offered seats, vote,
resume games, and ask for more time.
"""

import random
from collections.abc import Iterable
from datetime import date

from accounts.models import User
from accounts.operation import database_clock
from accounts.people import vacations
from games import selectors
from games.models import Game, Seat, Vote
from games.refusals import Refused
from games.services.seats import absence, substitutes, votes
from tests.club.people import Person

WISHES = 0.004  # the probability, at each visit and table, of a request to the others
CANCELS = 0.1  # the share of requests to cancel the game
JOINS, GOES_ON, HELPS = 0.5, 0.3, 0.5  # the probability, at each visit, of doing what others ask


def look_around(person: Person, user: User, chance: random.Random) -> None:
    """Does all of this for one visit; refusals, because it is too late, are ignored."""
    running = Seat.objects.filter(user=user, game__state=Game.State.RUNNING)
    seats = list(running.select_related("game").order_by("pk"))
    since = database_clock.now() - Vote.LASTS
    rows = Vote.objects.filter(game__in=[seat.game_id for seat in seats], at__gt=since)
    wished = list(rows.order_by("pk").values_list("game_id", "wish"))
    for place, seat in enumerate(seats):
        leaves = place == 0 and person.leaves == vacations.today(user)
        wishes = dict.fromkeys(wish for game, wish in wished if game == seat.game_id)
        try:
            _at(seat, user, chance, wishes, leaves=leaves, left=_has_left(seat, person))
        except Refused:
            continue
    if person.helps and chance.random() < HELPS:
        _help(user, chance)


def _has_left(seat: Seat, person: Person) -> bool:
    """Whether this seat was left for good, not just passed to a bot for a while."""
    since = seat.absent_since
    return since is not None and person.leaves is not None and _near(since.date(), person.leaves)


def _near(one: date, other: date) -> bool:
    return abs((one - other).days) <= 1  # their day overlaps two in UTC


def _at(
    seat: Seat,
    user: User,
    chance: random.Random,
    wishes: Iterable[str],
    *,
    leaves: bool,
    left: bool,
) -> None:
    code, paused = seat.game.code, seat.game.paused_at
    if seat.absence:
        if not left:
            absence.back(user, code)
    elif leaves:
        absence.leave(user, code)
    elif paused:
        if chance.random() < GOES_ON:
            votes.go_on(user, code)
    elif chance.random() < WISHES:
        _wish(seat.game, user, chance)
    else:
        for wish in wishes:
            if chance.random() < JOINS:
                votes.vote(user, code, wish)


def _wish(game: Game, user: User, chance: random.Random) -> None:
    """Asks for more time, for a pause, or now and then to cancel the game."""
    if chance.random() < CANCELS:
        votes.vote(user, game.code, Vote.Wish.CANCEL)
    elif chance.random() < 0.5:
        votes.vote(user, game.code, Vote.Wish.PAUSE)
    else:
        votes.extend(user, game.code, game.hand_number)


def _help(user: User, chance: random.Random) -> None:
    """Takes a seat that somebody else has left."""
    offered = [
        seat for seat in selectors.seats.occupancy.offered_seats() if seat.user_id != user.pk
    ]
    if not offered:
        return
    seat = chance.choice(offered)
    try:
        substitutes.take(user, seat.game.code, seat.index, policy=chance.choice(_POLICIES))
    except Refused:  # they sit there, or did
        return


_POLICIES = tuple(Seat.Policy.values)
