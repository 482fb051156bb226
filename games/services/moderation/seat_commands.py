"""Commands that pause and end games, and fill seats. They only check; `games.services.seats` does
it.
"""

from datetime import datetime

from django.db.models import QuerySet, Value
from django.db.models.functions import Lower

from accounts.models import User
from accounts.people import own_bots
from games.models import Game, Seat, SeatTenure
from games.refusals import Refused
from games.services import wake_workers
from games.services.hands import vacant_seats
from games.services.lobby import duplicate_tables
from games.services.moderation.command_types import Action, CommandInput, Facts
from games.services.seats import absence, pausing, substitutes


def pause(action: Action) -> Facts:
    """Stops all clocks until somebody resumes the game."""
    game = action.table
    if game.paused_at is not None:
        raise Refused("paused_already")
    pausing.pause(game, vacant_seats.MODERATOR)
    game.save()
    return {"at": _plain(game.paused_at)}


def _plain(at: datetime | None) -> str:
    return at.isoformat() if at else ""


def resume(action: Action) -> Facts:
    """The clocks go on with the time that was left; not if bots would play the game to its end."""
    game = action.table
    if game.paused_at is None:
        raise Refused("not_paused")
    if not (vacant_seats.anybody_there(game) or vacant_seats.is_waited_for(game)):
        raise Refused("nobody_there")
    pausing.resume(game, {"why": "moderator", "by": vacant_seats.MODERATOR})
    game.save()
    wake_workers.deliver()
    return {"resumed": _last_resumed(game)}


def _last_resumed(game: Game) -> int | None:
    """The number of the log entry of when it last went on."""
    numbers = game.log.filter(kind="resumed").order_by("number")
    return numbers.values_list("number", flat=True).last()


def unpause(action: Action, facts: Facts) -> None:
    """Undoes a pause, but none that somebody else made since.

    Entries that are older than `at` are undone without that check.
    """
    since = _plain(action.table.paused_at)
    if since != facts.get("at", since):
        raise Refused("cannot_undo")
    resume(action)


def pause_again(action: Action, facts: Facts) -> None:
    """Undoes `resume`, unless it was paused and went on since.

    Entries that are older than `resumed` are undone without that check.
    """
    last = _last_resumed(action.table)
    if last != facts.get("resumed", last):
        raise Refused("cannot_undo")
    pause(action)


def cancel(action: Action) -> Facts:
    """Ends the game, or closes the table, without a result."""
    game = action.table
    pausing.cancel(game, vacant_seats.MODERATOR)
    game.save()
    if game.started_at is None:
        duplicate_tables.go_on_without(game)
    wake_workers.deliver()
    return {"hand": game.hand_number}


def _seat(action: Action) -> Seat:
    seat = action.table.seats.select_related("user").filter(index=action.given.seat).first()
    if seat is None or seat.user is None or seat.user.is_bot:
        raise Refused("no_seat", given=action.given.seat)
    return seat


def give_to_bot(action: Action) -> Facts:
    """A bot plays the seat until its player is back."""
    seat = _seat(action)
    if seat.absence:
        raise Refused("absent_already", name=seat.user.name if seat.user else "")
    absence.stand_in(
        action.table, seat, Seat.Absence.BOT, vacant_seats.ASKED, vacant_seats.MODERATOR
    )
    return {"seat": seat.index, "person": seat.user_id, "at": _plain(seat.absent_since)}


def give_back(action: Action, facts: Facts) -> None:
    """Undoes `give_to_bot`: the player has the seat again, and is asked what the bot answered.

    Raises `Refused` if it was left anew since, or its player is suspended, or their data were
    erased.
    """
    seat = action.table.seats.select_related("user").get(index=facts["seat"])
    since = _plain(seat.absent_since)
    left_anew = not seat.absence or since != facts.get("at", since)
    gone = seat.user is None or not seat.user.is_active or vacant_seats.is_of_suspended(seat)
    if left_anew or gone:
        raise Refused("cannot_undo")
    absence.welcome_back(action.table, seat, asked=True)


def replace(action: Action) -> Facts:
    """Gives the seat, with its cards, to somebody else. Whoever sat there is notified, too."""
    game, seat = action.table, _seat(action)
    user = _newcomer(action, game, seat)
    former = seat.user_id
    if not seat.absence:  # without settling votes: whoever comes has one as well
        vacant_seats.give_to_bot(
            game, seat, Seat.Absence.OFFERED, vacant_seats.ASKED, vacant_seats.MODERATOR
        )
    substitutes.give_on(game, seat, user, by=vacant_seats.MODERATOR)
    return {"seat": seat.index, "person": user.pk, "before": former}


def named(given: CommandInput) -> QuerySet[User]:
    """The person named, if there is one."""
    return User.objects.filter(name__lower=Lower(Value(given.person.strip())), is_active=True)


def _newcomer(action: Action, game: Game, seat: Seat) -> User:
    """The person named. Refuses whoever knows the cards of another seat of this game."""
    user = named(action.given).first()
    if user is None or user.kind != User.Kind.PERSON:
        raise Refused("unknown_person")
    if user.pk == action.actor.pk:
        raise Refused("own_person")
    if user.is_suspended:
        raise Refused("person_suspended", name=user.name)
    if game.seats.filter(user=user).exists():
        raise Refused("person_seated", name=user.name)
    held = SeatTenure.objects.filter(seat__game=game, user__in=own_bots.one_player(user))
    if held.exclude(seat=seat).exists():
        raise Refused("person_sat_elsewhere", name=user.name)
    _check_deals_unknown(game, user)
    return user


def _check_deals_unknown(game: Game, user: User) -> None:
    """Says of them, to the moderator, what they themselves would be told."""
    try:
        duplicate_tables.check_may_sit(game, user)
    except Refused as refused:
        if refused.code == "duplicate_closed":
            raise Refused("person_sees_tables", name=user.name) from None
        raise Refused("person_knows_deals", name=user.name, table=refused.params["table"]) from None
