"""Notices about seats and tables, for `games.services.seats.absence` and its neighbours."""

from django.db.models.functions import Greatest

from accounts.models import User
from accounts.notifications import outbox
from accounts.notifications.outbox import NotificationRequest
from accounts.operation import database_clock
from games.models import Game, Hand, Ignored, Message, Seat, Vote


def _all(game: Game, kind: str, event: str, but: int | None = None, **facts: int) -> None:
    """To everybody who sits there, except `but` (a person's id)."""
    seats = game.seats.filter(user__isnull=False).order_by("index")
    outbox.enqueue(
        NotificationRequest(user_id, kind, event, {"game": game.pk, "seat": index, **facts})
        for user_id, index in seats.values_list("user_id", "index")
        if user_id not in (None, but)
    )


def _event(game: Game, what: str) -> str:
    """The event of the latest log entry, so that each entry is its own."""
    return f"game:{game.pk}:{what}:{game.log_length}"


def seat_offered(game: Game, seat: Seat, missed: int = 0) -> None:
    """To its player: a bot plays for you, after so many `missed` hands in a row; come back."""
    facts = {"game": game.pk, "seat": seat.index, "missed": missed}
    if seat.user_id is not None:
        outbox.enqueue(
            [NotificationRequest(seat.user_id, "seat_offered", _event(game, "offered"), facts)]
        )


def seat_taken(game: Game, seat: Seat, former: User | None) -> None:
    """To everybody, and whoever sat there before: somebody has taken the seat. To the newcomer a
    briefing."""
    event, facts = _event(game, "taken"), {"taken": seat.index, "log": game.log_length}
    _all(game, "seat_taken", event, but=seat.user_id, **facts)
    told = {"game": game.pk, "seat": seat.index, **facts}
    outbox.enqueue(
        [
            *([NotificationRequest(former.pk, "seat_taken", event, told)] if former else []),
            NotificationRequest(
                seat.user_id, "briefing", event, {**told, "hand": game.hand_number}
            ),
        ]
    )


def game_paused(game: Game) -> None:
    """To everybody: the clocks have stopped."""
    _all(game, "game_paused", _event(game, "paused"), log=game.log_length)


def game_resumed(game: Game) -> None:
    """To everybody: the clocks run again, and how long yours does."""
    _all(game, "game_resumed", _event(game, "resumed"), hand=game.hand_number, log=game.log_length)


def game_cancelled(game: Game) -> None:
    """To everybody: it ended without a result."""
    _all(game, "game_cancelled", _event(game, "cancelled"), log=game.log_length)


def extended(game: Game, hand: Hand, seat: Seat) -> None:
    """To everybody else: there is more time, and thanks to whom."""
    _all(
        game,
        "extended",
        _event(game, "extended"),
        but=seat.user_id,
        hand=hand.number,
        by=seat.index,
        log=game.log_length,
    )


def vote_asked(game: Game, wish: str, by: Seat) -> None:
    """To everybody else who can vote: what `by` asks of all. At most one a day for each wish, that
    is not withdrawn before it is sent."""
    others = game.seats.filter(absence="", user__isnull=False).exclude(pk=by.pk).order_by("index")
    now = database_clock.now()
    requests = [
        NotificationRequest(
            user_id,
            "vote_asked",
            f"game:{game.pk}:vote:{wish}:{now:%Y-%m-%d}",
            {"game": game.pk, "seat": index, "wish": wish},
            drop_after=now + Vote.LASTS,
        )
        for user_id, index in others.values_list("user_id", "index")
    ]
    outbox.forget_untrue(requests)
    outbox.enqueue(requests)


def out_of_turn(game: Game, act: str, by: Seat) -> None:
    """To everybody else: what `by` did out of turn, as the latest log entry says. Once a hand for
    each act, however often somebody offers and takes back; a hand that opened again is another."""
    hand = game.hands.get(number=game.hand_number)
    _all(
        game,
        "out_of_turn",
        f"game:{game.pk}:{act}:{hand.pk}:{by.index}",
        but=by.user_id,
        hand=game.hand_number,
        entry=game.log_length,
    )


def comparison(game: Game) -> None:
    """To everybody: all tables with the same deals are over, and open."""
    _all(game, "comparison", f"game:{game.pk}:comparison")


def rematch(game: Game) -> None:
    """To those with a reserved seat who do not ignore its maker: the same people, once more."""
    deaf = Ignored.objects.filter(whom=game.maker_id).values("by")
    outbox.enqueue(
        NotificationRequest(
            seat.kept_for_id, "rematch", f"game:{game.pk}:rematch", {"game": game.pk}
        )
        for seat in game.seats.exclude(kept_for=None).exclude(kept_for__in=deaf)
        if seat.user_id is None and seat.kept_for_id is not None
    )


def chat_message(game: Game, message: Message) -> None:
    """To everybody else at the table who does not ignore its author. One notice until they read
    the chat, or a letter has told them; another one if a moderator hid all that it was about."""
    deaf = Ignored.objects.filter(whom=message.author_id).values("by")
    seats = game.seats.filter(user__isnull=False).exclude(pk=message.seat_id)
    rows = seats.exclude(user__in=deaf).order_by("index")
    requests = [
        NotificationRequest(
            user_id,
            "chat",
            f"game:{game.pk}:chat:{known}",
            {"game": game.pk, "seat": index, "after": known},
        )
        for user_id, index, known in rows.annotate(
            known=Greatest("chat_read", "chat_told")
        ).values_list("user_id", "index", "known")
        if user_id is not None
    ]
    outbox.forget_untrue(requests)
    outbox.enqueue(requests)
