"""Pausing, cancelling and resuming games that are already locked.

The caller saves the game. `by`: `vacant_seats.MODERATOR`, if one does it.
"""

from datetime import datetime, timedelta

from accounts.models import User
from accounts.operation import database_clock
from games import selectors
from games.models import Game, Hand, Seat, SeatClock, Vote
from games.services import game_log
from games.services.hands import bids, clocks, vacant_seats
from games.services.notifications import hand_notices, reminders, seat_notices
from games.services.results import archive


def settle_votes(game: Game) -> None:
    """Pauses or cancels the game if everybody present has voted for it. A seat played by a bot has
    no vote."""
    there = set(vacant_seats.present_seats(game).values_list("index", flat=True))
    for wish in Vote.Wish.values:
        if there and there <= wished(game, wish):
            vacant_seats.end_votes(game.ballots.filter(wish=wish))
            if wish == Vote.Wish.CANCEL:
                cancel(game)
            elif not game.paused_at:
                pause(game)


def wished(game: Game, wish: str) -> set[int]:
    """The seats (by index) that voted for it; a vote counts for seven days."""
    good = selectors.seats.occupancy.votes_that_count(game).filter(wish=wish)
    return set(good.values_list("seat__index", flat=True))


def pause(game: Game, by: str = "") -> None:
    """Stops all clocks of a running game, and notifies everybody."""
    vacant_seats.stand_still(game, vacant_seats.log_data({"why": "moderator" if by else "all"}, by))
    seat_notices.game_paused(game)


def resume(
    game: Game, data: dict[str, object], person: User | None = None, at: datetime | None = None
) -> None:
    """Ends a pause, with the votes for it. `person`: the player who did, if one did. `at`: when
    they asked for it, if earlier (a mail)."""
    vacant_seats.end_votes(game.ballots.filter(wish=Vote.Wish.PAUSE), at)
    go_on(game, data, person)


def go_on(game: Game, data: dict[str, object], person: User | None = None) -> None:
    """Lets the clocks go on with the time they had left, and resolves a full hand."""
    since = game.paused_at
    if since is None:
        return
    game.paused_at = None
    game_log.write_log(game, "resumed", data, person=person)
    hand = game.hands.filter(number=game.hand_number, state=Hand.State.OPEN).first()
    if hand is not None:
        _let_run(hand, since)
        bids.mark_ready_if_full(hand, bids.answers_in(hand))
    seat_notices.game_resumed(game)


def _let_run(hand: Hand, since: datetime) -> None:
    now = database_clock.now()
    hand.paused = False
    hand.save(update_fields=["paused"])
    hand.clocks.update(paused=False)
    # One that was given up had stopped; if it moved, the deadline would show that.
    running = hand.clocks.filter(given_up=False).select_related("hand", "seat")
    for clock in running:
        clocks.move(clock, clocks.resumed(clock, since, now))
        if clock.answered_at is None:
            hand_notices.retime_queued([clock])
            reminders.schedule([clock])
    if not running:
        Hand.objects.filter(pk=hand.pk).update(deadline=now + (hand.deadline - since))
    hand.refresh_from_db(fields=["deadline"])


def cancel(game: Game, by: str = "") -> None:
    """Ends a running game, or an open table, without a result.

    Its deck is opened in its record, as at the end. Otherwise whoever dislikes a deal could get a
    new one, and nobody could verify the old one.
    """
    game.state, game.ended_at, game.paused_at = Game.State.CANCELLED, database_clock.now(), None
    game.hands.filter(number=game.hand_number).exclude(state=Hand.State.RESOLVED).update(
        state=Hand.State.VOID, resolved_at=database_clock.now()
    )
    if game.started_at is None:
        game.rematch_of = None  # so that its people may ask for another one
    clocks.drop(game)
    game.seats.filter(absence=Seat.Absence.OFFERED).update(absence=Seat.Absence.BOT)
    Vote.objects.filter(game=game).delete()
    if (
        game.started_at and not game.closed
    ):  # else when all of its deals are: `services.results.duplicates`
        archive.keep_record(game, archive.CANCELLED)
    game_log.write_log(
        game, "cancelled", vacant_seats.log_data({"why": "moderator" if by else "all"}, by)
    )
    seat_notices.game_cancelled(game)


def start_clock(game: Game, hand: Hand, seat: Seat, user: User) -> SeatClock:
    """A full clock, with its reminder, for somebody who takes over a seat."""
    SeatClock.objects.filter(hand=hand, seat=seat).update(given_up=True)
    return clocks.start_anew(game, hand, seat, user)


def more_time(game: Game, hand: Hand) -> int:
    """Gives every clock of the open hand the time of one more hand; returns the hours.

    Where it is hidden who has answered, also the clocks that have stopped, so that all deadlines
    move alike.
    """
    running = hand.clocks.filter(clocks.MOVING).select_related("hand", "seat", "user")
    for clock in running:
        clocks.lengthen(clock, timedelta(hours=game.hours))
        if clock.answered_at is None:
            hand_notices.retime_queued([clock])
    return game.hours
