"""The chat of a table for one reader, without messages by people they ignore."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, QuerySet, Value

from accounts.models import User
from accounts.rows import Columns, fetch
from games import game_secrets
from games.models import Game, Ignored, Message, Seat
from games.refusals import Refused
from games.selectors.access import GAMES, SEATS, Viewer, seat_of

LATE = 12  # messages fetched for the page of a game
MESSAGES = Columns(Message)
# By hand, since every letter asks for it.
UNTOLD = f"""
    SELECT {SEATS.of("seat")}, {GAMES.of("game")}, {MESSAGES.of("message")},
        said_at.index, author.name
    FROM games_seat AS seat
    JOIN games_game AS game ON game.id = seat.game_id
    JOIN games_message AS message ON message.game_id = game.id
        AND message.number > coalesce(seat.chat_told, seat.chat_read)
    JOIN games_seat AS said_at ON said_at.id = message.seat_id
    JOIN accounts_user AS author ON author.id = message.author_id
    WHERE seat.user_id = ANY(%(people)s) AND seat.game_id = ANY(%(games)s) AND game.chat <> 'off'
        AND coalesce(seat.chat_told, seat.chat_read) < game.chat_length
        AND message.hidden_at IS NULL AND message.author_id <> seat.user_id
        AND NOT EXISTS (
            SELECT FROM games_ignored
            WHERE by_id = seat.user_id AND whom_id = message.author_id
        )
    ORDER BY seat.id, message.number
"""  # noqa: S608 (names of columns)


@dataclass(frozen=True)
class ShownMessage:
    """A message as one reader sees it; `text` is empty if it is hidden or ignored."""

    number: int
    seat: int
    name: str
    text: str
    at: datetime
    mine: bool = False
    new: bool = False
    hidden: bool = False
    ignored: bool = False


def may_read_chat(game: Game, viewer: Viewer) -> bool:
    """Whether the viewer, who may see the table, may also read its chat."""
    if game.chat == Game.Chat.OFF:
        return False
    return game.chat == Game.Chat.EVERYBODY or seat_of(game, viewer) is not None


def may_say(game: Game, viewer: Viewer) -> bool:
    """Whether the table allows the viewer to write."""
    closed = game.chat == Game.Chat.OFF or game.state == Game.State.CANCELLED
    return not closed and seat_of(game, viewer) is not None


def check_may_read_chat(game: Game, viewer: Viewer) -> None:
    """Raises `Refused` ("no_chat", "chat_of_players")."""
    if not may_read_chat(game, viewer):
        raise Refused("no_chat" if game.chat == Game.Chat.OFF else "chat_of_players")


def talk_of(
    game: Game, viewer: Viewer, before: int | None = None, limit: int = 30
) -> list[ShownMessage]:
    """The last messages, or those with numbers below `before`, newest first.

    Raises `Refused` as `check_may_read_chat`.
    """
    check_may_read_chat(game, viewer)
    rows = _heard_by(game, viewer)
    if before is not None:
        rows = rows.filter(number__lt=before)
    seat = seat_of(game, viewer)
    read = game.chat_length if seat is None else seat.chat_read
    return [_shown(row, game, viewer, read) for row in rows.order_by("-number")[:limit]]


def late_talk(game: Game, viewer: Viewer) -> list[ShownMessage]:
    """The last few messages for the page of a game; empty if the viewer can't read them."""
    if not game.chat_length or not may_read_chat(game, viewer):
        return []
    return talk_of(game, viewer, limit=LATE)


def _heard_by(game: Game, viewer: Viewer) -> "QuerySet[Message]":
    rows = Message.objects.filter(game=game).select_related("author", "seat")
    if not isinstance(viewer, User):
        return rows.annotate(unwished=Value(value=False))
    unwished = Ignored.objects.filter(by=viewer, whom=OuterRef("author"))
    return rows.annotate(unwished=Exists(unwished))


def _shown(row: Message, game: Game, viewer: Viewer, read: int) -> ShownMessage:
    mine = isinstance(viewer, User) and row.author_id == viewer.pk
    hidden, ignored = row.hidden_at is not None, bool(getattr(row, "unwished", False))
    return ShownMessage(
        number=row.number,
        seat=row.seat.index,
        name=row.author.name,
        text="" if hidden or ignored else game_secrets.open_message(row, game.code),
        at=row.at,
        mine=mine,
        new=row.number > read and not (mine or hidden or ignored),
        hidden=hidden,
        ignored=ignored,
    )


def message_in(game: Game, viewer: Viewer, number: int) -> Message:
    """A message that the viewer may read. Raises `Refused` ("no_message")."""
    found = game.messages.filter(number=number).select_related("author").first()
    if found is None or not may_read_chat(game, viewer):
        raise Refused("no_message")
    return found


def unread_of(games: Iterable[Game], user: User) -> dict[int, list[str]]:
    """Authors of unread messages by game id, in order and one per message.

    Hidden messages and ignored people are left out.
    """
    rows = _unread(games, user).order_by("number")
    found: dict[int, list[str]] = defaultdict(list)
    for game_id, name in rows.values_list("game_id", "author__name"):
        found[game_id].append(name)
    return found


def count_unread(game: Game, viewer: Viewer) -> int:
    """How many messages are new to the viewer, counted as in `unread_of`."""
    seat = seat_of(game, viewer)
    if seat is None or seat.user is None or seat.chat_read >= game.chat_length:
        return 0
    return _unread([game], seat.user).count()


def _unread(games: Iterable[Game], user: User) -> "QuerySet[Message]":
    return (
        Message.objects.filter(game__in=games, hidden_at=None)
        .filter(game__seats__user=user, number__gt=F("game__seats__chat_read"))
        .exclude(author=user)
        .exclude(author__in=Ignored.objects.filter(by=user).values("whom"))
    )


def untold_of(people: Collection[int], games: Collection[int]) -> dict[Seat, list[ShownMessage]]:
    """What others said that these people (ids) have neither seen nor been told by a letter, by
    seat, oldest first.

    Hidden messages and ignored people are left out.
    """
    found: dict[Seat, list[ShownMessage]] = {}
    asked = {"people": list(people), "games": list(games)}
    for row in fetch(UNTOLD, asked) if people and games else ():
        seat, rest = SEATS.take(row)
        game, rest = GAMES.take(rest)
        message, (index, name) = MESSAGES.take(rest)
        if seat is not None and game is not None and message is not None:
            seat.game = game
            text = game_secrets.open_message(message, game.code)
            said = ShownMessage(message.number, index, name, text, message.at, new=True)
            found.setdefault(seat, []).append(said)
    return found


def ignored_by(user: User) -> list[str]:
    """The names of the people this person ignores."""
    return list(
        Ignored.objects.filter(by=user).order_by("whom__name").values_list("whom__name", flat=True)
    )
