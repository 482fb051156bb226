"""The public log of a game: one entry per event, in order, never changed."""

from datetime import datetime
from typing import Any

from accounts.models import User
from games.models import Game, LogEntry


def write_log(
    game: Game,
    kind: str,
    data: dict[str, Any] | None = None,
    *,
    person: User | None = None,
    former: User | None = None,
    at: datetime | None = None,
) -> LogEntry:
    """Appends one public entry to the log of a locked game. The caller saves the game.

    People are named by `person`, and by `former` for whoever had the seat before; never in `data`.
    `at`: when it was asked for, if earlier (a mail).
    """
    moment = {"at": at} if at is not None else {}
    game.log_length += 1
    return LogEntry.objects.create(
        game=game,
        number=game.log_length,
        hand_number=game.hand_number,
        kind=kind,
        person=person,
        former=former,
        data=data or {},
        **moment,
    )
