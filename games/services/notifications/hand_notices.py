"""Every notice about a game is enqueued here, as a row with ids only.

Its words are composed when it is sent (`games.mail.compose`), after a check that it is still true.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from accounts.models import Notice, User
from accounts.notifications import outbox
from accounts.notifications.channels.names import MAIL
from accounts.notifications.outbox import NotificationRequest
from accounts.operation import database_clock
from games.models import Game, Hand, InboundMail, Invitation, Seat, SeatClock, Stage
from games.services.notifications import reminders

A_DAY = timedelta(days=1)


def people_of(game: Game) -> Iterable[Seat]:
    """The taken seats of a game, in order."""
    return game.seats.filter(user__isnull=False).order_by("index")


def _tell(
    seats: Iterable[Seat],
    game: Game,
    kind: str,
    event: str,
    facts: dict[str, Any],
    not_before: datetime | None = None,
) -> None:
    outbox.enqueue(
        NotificationRequest(
            seat.user_id,
            kind,
            event,
            {"game": game.pk, "seat": seat.index, **facts},
            not_before=not_before,
        )
        for seat in seats
        if seat.user_id is not None
    )


def game_started(game: Game, seats: Iterable[Seat]) -> None:
    """To everybody at the table: it begins, and this is the commitment to the deck."""
    _tell(seats, game, "game_started", f"game:{game.pk}:started", {})


def hand_opened(
    game: Game,
    hand: Hand,
    seats: Sequence[Seat],
    due: Mapping[int, datetime],
    since: int | None = None,
    *,
    anew: bool = False,
) -> None:
    """To each seat that is asked: it is your move. `due`: the deadlines by seat id. (The reminder
    is a column of the clock.)

    `since`: the first of several hands that were resolved in one go and are reported with it.
    `anew`: it was put back, and this takes the place of what asked them before.
    """
    facts = {"game": game.pk, "hand": hand.number}
    before = {} if since is None else {"since": since}
    requests = [
        NotificationRequest(
            seat.user_id,
            "your_move",
            f"hand:{hand.pk}:your_move",
            {**facts, **before, "seat": seat.index},
            drop_after=due[seat.pk],
        )
        for seat in seats
        if seat.user_id is not None
    ]
    if anew:
        outbox.forget_told(requests)
    outbox.enqueue(requests)


def retime_queued(clocks: Collection[SeatClock]) -> None:
    """What is queued about these hands follows the deadlines of its readers' clocks."""
    outbox.extend_expiry(
        {
            (clock.user_id, event): clock.deadline
            for clock in clocks
            for event in (f"hand:{clock.hand_id}:your_move", reminders.event_of(clock))
        }
    )
    reminders.follow(clocks)


def deadline_moved(clock: SeatClock) -> None:
    """To somebody who owes an answer: their deadline is now later than we said."""
    _moved(clock, "moved", {"hand": clock.hand.number})


def time_given_back(clock: SeatClock, number: int, minutes: int) -> None:
    """To somebody who owes an answer: we were down, and this much time was given back."""
    _moved(clock, "given", {"hand": number, "outage": minutes})


def _moved(clock: SeatClock, what: str, facts: dict[str, int]) -> None:
    """One notice for each deadline that the clock is given."""
    seat = {"game": clock.hand.game_id, "seat": clock.seat.index}
    event = f"hand:{clock.hand_id}:{what}:{int(clock.deadline.timestamp())}"
    outbox.enqueue(
        [
            NotificationRequest(
                clock.user_id, "deadline_moved", event, seat | facts, drop_after=clock.deadline
            )
        ]
    )


def hand_resolved(game: Game, hand: Hand, since: int, seats: Iterable[Seat]) -> None:
    """To these seats, if they want it: what happened, in all hands from `since` on."""
    facts = {"hand": hand.number, **({"since": since} if since < hand.number else {})}
    _tell(seats, game, "hand_resolved", f"hand:{hand.pk}:resolved", facts)


