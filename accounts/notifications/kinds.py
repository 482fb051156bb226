"""The kinds of notices there are, as `games` (and `accounts` itself) register them.

`accounts` delivers without knowing what a game is: for each kind it holds a label, whether
people get it unless they say otherwise, and the functions that compose the letter and the
brief.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from django.db.models import QuerySet
from django.utils.functional import Promise

from accounts.models import Notice
from accounts.notifications.channels.names import CHANNELS


@dataclass(frozen=True)
class Letter:
    """One mail, composed: plain text and HTML say the same facts.

    `headers` are added to those that every mail has (docs/mail.md).  `gist` is what a letter
    about several things repeats of this one; `url` is where to go, if anywhere.
    """

    subject: str
    text: str
    html: str
    headers: dict[str, str] = field(default_factory=dict)
    gist: tuple[str, ...] = ()
    url: str = ""


@dataclass(frozen=True)
class Brief:
    """A notice in two lines, for the bell, a push or a program: never a card, never a bid.

    `path` is the page of ours where to go; `facts` are what a program may read of it, plain
    JSON; `true` is whether it is so still.
    """

    title: str
    text: str
    path: str
    facts: dict[str, Any] = field(default_factory=dict)
    true: bool = True


@dataclass(frozen=True)
class Part:
    """What a notice adds to a letter that is led by another one about the same thing.

    `lines` stand first in it, unless it says them itself; `facts`, pairs of a label and a text,
    stand last; `headers` are added to the letter's.
    """

    lines: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    headers: dict[str, str] = field(default_factory=dict)


class Gathers(Enum):
    """With what a letter may be gathered into one."""

    NEVER = "never"
    HANDS = "hands"  # it asks for an answer
    NEWS = "news"  # it tells what happened


@dataclass(frozen=True)
class Kind:
    """`compose` gives the letter in the language that is active, or None when it is no longer
    true (the notice is dropped then).  `optional` kinds can be unsubscribed.

    `briefs` gives a brief for each of these notices, or None where nothing can be said; without
    it the letter is made for that.  What `gathers` may become one letter with others of its
    sort (accounts.notifications.digests); what has a `part` (None when it is no longer true)
    becomes one letter with others about the same, led by the kind whose `leads` is highest
    (accounts.notifications.joining), and while it `waits`, one with which it will is expected in a
    moment.  An `unasked` one
    goes to an address three times a month, whoever causes it (accounts.email.unasked_letters),
    who does not learn whether it is wished.  `ways` are the channels that it may go by.  What is
    `prompt` answers somebody who has just written: it goes at once, also in quiet hours.  On
    `silent` channels it goes only to who asks for it.
    """

    slug: str
    label: str | Promise
    compose: Callable[[Notice], Letter | None]
    default: bool = True
    optional: bool = True
    briefs: "Callable[[Sequence[Notice]], Sequence[Brief | None]] | None" = None
    gathers: Gathers = Gathers.NEVER
    ways: tuple[str, ...] = tuple(CHANNELS)
    prompt: bool = False
    silent: tuple[str, ...] = ()
    part: Callable[[Notice], Part | None] | None = None
    leads: int = 0
    waits: Callable[[Notice], bool] | None = None
    unasked: Callable[[Notice], bool] | None = None

    def usual(self, channel: str) -> bool:
        """Whether somebody who has not chosen gets it there."""
        return self.default and channel not in self.silent


@dataclass(frozen=True)
class Numbered:
    """What waits for one person in one letter: by the id of a notice what its entry says instead
    of a line or two, and the address that answers them all."""

    entries: dict[int, dict[str, Any]]
    reply_to: str


KINDS: dict[str, Kind] = {}
# Each says where a letter is answered to that asks for nothing itself; "" where it cannot be.
BACK: "list[Callable[[Notice], str]]" = []
# Each numbers what these notices, which become one letter, ask for; None if they ask for nothing.
NUMBERING: "list[Callable[[Sequence[Notice]], Numbered | None]]" = []
# Each says what a push shows besides: `waiting`, the number of hands that wait for its reader; and
# `plan`, the address that lets their plan answer (accounts.notifications.channels.push).
PUSHING: "list[Callable[[Notice], dict[str, Any]]]" = []
Sieve = Callable[["QuerySet[Notice]"], "QuerySet[Notice]"]
# Each leaves out notices whose fate nobody may see now, not even a moderator.
HIDING: list[Sieve] = []
# Each leaves out notices that ask for what their reader has done since.
DONE: list[Sieve] = []


def register(kind: Kind) -> None:
    """Makes a kind known; called from an app's `ready`."""
    KINDS[kind.slug] = kind


def shown(notices: "QuerySet[Notice]") -> "QuerySet[Notice]":
    """Those of these notices that moderators may see."""
    for hide in HIDING:
        notices = hide(notices)
    return notices


def not_done(notices: "QuerySet[Notice]") -> "QuerySet[Notice]":
    """Those of these notices that their readers have not seen to since."""
    for leave_out in DONE:
        notices = leave_out(notices)
    return notices


def back_to(notice: Notice) -> str:
    """Where a letter about this is answered to, if it asks for nothing itself."""
    found = (back(notice) for back in BACK)
    return next((address for address in found if address), "")


def numbered(notices: Sequence[Notice]) -> Numbered | None:
    """What these notices ask for in the one letter that they become."""
    found = (number(notices) for number in NUMBERING)
    return next((each for each in found if each is not None), None)


def gathering(*sorts: Gathers) -> list[str]:
    """The kinds of which several may become one letter."""
    return [kind.slug for kind in KINDS.values() if kind.gathers in sorts]


def joining() -> list[str]:
    """The kinds that become one letter with others about the same; who leads it comes first."""
    kinds = [kind for kind in KINDS.values() if kind.part is not None]
    return [kind.slug for kind in sorted(kinds, key=lambda kind: -kind.leads)]
