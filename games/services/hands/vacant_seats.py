"""Seats given to bots, and games that stand still: the part that resolving a hand needs.

Called inside a transaction that holds the game's lock; the caller saves the game. The players'
commands are in `games.services.seats.absence` and `games.services.seats.votes`.
"""

from datetime import datetime

from django.db.models import QuerySet, Value
from django.db.models.functions import Greatest

from accounts.operation import database_clock
from games import pace, sanctions
from games.models import Game, Hand, SandboxTable, Seat, SeatClock, Vote
from games.services.game_log import write_log
from games.services.hands import clocks
from games.services.notifications import reminders, seat_notices

MISSED, LEFT, ASKED = "missed", "left", "asked"  # why a bot plays
MODERATOR = "moderator"  # who did it; which moderator is only in their own log


def after_misses(game: Game) -> bool:
    """Offers each seat that has missed as many hands in a row as this table allows; whoever is
    suspended couldn't have answered, and keeps theirs. True if there was one."""
    if not game.offer_after:
        return False
    seats = game.seats.select_related("user").filter(
        misses_in_row__gte=game.offer_after, absence=""
    )
    for seat in seats:
        kept = is_of_suspended(seat)
        give_to_bot(game, seat, Seat.Absence.BOT if kept else Seat.Absence.OFFERED, MISSED)
    return bool(seats)


def absence_at(game: Game, absence: str) -> str:
    """This absence, but never an offer at tables with the same deals: nobody may take a seat there,
    so that a bot plays until its player is back."""
    return Seat.Absence.BOT if game.closed else absence


def give_to_bot(
    game: Game, seat: Seat, absence: str, why: str, by: str = "", since: datetime | None = None
) -> None:
    """Lets a bot play this seat from the next hand on; the votes of its player no longer count. If
    nobody is left, the game stands still, unless others wait for its end.

    `by`: `MODERATOR`, if one did it. `since`: when it was asked for, if earlier than now.
    """
    seat.absence, seat.absent_since = absence_at(game, absence), since or database_clock.now()
    seat.save(update_fields=["absence", "absent_since"])
    give_up_clock(game, seat, seat.absent_since)
    end_votes(seat.ballots.all(), seat.absent_since)
    kind = "offered" if seat.absence == Seat.Absence.OFFERED else "bot"
    write_log(game, kind, log_data({"seat": seat.index, "why": why}, by), person=seat.user)
    if (why == MISSED or by) and not is_of_suspended(seat):  # they couldn't come back
        seat_notices.seat_offered(game, seat, seat.misses_in_row if why == MISSED else 0)
    if not game.paused_at and not anybody_there(game) and not is_waited_for(game):
        stand_still(game, {"why": "nobody"})


def end_votes(votes: QuerySet[Vote], at: datetime | None = None) -> None:
    """These votes no longer count, and no mail from before `at` (None: now) brings them back."""
    votes.update(at=None, ended_at=Greatest("ended_at", Value(at or database_clock.now())))


def is_of_suspended(seat: Seat) -> bool:
    """Whether its player is suspended."""
    return seat.user is not None and sanctions.is_suspended(seat.user)


def log_data(data: dict[str, object], by: str) -> dict[str, object]:
    """The data of a log entry, with the moderator added if one did it."""
    return {**data, "by": by} if by else data


def give_up_clock(game: Game, seat: Seat, until: datetime | None = None) -> None:
    """Deletes a running clock; one that has stopped still counts, but is no longer shown.

    Both look the same to everybody, so nobody can see whether there was an answer. A bank pays for
    the time `until` then (None: now), unless nobody is left who waited.
    """
    given_up = SeatClock.objects.filter(hand__game=game, hand__number=game.hand_number, seat=seat)
    running = given_up.filter(answered_at=None)
    if game.bank_hours and anybody_there(game):
        for clock in running:
            clocks.charge(game, seat, pace.rule_of(clock.rule), until=until)
    running.delete()
    given_up.update(given_up=True)


def anybody_there(game: Game) -> bool:
    """Whether any seat is played by its own player."""
    return present_seats(game).exists()


def present_seats(game: Game) -> QuerySet[Seat]:
    """The seats that are played by their own players, who have a vote."""
    return game.seats.filter(absence="", user__isnull=False).exclude(user__kind="bot")


def is_waited_for(game: Game) -> bool:
    """Whether others wait for its end: those at tables with the same deals, whose own game is not
    opened before, and the programs of the sandbox, which sit at few tables at once."""
    return game.closed or SandboxTable.objects.filter(game=game).exists()


def stand_still(game: Game, data: dict[str, object]) -> None:
    """Stops the clocks. Bids may be placed, but no hand is resolved."""
    game.paused_at = database_clock.now()
    hand = game.hands.filter(number=game.hand_number).exclude(state=Hand.State.RESOLVED).first()
    if hand is not None:
        hand.state, hand.resolve_after, hand.paused = Hand.State.OPEN, None, True
        hand.save(update_fields=["state", "resolve_after", "paused"])
        SeatClock.objects.filter(hand=hand).update(paused=True)
        reminders.cancel(hand)
    write_log(game, "paused", data)
