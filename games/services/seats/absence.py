"""Leaving a running game and coming back. Meanwhile a bot plays, so that nobody has to wait.

A seat is either *offered* (somebody else may take it, `games.services.seats.substitutes`) or only
left to the bot, as always at tables with the same deals. Until somebody takes it, its player may
come back by one click, or by answering a hand.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games import game_secrets, sanctions
from games.models import Bid, Game, Hand, Seat, VoidReceipt
from games.refusals import Refused
from games.services import game_log, wake_workers
from games.services.hands import bids, bot_answers, clocks, vacant_seats
from games.services.seats import pausing
from games.visibility import shown_state


def leave(user: User, code: str) -> Game:
    """Offers this person's seat to others; a bot plays it at once. May be repeated."""
    return _away(user, code, Seat.Absence.OFFERED, vacant_seats.LEFT)


def pass_to_bot(user: User, code: str, *, given_at: datetime | None = None) -> Game:
    """Leaves the seat to a bot until its player is back; nobody else can take it.

    `given_at`: when that was asked for, if earlier (a mail). Raises `Refused` ("changed_since") if
    its player has answered or left since.
    """
    return _away(user, code, Seat.Absence.BOT, vacant_seats.ASKED, given_at)


def _away(user: User, code: str, absence: str, why: str, given_at: datetime | None = None) -> Game:
    with transaction.atomic():
        game, seat = at_table(user, code)
        if given_at is not None and _has_decided_since(seat, given_at):
            raise Refused("changed_since")
        if seat.absence != vacant_seats.absence_at(game, absence):
            stand_in(game, seat, absence, why, since=given_at)
    return game


def keep_missed_seats(person: User) -> None:
    """Offers to nobody any more what this person, or a bot of theirs, has missed too often at: they
    are suspended and couldn't come back. A seat that they left themselves stays offered.

    All their games are locked in order, as any of them may be about to offer a seat.
    """
    people = [person.pk, *person.programs.values_list("user", flat=True)]
    sits = Seat.objects.filter(user__in=people).order_by().values("game")
    games = Game.objects.filter(pk__in=sits, state=Game.State.RUNNING, offer_after__gt=0)
    for pk in games.order_by("pk").values_list("pk", flat=True):
        _keep_missed_seats_at(game_secrets.lock_game(pk=pk), person)


def _keep_missed_seats_at(game: Game, person: User) -> None:
    seats = game.seats.select_related("user").filter(
        Q(user=person) | Q(user__program__owner=person),
        absence=Seat.Absence.OFFERED,
        misses_in_row__gte=game.offer_after,
    )
    for seat in seats:
        since = seat.absent_since
        vacant_seats.give_to_bot(game, seat, Seat.Absence.BOT, vacant_seats.MISSED, since=since)
    game.save()


def _has_decided_since(seat: Seat, moment: datetime) -> bool:
    """Whether its player has left it since that moment, or answered."""
    if seat.absent_since is not None and seat.absent_since > moment:
        return True
    return Bid.objects.filter(seat=seat, via__in=Bid.GIVEN, given_at__gt=moment).exists()


def at_table(user: User, code: str) -> tuple[Game, Seat]:
    """The running game, locked, and this person's seat. Raises `Refused`, also for whoever was
    deleted while they waited for the lock."""
    game = game_secrets.lock_game_by_code(code)
    if game.state == Game.State.OPEN:
        raise Refused("game_not_running")
    seat = game.seats.select_related("user").filter(user=user, user__is_active=True).first()
    if seat is None:
        raise Refused("not_seated")
    if game.state != Game.State.RUNNING:
        raise Refused("game_over")
    return game, seat


def present_at(user: User, code: str) -> tuple[Game, Seat]:
    """As `at_table`, for somebody who plays the seat themselves and may do so. Raises `Refused`."""
    sanctions.check_may_play(user)
    game, seat = at_table(user, code)
    if seat.absence:
        raise Refused("absent")
    return game, seat


