"""What the players at a table decide together: to pause, to cancel, to have more time, to go on.

Pausing and cancelling need everybody; bots, and seats played by one, have no vote. A pause holds
only as long as all want it, so anybody can end it.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from accounts.operation import database_clock
from games.models import Game, Hand, Seat, Vote
from games.refusals import Refused
from games.services import game_log, wake_workers
from games.services.hands import vacant_seats
from games.services.notifications import seat_notices
from games.services.seats import absence, pausing


def vote(user: User, code: str, wish: str, *, given_at: datetime | None = None) -> Game:
    """Votes to pause or cancel the game, which happens once everybody who plays has voted for it.

    Everybody sees a vote; it counts for seven days and may be withdrawn. May be repeated.
    `given_at`: when it was given, if earlier (a mail). Raises `Refused` ("changed_since") if one
    for the same has been withdrawn or carried out since.
    """
    _check_wish(wish)
    with transaction.atomic():
        game, seat = absence.present_at(user, code)
        if not game.votes:
            raise Refused("no_votes")
        if wish == Vote.Wish.PAUSE and game.paused_at:
            return game
        first = not pausing.wished(game, wish)
        _keep(game, seat, wish, given_at)
        pausing.settle_votes(game)
        game.save()
        if first and pausing.wished(game, wish):
            seat_notices.vote_asked(game, wish, seat)
        wake_workers.deliver()
    return game


def _keep(game: Game, seat: Seat, wish: str, given_at: datetime | None) -> None:
    """Stores the vote, unless a younger one for the same is there. Raises `Refused` if one has
    ended since."""
    own = _votes(seat, wish).first() if given_at is not None else None
    if given_at is not None and own is not None:
        if own.ended_at is not None and own.ended_at > given_at:
            raise Refused("changed_since")
        if own.at is not None and own.at > given_at:
            return
    Vote.objects.update_or_create(
        seat=seat, wish=wish, defaults={"game": game, "at": given_at or database_clock.now()}
    )


def unvote(user: User, code: str, wish: str | None, *, given_at: datetime | None = None) -> Game:
    """Withdraws a vote, or all of one's votes (None); harmless if there is none.

    `given_at`: when that was asked for, if earlier (a mail). Raises `Refused` ("changed_since") if
    they have voted since.
    """
    if wish is not None:
        _check_wish(wish)
    with transaction.atomic():
        game, seat = absence.at_table(user, code)
        own = _votes(seat, wish)
        if given_at is not None and own.filter(at__gt=given_at).exists():
            raise Refused("changed_since")
        vacant_seats.end_votes(own, given_at)
    return game


def _votes(seat: Seat, wish: str | None) -> "QuerySet[Vote]":
    own = Vote.objects.filter(seat=seat)
    return own if wish is None else own.filter(wish=wish)


def _check_wish(wish: str) -> None:
    if wish not in Vote.Wish.values:
        raise Refused(
            "bad_wish", {"wishes": Vote.Wish.values}, given=wish, known=", ".join(Vote.Wish.values)
        )


def go_on(user: User, code: str, *, given_at: datetime | None = None) -> Game:
    """Ends a pause; harmless if there is none.

    `given_at`: when that was asked for, if earlier (a mail). Raises `Refused` ("changed_since") if
    the pause has begun since.
    """
    with transaction.atomic():
        game, seat = absence.present_at(user, code)
        if game.paused_at and given_at is not None and game.paused_at > given_at:
            raise Refused("changed_since")
        if game.paused_at:
            pausing.resume(game, {"seat": seat.index}, user, given_at)
            game.save()
            wake_workers.deliver()
    return game


def extend(user: User, code: str, number: int) -> Game:
    """Gives the open hand (which must be of that number) the time of one more hand; once per seat
    and game."""
    with transaction.atomic():
        game, seat = absence.present_at(user, code)
        _check_may_extend(game, seat, number)
        hand = absence.open_hand(game)
        if hand is None:
            raise Refused("hand_closed", {"open": game.hand_number})
        _extend(game, hand, seat)
    return game


def _check_may_extend(game: Game, seat: Seat, number: int) -> None:
    if not game.extensions:
        raise Refused("no_extensions")
    if number != game.hand_number:
        raise Refused("not_that_hand", {"open": game.hand_number}, open=game.hand_number)
    if seat.extended:
        raise Refused("extended_already")


def _extend(game: Game, hand: Hand, seat: Seat) -> None:
    seat.extended = True
    seat.save(update_fields=["extended"])
    hours = pausing.more_time(game, hand)
    data = {"seat": seat.index, "hours": hours}
    game_log.write_log(game, "extended", data, person=seat.user)
    game.save()
    seat_notices.extended(game, hand, seat)
    wake_workers.deliver()
