"""Private notes: written while a game runs, shown after its end if their author wants.

Before that, only their author ever reads them: not whoever takes the seat later, not moderators.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from accounts.operation import database_clock
from games import game_secrets, sanctions
from games.models import Game, Note, Seat
from games.refusals import Refused
from games.services.hands.bidding import seat_of

MAX_LENGTH = 2000
MAX_NOTES = 300


def add(user: User, code: str, text: str, hand: int = 0) -> Note:
    """Adds a note by somebody who sits there, pinned to a hand that has opened (0: to the game).

    The same note twice in a row is added once. Raises `Refused`.
    """
    text = _checked(text)
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        seat = _writing(game, user)
        if not 0 <= hand <= game.hand_number:
            raise Refused("no_hand", given=hand)
        last, said = _last(game, user)
        if last is not None and (last.hand_number, said) == (hand, text):
            return last
        if last is not None and not said:
            last.delete()
        if _all_own(game, user).count() >= MAX_NOTES:
            raise Refused("too_many_notes", most=MAX_NOTES)
        number = last.number + 1 if last is not None else 1
        note = Note(seat=seat, author=user, number=number, hand_number=hand)
        note.changed_at = database_clock.now()
        game_secrets.seal_note(note, code, text)
        note.save()
    return note


def change(user: User, code: str, number: int, text: str) -> Note:
    """Replaces the text of a note while the game runs. Raises `Refused`."""
    text = _checked(text)
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        note = _own(game, user, number)
        _writing(game, user)
        game_secrets.seal_note(note, code, text)
        note.changed_at = database_clock.now()
        note.save(update_fields=["sealed", "changed_at"])
    return note


def remove(user: User, code: str, number: int) -> None:
    """Deletes a note for good, at any time. May be repeated.

    The newest one of a running game stays without its text until there is a newer one, so that its
    number means no other note.
    """
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        last, _said = _last(game, user)
        if last is None or last.number != number or game.state != Game.State.RUNNING:
            _all_own(game, user).filter(number=number).delete()
            return
        last.hand_number, last.released_at = 0, None
        game_secrets.seal_note(last, code, "")
        last.save(update_fields=["hand_number", "released_at", "sealed"])


def take_back(user: User, code: str, number: int, since: datetime, until: datetime) -> bool:
    """Deletes a note that was written between these moments; False, and it stays, if it was there
    before or was changed later. May be repeated.
    """
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        note = _all_own(game, user).filter(number=number).first()
        if note is not None and not since <= note.changed_at <= until:
            return False
        remove(user, code, number)
    return True


def release(user: User, code: str, *, shown: bool, number: int | None = None) -> int:
    """Shows one's notes (one, or all) to everybody, or hides them again; returns how many.

    Raises `Refused` ("notes_private" while the game runs, "no_note", "muted").
    """
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        last, said = _last(game, user)
        rows = _all_own(game, user)
        if last is not None and not said:  # deleted
            rows = rows.exclude(pk=last.pk)
        if number is not None:
            rows = rows.filter(number=number)
        if not rows.exists():
            raise Refused("no_note")
        if shown:
            _check_may_show(game, user)
            return rows.filter(released_at=None).update(released_at=database_clock.now())
        return rows.exclude(released_at=None).update(released_at=None)


def _check_may_show(game: Game, user: User) -> None:
    sanctions.check_may_write(user)
    if game.state != Game.State.OVER:
        raise Refused("notes_private")


def _checked(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\x00", "").strip()
    if not text:
        raise Refused("empty_note")
    if len(text) > MAX_LENGTH:
        raise Refused("long_note", {"most": MAX_LENGTH}, most=MAX_LENGTH)
    return text


def _writing(game: Game, user: User) -> Seat:
    """The seat of somebody who may write notes now. Raises `Refused`."""
    seat = seat_of(game, user)
    if game.state == Game.State.OPEN:
        raise Refused("game_not_running")
    if game.state != Game.State.RUNNING:
        raise Refused("notes_fixed")
    return seat


def _all_own(game: Game, user: User) -> "QuerySet[Note]":
    return Note.objects.filter(seat__game=game, author=user)


def _own(game: Game, user: User, number: int) -> Note:
    note = _all_own(game, user).filter(number=number).select_related("seat").first()
    if note is None or not game_secrets.open_note(note, game.code):
        raise Refused("no_note")
    return note


def _last(game: Game, user: User) -> tuple[Note | None, str]:
    """This person's newest note and its text, which is empty if they have deleted it."""
    note = _all_own(game, user).select_related("seat").order_by("-number").first()
    return note, game_secrets.open_note(note, game.code) if note is not None else ""
