"""Private notes, for their author; and published ones, for everybody."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import prefetch_related_objects

from accounts.models import User
from games import game_secrets
from games.models import Game, Ignored, Note
from games.refusals import Refused
from games.selectors.access import Viewer, access_game, read_game
from games.selectors.prefetched import gathered_at

# There are usually none, so this avoids building a queryset just to find that out.
CLOSING = """
SELECT note.* FROM games_note note JOIN games_seat seat ON seat.id = note.seat_id
WHERE seat.game_id = %(game)s
AND (
    note.author_id = %(author)s
    OR note.hand_number = 0 AND note.released_at IS NOT NULL AND NOT EXISTS (
        SELECT FROM games_ignored WHERE by_id = %(author)s AND whom_id = note.author_id
    )
)
ORDER BY seat.index, note.number
"""


@dataclass(frozen=True)
class OwnNote:
    """A note for its author; `hand` 0 means the whole game."""

    number: int
    hand: int
    seat: int
    text: str
    changed_at: datetime
    released_at: datetime | None


@dataclass(frozen=True)
class ShownNote:
    """A published note."""

    hand: int
    seat: int
    name: str
    text: str
    changed_at: datetime


def access_notes(viewer: Viewer, code: str, link: str) -> tuple[Game, bool]:
    """The game, and whether the viewer may see its table. Raises `Refused`.

    Whoever has notes there may always open them, and nothing else: somebody else may have the seat
    at a table that isn't public.
    """
    try:
        return access_game(viewer, code, link), True
    except Refused:
        game = read_game(code)
        if game is None or not has_notes(game, viewer):
            raise
        return game, False


def own_notes(game: Game, viewer: Viewer) -> list[OwnNote]:
    """The viewer's notes on this game, oldest first."""
    known = gathered_at(game)
    if not isinstance(viewer, User) or (known is not None and not known.noted):
        return []
    rows = Note.objects.filter(seat__game=game, author=viewer).select_related("seat")
    found = [
        OwnNote(
            number=note.number,
            hand=note.hand_number,
            seat=note.seat.index,
            text=game_secrets.open_note(note, game.code),
            changed_at=note.changed_at,
            released_at=note.released_at,
        )
        for note in rows.order_by("seat__index", "number")
    ]
    return [note for note in found if note.text]  # the others are deleted


def closing_notes(game: Game, viewer: Viewer) -> tuple[bool, list[ShownNote]]:
    """Whether the viewer has any notes, and the published notes on the game as a whole, but those
    of people whom the viewer has hidden."""
    author = viewer.pk if isinstance(viewer, User) else None
    found = list(Note.objects.raw(CLOSING, {"game": game.pk, "author": author}))
    if found:
        prefetch_related_objects(found, "seat", "author")
    open_to_all = [note for note in found if note.released_at and not note.hand_number]
    own = [note for note in found if note.author_id == author]
    noted = any(game_secrets.open_note(note, game.code) for note in own)
    return noted, [_shown(note, game) for note in open_to_all]


def has_notes(game: Game, viewer: Viewer) -> bool:
    """Whether the viewer has any notes on this game."""
    return bool(own_notes(game, viewer))


def released_notes(game: Game, viewer: Viewer, hand: int | None = None) -> list[ShownNote]:
    """The published notes on a finished game, sorted by hand and seat; optionally of one hand.
    Those of people whom the viewer has hidden are left out."""
    if game.state != Game.State.OVER:
        return []
    rows = Note.objects.filter(seat__game=game).exclude(released_at=None)
    if isinstance(viewer, User):
        rows = rows.exclude(author__in=Ignored.objects.filter(by=viewer).values("whom"))
    if hand is not None:
        rows = rows.filter(hand_number=hand)
    rows = rows.select_related("seat", "author")
    return [_shown(note, game) for note in rows.order_by("hand_number", "seat__index", "number")]


def _shown(note: Note, game: Game) -> ShownNote:
    return ShownNote(
        hand=note.hand_number,
        seat=note.seat.index,
        name=note.author.name,
        text=game_secrets.open_note(note, game.code),
        changed_at=note.changed_at,
    )
