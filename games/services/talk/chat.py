"""Chat at a table: written by those who sit there, read by those whom the table's setting
allows.
"""

import math
import re
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce, Greatest

from accounts.models import Program, User
from accounts.notifications import in_app
from accounts.operation import database_clock
from accounts.text import confusables, date_words
from games import game_secrets, sanctions
from games.models import Game, Ignored, Message, Seat
from games.refusals import Refused
from games.services import wake_workers
from games.services.hands.bidding import seat_of
from games.services.notifications import seat_notices

MAX_LENGTH = 500
# Messages of one person at all tables together, and within what time.
LIMITS = (10, timedelta(minutes=10)), (200, timedelta(days=1))
TWICE = timedelta(minutes=2)
# Kinds of notices that say nothing any more once their reader hides whom they are from.
REQUESTS = ("friend_asked", "invitation", "rematch", "seat_kept")
# Control characters, and those that change the direction of the text that follows.
NO_TEXT = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def say(user: User, code: str, text: str) -> Message:
    """Posts a message; the same one twice in a row is posted once. Raises `Refused`."""
    text = checked(text)
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        seat = seat_of(game, user)
        _check_open(game)
        sanctions.check_may_write(user)
        last = game.messages.order_by("-number").first()
        if last is not None and _is_again(last, user, code, text):
            return last
        _check_rate(user)
        message = _write(game, seat, user, text)
        seat_notices.chat_message(game, message)
        wake_workers.deliver()
    return message


def checked(text: str) -> str:
    """The text as it is stored. Raises `Refused`."""
    text = NO_TEXT.sub("", text.replace("\r\n", "\n").replace("\t", " ")).strip()
    text = re.sub(r"\n{3,}", "\n\n", text)
    if len(text) > MAX_LENGTH:
        raise Refused("long_message", {"most": MAX_LENGTH}, most=MAX_LENGTH, given=len(text))
    if not confusables.visible(text).strip():
        raise Refused("empty_message")
    return text


def _check_open(game: Game) -> None:
    if game.chat == Game.Chat.OFF:
        raise Refused("no_chat")
    if game.state == Game.State.CANCELLED:
        raise Refused("game_over")


def _is_again(last: Message, user: User, code: str, text: str) -> bool:
    lately = database_clock.now() - last.at < TWICE
    return lately and last.author_id == user.pk and game_secrets.open_message(last, code) == text


def _check_rate(user: User) -> None:
    now, written = database_clock.now(), Message.objects.filter(author=user)
    for most, within in LIMITS:
        latest = written.filter(at__gt=now - within).order_by("-at").values_list("at", flat=True)
        if oldest := latest[most - 1 : most].first():
            wait = max(1, math.ceil((oldest + within - now).total_seconds()))
            left = date_words.remaining(now + timedelta(minutes=math.ceil(wait / 60)), now)
            raise Refused("too_much_talk", {"retry_after": wait}, left=left)


def _write(game: Game, seat: Seat, user: User, text: str) -> Message:
    game.chat_length += 1
    game.save(update_fields=["chat_length"])
    message = Message(game=game, number=game.chat_length, seat=seat, author=user)
    game_secrets.seal_message(message, game.code, text)
    message.save()
    # Whoever speaks by mail has perhaps not been told what the others said before.
    known = Coalesce("chat_told", "chat_read")
    Seat.objects.filter(pk=seat.pk).update(chat_read=message.number, chat_told=known)
    return message


def mark_read(seat: Seat, number: int) -> None:
    """Notes that this seat has read the chat up to a message; never goes back."""
    if seat.chat_read < number or seat.chat_known < number:
        Seat.objects.filter(pk=seat.pk).update(
            chat_read=Greatest("chat_read", Value(number)),
            chat_told=Greatest("chat_told", Value(number)),
        )


def mark_told(seat: int, number: int) -> None:
    """Notes that a letter has told this seat (an id) the messages up to one; never goes back.

    The chat still shows them as new, because nobody knows whether the letter was read.
    """
    Seat.objects.filter(pk=seat).update(chat_told=Greatest("chat_told", Value(number)))


def mark_untold(seat: int, user: User, number: int) -> None:
    """Notes that a letter to this person at this seat (an id) told nothing of the messages after
    one, unless they have read the chat on the page since: whoever only spoke has been told less
    than that counts as read.
    """
    unread = Q(chat_read__lte=number) | Q(chat_told__lt=F("chat_read"))
    seats = Seat.objects.filter(unread, pk=seat, user=user, chat_told__gt=number)
    seats.update(chat_told=number)


def ignore(user: User, whom: User) -> None:
    """Hides from `user` what `whom` and their bots write, from now on. `whom` is not told."""
    if whom.pk == user.pk or whom.is_bot:
        raise Refused("not_ignorable")
    with transaction.atomic():
        sanctions.hold(user, [whom])  # or a bot that `whom` is just making would be missed
        _hide((user.pk, pk) for pk in _with_bots(whom))
    _mark_void_read(user)


def _with_bots(whom: User) -> list[int]:
    return [whom.pk, *Program.objects.filter(owner=whom).values_list("user_id", flat=True)]


def _hide(pairs: Iterable[tuple[int, int]]) -> None:
    rows = [Ignored(by_id=by, whom_id=whom) for by, whom in pairs]
    Ignored.objects.bulk_create(rows, ignore_conflicts=True)


def hide_new_bot(instance: Program, *, created: bool, **_signal: object) -> None:
    """Whoever hides its owner hides a bot that was just made: a receiver of `post_save`."""
    if created:
        hidden_by = Ignored.objects.filter(whom=instance.owner_id).values_list("by_id", flat=True)
        _hide((by, instance.user_id) for by in hidden_by)


def _mark_void_read(user: User) -> None:
    """Requests and invitations that can't be described any more would stay unread."""
    fresh = list(in_app.of(user).filter(read_at=None, kind__in=REQUESTS))
    told = in_app.entries(user, fresh)
    in_app.mark_read(user, [each.notice for each in told if not each.fresh])


def hear_again(user: User, whom: User) -> None:
    """Shows their messages again, and their bots', also those of the meantime."""
    Ignored.objects.filter(by=user, whom__in=_with_bots(whom)).delete()
