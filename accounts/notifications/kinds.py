"""The registry of notice kinds; `games` and `accounts` register theirs here.

`accounts` delivers notices without knowing what a game is. For each kind it knows a label, the
default preference, and the functions that compose the letter and the brief.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.text import capfirst

from accounts.models import Notice, User
from accounts.notifications.channels.names import CHANNELS


@dataclass(frozen=True)
class Brief:
    """A notice in two lines, for the bell, push and webhooks: never a card, never a bid.

    `path` is the page it links to; `facts` is JSON for programs; `true` says whether it still
    holds.
    """

    title: str
    text: str
    path: str
    facts: dict[str, Any] = field(default_factory=dict)
    true: bool = True


@dataclass(frozen=True)
class Letter:
    """A composed e-mail; plain text and HTML say the same.

    `headers` are added to those that every e-mail has (docs/mail.md). `gist` is what a digest
    repeats of this letter; `url` is the page it links to, if any. `brief` is what a digest says
    instead of the kind's own brief.
    """

    subject: str
    text: str
    html: str
    headers: dict[str, str] = field(default_factory=dict)
    gist: tuple[str, ...] = ()
    url: str = ""
    brief: Brief | None = None


@dataclass(frozen=True)
class Part:
    """What a notice contributes to a letter that another notice about the same game leads.

    `lines` go to the top unless the letter says them already; `facts`, pairs of label and text,
    go to the end; `headers` are added to those of the letter.
    """

    lines: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    headers: dict[str, str] = field(default_factory=dict)


class Gathers(Enum):
    """Which digests a notice may go into."""

    NEVER = "never"
    HANDS = "hands"  # it asks for an answer
    NEWS = "news"  # it tells what happened


@dataclass(frozen=True)
class Kind:
    """How a kind of notice is composed and delivered.

    `compose` returns the letter in the active language, or None if it is no longer true (the
    notice is then dropped). `briefs` returns a brief for each notice, None where nothing can be
    said; without it the brief is taken from the letter.

    `label`: what all of them are about, as people choose among them.
    `title`: what one of them is called in the bell and in push; by default its label.
    `default`: whether people get it unless they choose otherwise.
    `optional`: it can be unsubscribed from; if not, `why` says in a sentence when it comes.
    `gathers`: which digests it may go into (accounts.notifications.digests).
    `ways`: the channels it may use.
    `prompt`: it answers somebody who has just written, so it goes at once, even in quiet hours.
    `silent`: channels on which it goes only to people who opted in.
    `part`: what it adds to a joint letter about one game, None if no longer true; the kind with
    the highest `leads` leads that letter (accounts.notifications.joining).
    `waits`: whether another notice that it will join is expected in a moment.
    `asks`: it asks for an answer although it has no deadline (`drop_after`).
    `unasked`: whether it is unsolicited. An address gets three such letters a month, whoever
    causes them (accounts.email.unasked_letters), and the sender doesn't learn whether it is wanted.
    """

    slug: str
    label: str | Promise
    compose: Callable[[Notice], Letter | None]
    title: str | Promise = ""
    default: bool = True
    optional: bool = True
    why: str | Promise = ""
    briefs: "Callable[[Sequence[Notice]], Sequence[Brief | None]] | None" = None
    gathers: Gathers = Gathers.NEVER
    ways: tuple[str, ...] = tuple(CHANNELS)
    prompt: bool = False
    silent: tuple[str, ...] = ()
    part: Callable[[Notice], Part | None] | None = None
    leads: int = 0
    waits: Callable[[Notice], bool] | None = None
    asks: bool = False
    unasked: Callable[[Notice], bool] | None = None

    def one(self) -> str:
        """The title of one notice."""
        return capfirst(str(self.title or self.label))

    def usual(self, channel: str) -> bool:
        """The default preference on this channel."""
        return self.default and channel not in self.silent


@dataclass(frozen=True)
class Numbered:
    """The numbered questions of one digest: entries by notice id, which replace the brief, and the
    address that takes the answers to all of them.
    """

    entries: dict[int, dict[str, Any]]
    reply_to: str


KINDS: dict[str, Kind] = {}
# Hooks: the reply address of a letter that asks nothing itself; "" if it can't be answered.
REPLY_ADDRESSES: "list[Callable[[Notice], str]]" = []
# Hooks: number the questions of the notices in one digest; None if they ask nothing.
NUMBERING: "list[Callable[[Sequence[Notice]], Numbered | None]]" = []
# Hooks: extra fields of a push message: `waiting`, the number of hands that wait for its reader,
# and `plan`, the URL that lets their plan answer (accounts.notifications.channels.push).
PUSHING: "list[Callable[[Notice], dict[str, Any]]]" = []
Sieve = Callable[["QuerySet[Notice]"], "QuerySet[Notice]"]
# Hooks: exclude notices whose delivery status nobody may see yet, not even a moderator.
HIDING: list[Sieve] = []
# Hooks: exclude notices that this moderator may not see, because they have a stake in it.
HIDING_FROM: "list[Callable[[User, QuerySet[Notice]], QuerySet[Notice]]]" = []


def register(kind: Kind) -> None:
    """Registers a kind; called from an app's `ready`."""
    KINDS[kind.slug] = kind


def for_moderators(notices: "QuerySet[Notice]") -> "QuerySet[Notice]":
    """The notices that moderators may see."""
    for hide in HIDING:
        notices = hide(notices)
    return notices


def for_moderator(reader: User, notices: "QuerySet[Notice]") -> "QuerySet[Notice]":
    """The notices that this moderator may see."""
    for hide in HIDING_FROM:
        notices = hide(reader, notices)
    return for_moderators(notices)


def reply_address_of(notice: Notice) -> str:
    """The reply address of a letter that asks nothing itself; empty if there is none."""
    found = (find(notice) for find in REPLY_ADDRESSES)
    return next((address for address in found if address), "")


def numbered(notices: Sequence[Notice]) -> Numbered | None:
    """The numbered questions of a digest of these notices; None if they ask nothing."""
    found = (number(notices) for number in NUMBERING)
    return next((each for each in found if each is not None), None)


def gathering(*sorts: Gathers) -> list[str]:
    """Slugs of the kinds that go into digests of these sorts."""
    return [kind.slug for kind in KINDS.values() if kind.gathers in sorts]


def asking() -> list[str]:
    """Slugs of the kinds that ask for an answer without a deadline."""
    return [kind.slug for kind in KINDS.values() if kind.asks]


def joining() -> list[str]:
    """Slugs of the kinds that join into one letter about a game, by descending `leads`."""
    kinds = [kind for kind in KINDS.values() if kind.part is not None]
    return [kind.slug for kind in sorted(kinds, key=lambda kind: -kind.leads)]
