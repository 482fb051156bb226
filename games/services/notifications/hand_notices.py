"""Whom to tell what: every notice of a game is enqueued here, as a row, with ids only.

The words are composed when it is sent (`games.mail.compose`), after a check that it is
still true.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from accounts.notifications import outbox
from accounts.notifications.outbox import NotificationRequest
from accounts.operation import database_clock
from games.models import Game, Hand, InboundMail, Invitation, Seat, SeatClock, Stage
from games.services.notifications import reminders

A_DAY = timedelta(days=1)


def people_of(game: Game) -> Iterable[Seat]:
    """Its seats in order in which somebody sits."""
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
    """Everybody at the table: it begins, and this is the commitment to the deck."""
    _tell(seats, game, "game_started", f"game:{game.pk}:started", {})


def hand_opened(
    game: Game,
    hand: Hand,
    seats: Sequence[Seat],
    due: Mapping[int, datetime],
    since: int | None = None,
) -> None:
    """Each seat that is asked: your move now; `due` by seat id.  The reminder stands on its clock.

    `since`: the first of several hands that were turned in one go, to be told with it.
    """
    facts = {"game": game.pk, "hand": hand.number}
    before = {} if since is None else {"since": since}
    outbox.enqueue(
        NotificationRequest(
            seat.user_id,
            "your_move",
            f"hand:{hand.pk}:your_move",
            {**facts, **before, "seat": seat.index},
            drop_after=due[seat.pk],
        )
        for seat in seats
        if seat.user_id is not None
    )


def clock_moved(clock: SeatClock) -> None:
    """What is queued about a hand follows the deadline of its reader's clock."""
    event = f"hand:{clock.hand_id}"
    outbox.put_off(clock.user_id, [f"{event}:your_move", f"{event}:reminder"], until=clock.deadline)
    reminders.follow(clock)


def told_moved(clock: SeatClock) -> None:
    """Who owes an answer: its deadline is later now than we said."""
    facts = {"game": clock.hand.game_id, "hand": clock.hand.number, "seat": clock.seat.index}
    event = f"hand:{clock.hand_id}:moved:{int(clock.deadline.timestamp())}"
    outbox.enqueue(
        [
            NotificationRequest(
                clock.user_id, "deadline_moved", event, facts, drop_after=clock.deadline
            )
        ]
    )


def told_given_back(clock: SeatClock, number: int, minutes: int) -> None:
    """Who owes an answer: we were down, and so much time was given back."""
    facts = {
        "game": clock.hand.game_id,
        "hand": number,
        "seat": clock.seat.index,
        "outage": minutes,
    }
    event = f"hand:{clock.hand_id}:given:{int(clock.deadline.timestamp())}"
    told = {**facts, "outage": minutes}
    outbox.enqueue(
        [
            NotificationRequest(
                clock.user_id, "deadline_moved", event, told, drop_after=clock.deadline
            )
        ]
    )


def hand_resolved(game: Game, hand: Hand, since: int, seats: Iterable[Seat]) -> None:
    """These seats, if they wish: what happened, in all hands `since` one."""
    facts = {"hand": hand.number, **({"since": since} if since < hand.number else {})}
    _tell(seats, game, "hand_resolved", f"hand:{hand.pk}:resolved", facts)


def hand_missed(game: Game, hand: Hand, missed: Sequence[int]) -> None:
    """Those who missed a hand: what was played for them."""
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


def stage_ended(game: Game, stage: Stage, seats: Iterable[Seat], asked: Collection[Seat]) -> None:
    """These seats: the points of a stage that is not the last.  For who is not `asked` next that
    waits a day for their next letter about this table."""
    kind, event, facts = "stage_end", f"stage:{stage.pk}:end", {"stage": stage.number}
    tomorrow = database_clock.now() + A_DAY
    for seat in seats:
        _tell([seat], game, kind, event, facts, None if seat in asked else tomorrow)


def restored(game: Game, entry: int, forgotten: Mapping[int, list[int]] | None = None) -> None:
    """Everybody: a backup was restored, and what that lost, as the log says under this number;
    and to each alone, which hands they had answered (by the person's id)."""
    event = f"game:{game.pk}:restored:{entry}"
    for seat in people_of(game):
        hands = (forgotten or {}).get(seat.user_id or 0)
        facts = {"entry": entry, **({"hands": hands} if hands else {})}
        _tell([seat], game, "restored", event, facts)


def game_over(game: Game) -> None:
    """Everybody: who won."""
    _tell(people_of(game), game, "game_over", f"game:{game.pk}:over", {})


def invited(invitation: Invitation, user_id: int | None) -> None:
    """Somebody who was asked to a table: a member, or else just the address."""
    outbox.enqueue(
        [
            NotificationRequest(
                user_id,
                "invitation",
                f"invitation:{invitation.pk}",
                {"invitation": invitation.pk},
                drop_after=invitation.expires_at,
                address="" if user_id else invitation.email,
            )
        ]
    )


def answered_mail(mail: InboundMail, *, certain: bool = False) -> None:
    """Whoever's reply address got a mail: what became of it.

    What is `certain` waits for the next letter about that table, unless its reader wishes each at
    once; no longer than a reminder would have waited, so that by then they know in any case.
    """
    hand, facts = mail.address.hand, {"mail": mail.pk}
    if hand is not None:
        facts |= {"game": hand.game_id, "hand": hand.number}
    event = f"mail:{mail.pk}:{mail.letter}"
    until = _reminded(mail) if certain else None
    tell = NotificationRequest(mail.address.user_id, mail.letter, event, facts, not_before=until)
    outbox.enqueue([tell])


def _reminded(mail: InboundMail) -> datetime | None:
    """When who answered by this mail would have been reminded of that hand."""
    clocks = SeatClock.objects.filter(hand=mail.address.hand, user=mail.address.user)
    clock = clocks.select_related("user").first()
    return reminders.moment_of(clock) if clock is not None else None