def hand_missed(game: Game, hand: Hand, missed: Sequence[int]) -> None:
    """To those who missed a hand: what was played for them."""
    outbox.enqueue(
        NotificationRequest(
            seat.user_id,
            "missed",
            f"hand:{hand.pk}:missed",
            {"game": game.pk, "hand": hand.number, "seat": seat.index},
        )
        for seat in people_of(game)
        if seat.index in missed and seat.user_id is not None
    )


def moment_of_end(stage: Stage) -> int:
    """When the stage ended, in milliseconds of Unix time; 0 if it hasn't."""
    return int(stage.ended_at.timestamp() * 1000) if stage.ended_at is not None else 0


def stage_ended(game: Game, stage: Stage, seats: Iterable[Seat], asked: Collection[Seat]) -> None:
    """To these seats: the points of a stage that is not the last. Whoever is not `asked` next gets
    them with the next letter about this table, a day later at most."""
    ended = moment_of_end(stage)  # if that is taken back, its next end is another event
    kind, event = "stage_end", f"stage:{stage.pk}:end:{ended}"
    facts = {"stage": stage.number, "ended": ended}
    tomorrow = database_clock.now() + A_DAY
    for seat in seats:
        _tell([seat], game, kind, event, facts, None if seat in asked else tomorrow)


def restored(game: Game, entry: int, forgotten: Mapping[int, list[int]]) -> None:
    """To everybody: a backup was restored, and what was lost by that, as the log entry of this
    number says; to each of them also which of their own answers (`forgotten`: hand numbers by
    person id)."""
    event = f"game:{game.pk}:restored:{entry}"
    for seat in people_of(game):
        hands = forgotten.get(seat.user_id or 0)
        facts = {"entry": entry, **({"hands": hands} if hands else {})}
        _tell([seat], game, "restored", event, facts)


def game_over(game: Game) -> None:
    """To everybody: who won."""
    _tell(people_of(game), game, "game_over", f"game:{game.pk}:over", {})


def invited(
    invitation: Invitation, user_id: int | None, *, hides: bool = False, by: User | None = None
) -> None:
    """To somebody who was invited to a table: a member, who may hide whoever invites, or only an
    address. `by`: who invited them again, if they hide the first who did."""
    event, facts = f"invitation:{invitation.pk}", {"invitation": invitation.pk}
    if by is not None:
        event, facts = f"{event}:again", {**facts, "person": by.pk}
    outbox.enqueue(
        [
            NotificationRequest(
                user_id,
                "invitation",
                event,
                facts,
                drop_after=invitation.expires_at,
                address="" if user_id else invitation.email,
                muted=hides,
            )
        ]
    )


def answered_mail(mail: InboundMail, *, certain: bool) -> None:
    """To whoever has the reply address: what became of the mail.

    If it is `certain`, it waits for the next letter about that table, unless its reader wants each
    letter at once; at most until a reminder would be sent.
    """
    hand, facts = mail.address.hand, {"mail": mail.pk}
    if hand is not None:
        facts |= {"game": hand.game_id, "hand": hand.number}
    event = f"mail:{mail.pk}:{mail.letter}"
    until = _reminded(mail) if certain else None
    outbox.enqueue(
        [NotificationRequest(mail.address.user_id, mail.letter, event, facts, not_before=until)]
    )


def is_answer_due(mail: InboundMail) -> bool:
    """Whether a letter about what became of the mail is still to be sent. Not if its person wants
    no receipts, or has had that letter already: it asked them to confirm the mail."""
    letters = Notice.objects.filter(recipient=mail.address.user_id, channel=MAIL)
    event = f"mail:{mail.pk}:{mail.letter}"
    return letters.filter(event=event, state=Notice.State.QUEUED).exists()


def _reminded(mail: InboundMail) -> datetime | None:
    """When whoever sent this mail would have been reminded of that hand."""
    clocks = SeatClock.objects.filter(hand=mail.address.hand, user=mail.address.user)
    clock = clocks.select_related("user").first()
    return reminders.moment_of(clock) if clock is not None else None
