"""What people write at a table, and its replacement in the other world."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games import game_secrets
from games.models import Friendship, Game, Ignored, Message, Note, Seat
from games.services.talk import chat, notes
from tests.games.making import fresh
from tests.narrowing import not_none

if TYPE_CHECKING:
    from tests.secrecy.observers import Observer


def write(game: Game, users: list[User]) -> None:
    """The first two chat, and write notes about the game and its hand, while it is running."""
    for user in (*users[:2], users[0]):
        chat.say(user, game.code, f"{user.name} greets the table.")
    chat.ignore(users[1], users[0])
    chat.ignore(users[0], users[-1])
    game = fresh(game)
    if game.state == Game.State.RUNNING:
        for user in users[:2]:
            notes.add(user, game.code, f"{user.name} keeps the high ones.")
            notes.add(user, game.code, f"{user.name} would rather not.", game.hand_number)


def alter_notes(game: Game, seat: int | None) -> None:
    """Removes the notes of those who had some, and gives some to the others, except the seat that
    looks.
    """
    others = Seat.objects.filter(game=game, user__isnull=False)
    if seat is not None:
        others = others.exclude(index=seat)
    noted = set(Note.objects.filter(seat__game=game).values_list("seat", flat=True))
    Note.objects.filter(seat__in=others).delete()
    for one in others.exclude(pk__in=noted):
        note = Note(seat=one, author=one.user, number=4, hand_number=game.hand_number)
        game_secrets.seal_note(note, game.code, "44, and then 12")
        note.save()


def alter_talk(game: Game, observer: Observer) -> None:
    """For people without a seat, other messages were written, and more; nobody knows who reads
    whom.

    Which of them were hidden, moderators know, since they did it.
    """
    others = Seat.objects.filter(game=game, user__isnull=False)
    if observer.seat is not None:
        others = others.exclude(index=observer.seat)
    else:
        _say_otherwise(game, hidden=not observer.is_staff)
    others.update(chat_read=F("chat_read") + 5, chat_told=F("chat_read") + 5)
    for seat in others:
        user = not_none(seat.user)
        theirs = Ignored.objects.filter(by=user)
        if theirs.exists():
            theirs.delete()
        else:
            whom = game.seats.exclude(pk=seat.pk).exclude(user=None)[0].user
            Ignored.objects.create(by=user, whom=not_none(whom))
    alter_friends(game, observer)


def alter_friends(game: Game, observer: Observer) -> None:
    """Alters friendships of others, which only those two know about."""
    people = [seat.user for seat in game.seats.exclude(user=None).select_related("user")]
    others = [user for user in people if user and user.kind == "person" and user != observer.user]
    for one, other in pairwise(others):
        pair = Friendship.objects.filter(asker=one, asked=other)
        if not pair.delete()[0]:
            now = timezone.now()
            moments = {"accepted_at": now, "declined_at": now, "withdrawn_at": now}
            Friendship.objects.create(asker=one, asked=other, **moments)


def _say_otherwise(game: Game, *, hidden: bool) -> None:
    for message in game.messages.all():
        game_secrets.seal_message(message, game.code, "I hold the 44.")
        if hidden:
            message.hidden_at = timezone.now()
        message.save()
    seat = game.seats.exclude(user=None)[0]
    message = Message(game=game, number=game.chat_length + 1, seat=seat, author=seat.user)
    game_secrets.seal_message(message, game.code, "And the 17.")
    message.save()
    Game.objects.filter(pk=game.pk).update(chat_length=message.number)
