"""Commands that stop and end games, and that fill seats (`games.services.stillness` and the
like do it; here it is only checked and called)."""

from accounts.models import User
from games import conduct
from games.models import Game, Seat, SeatTenure
from games.refusals import Refused
from games.services import absence, nudge, standing, stillness, substitutes
from games.services.moderation.terms import Deed, Facts


def pause(deed: Deed) -> Facts:
    """All clocks stand still until somebody resumes it."""
    game = deed.table
    if game.paused_at is not None:
        raise Refused("paused_already")
    stillness.pause(game, standing.MODERATOR)
    game.save()
    return {}


def resume(deed: Deed) -> Facts:
    """The clocks go on with the time that was left."""
    game = deed.table
    if game.paused_at is None:
        raise Refused("not_paused")
    stillness.resume(game, {"why": "moderator", "by": standing.MODERATOR})
    game.save()
    nudge.deliver()
    return {}


def unpause(deed: Deed, facts: Facts) -> None:
    """The undo of a pause."""
    resume(deed)


def pause_again(deed: Deed, facts: Facts) -> None:
    """The undo of a resumption."""
    pause(deed)


def cancel(deed: Deed) -> Facts:
    """Ends the game, or closes the table, without a result."""
    stillness.cancel(deed.table, standing.MODERATOR)
    deed.table.save()
    nudge.deliver()
    return {"hand": deed.table.hand_number}


def _seat(deed: Deed) -> Seat:
    seat = deed.table.seats.select_related("user").filter(index=deed.given.seat).first()
    if seat is None or seat.user is None or seat.user.is_bot:
        raise Refused("no_seat", given=deed.given.seat)
    return seat


def give_to_bot(deed: Deed) -> Facts:
    """A bot plays the seat until its person is back."""
    seat = _seat(deed)
    if seat.absence:
        raise Refused("absent_already", given=seat.index)
    absence.stand_in(deed.table, seat, Seat.Absence.BOT, standing.ASKED, standing.MODERATOR)
    return {"seat": seat.index, "person": seat.user_id}


def give_back(deed: Deed, facts: Facts) -> None:
    """The person plays again."""
    seat = deed.table.seats.select_related("user").get(index=facts["seat"])
    if not seat.absence:
        raise Refused("cannot_undo")
    absence.welcome_back(deed.table, seat)


def replace(deed: Deed) -> Facts:
    """Somebody else has the seat, with its cards; who sat there is told, too."""
    game, seat = deed.table, _seat(deed)
    user = _newcomer(deed, game, seat)
    former = seat.user_id
    if not seat.absence:
        absence.stand_in(game, seat, Seat.Absence.OFFERED, standing.ASKED, standing.MODERATOR)
        seat.refresh_from_db()
    substitutes.give_on(game, seat, user, by=standing.MODERATOR)
    return {"seat": seat.index, "person": user.pk, "before": former}


def _newcomer(deed: Deed, game: Game, seat: Seat) -> User:
    """Whoever knows the cards of another seat of this game may not play this one."""
    name = deed.given.person.strip()
    user = User.objects.filter(name__lower=name.lower(), is_active=True).first()
    if user is None or user.kind != User.Kind.PERSON:
        raise Refused("unknown_person")
    conduct.check_may_play(user)
    if user.pk == deed.actor.pk:
        raise Refused("own_game")
    if game.seats.filter(user=user).exists():
        raise Refused("already_seated")
    if SeatTenure.objects.filter(seat__game=game, user=user).exclude(seat=seat).exists():
        raise Refused("sat_elsewhere")
    return user
