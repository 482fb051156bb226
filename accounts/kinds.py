"""The kinds of notices there are, as `games` (and `accounts` itself) register them.

`accounts` delivers without knowing what a game is: for each kind it holds a label, whether
people get it unless they say otherwise, and the function that composes the letter.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from django.db.models import QuerySet
from django.utils.functional import Promise

from accounts.models import Notice


@dataclass(frozen=True)
class Letter:
    """One mail, composed: plain text and HTML say the same facts.

    `headers` are added to those that every mail has (docs/mail.md).
    """

    subject: str
    text: str
    html: str
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Kind:
    """`compose` gives the letter in the language that is active, or None when it is no longer
    true (the notice is dropped then).  `optional` kinds can be unsubscribed."""

    slug: str
    label: str | Promise
    compose: Callable[[Notice], Letter | None]
    default: bool = True
    optional: bool = True


KINDS: dict[str, Kind] = {}
# Each leaves out notices whose fate nobody may see now, not even a moderator.
HIDING: "list[Callable[[QuerySet[Notice]], QuerySet[Notice]]]" = []


def register(kind: Kind) -> None:
    """Makes a kind known; called from an app's `ready`."""
    KINDS[kind.slug] = kind


def shown(notices: "QuerySet[Notice]") -> "QuerySet[Notice]":
    """Those of these notices that moderators may see."""
    for hide in HIDING:
        notices = hide(notices)
    return notices
