"""Private notes: written while a game runs, shown after its end if their author wants.

Before that, only their author ever reads them: not whoever takes the seat later, not moderators.
"""

from django.db import transaction
from django.db.models import Max, QuerySet

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
        rows = _all_own(game, user)
        last = rows.select_related("seat").order_by("-number").first()
        if last is not None and (last.hand_number, game_secrets.open_note(last, code)) == (
            hand,
            text,
        ):
            return last
        if rows.count() >= MAX_NOTES:
            raise Refused("too_many_notes", most=MAX_NOTES)
        number = (rows.aggregate(most=Max("number"))["most"] or 0) + 1
        note = Note(seat=seat, author=user, number=number, hand_number=hand)
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
    """Deletes a note for good, at any time. May be repeated."""
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        _all_own(game, user).filter(number=number).delete()


def release(user: User, code: str, *, shown: bool, number: int | None = None) -> int:
    """Shows one's notes (one, or all) to everybody, or hides them again; returns how many.

    Raises `Refused` ("notes_private" while the game runs, "no_note", "muted").
    """
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        rows = _all_own(game, user)
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
    if note is None:
        raise Refused("no_note")
    return note
