"""Taking a seat whose player has left, so that a person plays it again."""

from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.operation import database_clock
from accounts.people import own_bots
from games import game_secrets, sanctions
from games.models import Game, Seat, SeatTenure
from games.refusals import Refused
from games.services import game_log, wake_workers
from games.services.hands import plans, vacant_seats
from games.services.lobby import duplicate_tables, invitations, seat_defaults, starting
from games.services.notifications import seat_notices
from games.services.seats import absence, pausing


def take(user: User, code: str, index: int, *, link: str = "", policy: str | None = None) -> Game:
    """Takes an offered seat. If two people try at once, one gets it and the other is refused.

    `policy`: the fallback; None: from their preferences. May be repeated. Raises `Refused`; always
    at a closed table, which nobody else may see: whoever looked and left again would know the
    cards of the other tables.
    """
    seat_defaults.check_policy(policy)
    with transaction.atomic():
        sanctions.check_may_play(sanctions.hold(user))
        game = game_secrets.lock_game_by_code(code)
        invitations.check_may_join(game, user, link)
        if game.closed and not game.seats.filter(user=user).exists():
            raise Refused("duplicate_closed")
        seat = _seat(game, index)
        if seat.user_id == user.pk and not seat.absence:
            return game
        check_cards_unknown(game, seat, user)
        if seat.absence != Seat.Absence.OFFERED:
            raise Refused("not_offered")
        starting.check_reliable(game, user)
        give_on(game, seat, user, policy)
    return game


def _seat(game: Game, index: int) -> Seat:
    if game.state == Game.State.OPEN:
        raise Refused("game_not_running")
    if game.state != Game.State.RUNNING:
        raise Refused("game_over")
    seat = game.seats.select_related("user").filter(index=index).first()
    if seat is None:
        raise Refused("no_seat", given=index)
    return seat


def check_cards_unknown(game: Game, seat: Seat, user: User) -> None:
    """Refuses whoever knows the cards of another seat of this game, of a bot of theirs too."""
    if game.seats.filter(user=user).exists():
        raise Refused("already_seated")
    held = SeatTenure.objects.filter(seat__game=game, user__in=own_bots.one_player(user))
    if held.exclude(seat=seat).exists():
        raise Refused("sat_elsewhere")


def give_on(game: Game, seat: Seat, user: User, policy: str | None = None, by: str = "") -> None:
    """Puts somebody on an absent seat of a locked game, and saves the game.

    Nothing is taken over that the person before planned, answered in the open hand, or missed.
    """
    duplicate_tables.check_may_sit(game, user)
    nobody = not vacant_seats.anybody_there(game)
    former, hand = seat.user, absence.open_hand(game)
    first = game.hand_number if hand is not None else game.hand_number + 1
    _keep_tenure(seat, first)
    plans.forget(seat)
    _sit_down(seat, user, policy)
    _begin_tenure(seat, user, first)
    data = vacant_seats.log_data({"seat": seat.index}, by)
    game_log.write_log(game, "taken", data, person=user, former=former)
    if hand is not None:
        absence.ask_anew(game, hand, seat)
    if nobody and game.paused_at:
        pausing.resume(game, {"why": "somebody"})
    game.save()
    seat_notices.seat_taken(game, seat, former)
    wake_workers.deliver()


def _keep_tenure(seat: Seat, first: int) -> None:
    """Ends the tenure of whoever had the seat, with the hand before `first`."""
    if seat.user_id is None:
        return
    tenure, _made = SeatTenure.objects.get_or_create(
        seat=seat, until_hand=None, defaults={"user_id": seat.user_id}
    )
    tenure.until_hand, tenure.ended_at = tenure.held_until(first - 1), database_clock.now()
    tenure.misses = seat.misses
    tenure.save(update_fields=["until_hand", "ended_at", "misses"])


def _begin_tenure(seat: Seat, user: User, first: int) -> None:
    SeatTenure.objects.create(seat=seat, user=user, from_hand=first, substitute=True)


def _sit_down(seat: Seat, user: User, policy: str | None) -> None:
    seat.user, seat.joined_at = user, database_clock.now()
    seat_defaults.set_up(seat, user, policy)
    seat.absence, seat.absent_since = "", None
    seat.misses = seat.misses_in_row = seat.looked_at_hand = seat.chat_read = 0
    seat.bank_seconds = None
    seat.chat_told = seat.game.chat_length  # letters tell what is said from now on
    try:
        with transaction.atomic():
            seat.save()
    except IntegrityError:  # the constraint "user_once_a_game"
        raise Refused("already_seated") from None
