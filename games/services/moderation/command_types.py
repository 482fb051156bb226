"""What a moderators' command is, and its input."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from accounts.models import User
from accounts.staff.audit_log import REASONS
from games.models import Game
from games.refusals import Refused

Facts = dict[str, Any]
GAME, PERSON, LETTER, SITE = "game", "person", "letter", "site"
MAX_TEXT_LENGTH = 1000
__all__ = [
    "GAME",
    "LETTER",
    "MAX_TEXT_LENGTH",
    "PERSON",
    "REASONS",
    "SITE",
    "Action",
    "Command",
    "CommandInput",
    "Facts",
]


@dataclass(frozen=True)
class CommandInput:
    """What a moderator fills in. Each command reads its own fields and no others.

    `reason` is a key of `REASONS`. `text` is shown to those concerned, so it must name no cards.
    """

    reason: str = ""
    text: str = ""
    hours: int = 24
    hand: int = 0
    seat: int = 0
    days: int = 7
    person: str = ""
    role: str = ""
    message: int = 0


@dataclass
class Action:
    """One command being carried out, on a locked game, a person or a letter."""

    actor: User
    given: CommandInput
    game: Game | None = None
    person: User | None = None
    letter: int = 0

    @property
    def table(self) -> Game:
        """The game, for commands on games. Raises `Refused`."""
        if self.game is None:
            raise Refused("unknown_game")
        return self.game

    @property
    def somebody(self) -> User:
        """The person, for commands on people. Raises `Refused`."""
        if self.person is None:
            raise Refused("unknown_person")
        return self.person


@dataclass(frozen=True)
class Command:
    """`act` carries it out and returns facts (ids and numbers) for the log; `undo` gets them back.

    `needs` is a permission of `accounts.security.roles`. `fields` are the fields of `CommandInput`
    that it reads. `states` are the states of a game in which it is possible. `says` is shown to
    those concerned, with the facts as placeholders; `hint` tells the moderator what it does. A
    `final` command takes away what nobody can give back, so it is set apart and its page asks the
    moderator to type the name. `tells`: whether those concerned are notified. `words`: whether the
    moderator's own words are kept; without them, the reason can't be `other`.
    """

    slug: str
    label: str | Promise
    hint: str | Promise
    on: str
    needs: str
    act: Callable[[Action], Facts]
    says: str | Promise = ""
    undo: Callable[[Action, Facts], None] | None = None
    fields: tuple[str, ...] = ()
    states: tuple[str, ...] = (Game.State.RUNNING,)
    tells: bool = True
    words: bool = True
    final: bool = False