def stand_in(
    game: Game, seat: Seat, absence: str, why: str, by: str = "", since: datetime | None = None
) -> None:
    """Gives a seat of a locked game to a bot, which answers the open hand if the seat has not.
    Saves the game.

    `by`: `vacant_seats.MODERATOR`, if one does it. `since`: when it was asked for, if earlier.
    """
    vacant_seats.give_to_bot(game, seat, absence, why, by, since)
    hand = open_hand(game)
    if hand is not None and seat.index in hand.awaiting:
        answers = bids.answers_in(hand)
        if seat.pk not in answers:
            notation = bot_answers.light(game, game_secrets.open_state(game), seat.index)
            bids.store_bid(game, hand, seat, notation, Bid.Via.BOT, answers)
            bids.mark_ready_if_full(hand, answers)
    pausing.settle_votes(game)
    game.save()
    wake_workers.deliver()


def open_hand(game: Game) -> Hand | None:
    """The hand of a locked game that still takes answers, as far as everybody may know."""
    hand = game.hands.filter(number=game.hand_number).first()
    return hand if hand is not None and shown_state(hand) == Hand.State.OPEN else None


def back(user: User, code: str, *, given_at: datetime | None = None) -> Game:
    """This person plays the seat again. Harmless if they already do.

    `given_at`: when that was asked for, if earlier (a mail). Raises `Refused` ("not_seated" once
    somebody else has it, "changed_since" if they have left it since).
    """
    sanctions.check_may_play(user)
    with transaction.atomic():
        game, seat = at_table(user, code)
        if given_at is not None and seat.absent_since is not None and seat.absent_since > given_at:
            raise Refused("changed_since")
        if seat.absence:
            welcome_back(game, seat)
    return game


def welcome_back(game: Game, seat: Seat, *, asked: bool = False) -> None:
    """Gives an absent seat of a locked game back to its player. Saves the game.

    What the bot answered may be changed as long as the hand is open. If they are `asked`, or the
    game waited because nobody was there, they have the full time for the hand instead; what they
    had answered before they left still counts.
    """
    waited = game.paused_at is not None and not vacant_seats.anybody_there(game)
    seat.absence, seat.absent_since, seat.misses_in_row = "", None, 0
    seat.save(update_fields=["absence", "absent_since", "misses_in_row"])
    game_log.write_log(game, "returned", {"seat": seat.index}, person=seat.user)
    hand = open_hand(game) if waited or asked else None
    if hand is not None and not _keeps_own_answer(game, hand, seat):
        ask_anew(game, hand, seat, VoidReceipt.Why.CAME_BACK)
    if waited:
        pausing.resume(game, {"why": "somebody"})
    game.save()
    wake_workers.deliver()


def _keeps_own_answer(game: Game, hand: Hand, seat: Seat) -> bool:
    """Lets the clock of a seat whose player has answered count again, with the full time, so that
    the deadline moves as if they had not. False if they have not."""
    own = hand.bids.filter(seat=seat).exclude(via__in=(Bid.Via.BOT, Bid.Via.DEADLINE)).first()
    if own is None or seat.user is None:
        return False
    clock = hand.clocks.filter(seat=seat, user=seat.user).exclude(answered_at=None).last()
    if clock is None:  # answered by a mail that was read after they had left
        clock = pausing.start_clock(game, hand, seat, seat.user)
        clock.answered_at, clock.in_time = own.given_at, True
    clock.given_up = False
    clock.save(update_fields=["given_up", "answered_at", "in_time"])
    clocks.renew(game, clock, seat, seat.user)
    return True


def ask_anew(
    game: Game, hand: Hand, seat: Seat, why: VoidReceipt.Why = VoidReceipt.Why.HANDED_ON
) -> bool:
    """Withdraws this seat's answer in the open hand and gives it a full clock. True if it owes
    one.

    The same happens whether there was an answer or not: where that is hidden, nobody can see a
    difference.
    """
    if seat.index not in hand.awaiting or seat.user is None:
        return False
    bids.withdraw(hand, seat, why)
    if hand.state == Hand.State.READY:
        hand.state, hand.resolve_after = Hand.State.OPEN, None
        hand.save(update_fields=["state", "resolve_after"])
    pausing.start_clock(game, hand, seat, seat.user)
    return True
