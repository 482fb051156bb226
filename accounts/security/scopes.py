"""The scopes of API keys; each API operation requires one of them."""

from collections.abc import Iterable

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.security import roles

READ = "read"
MODERATE = "moderate"
SCOPES = {
    READ: _("See what you can see: your games, your cards, your notices"),
    "play": _("Play: seal answers and plans, vote, take notes, book vacations"),
    "tables": _("Start, join and leave tables, and invite people"),
    "talk": _("Chat, ask friends and report for you, and show your notes"),
    MODERATE: _("Give commands as a moderator"),
    "account": _(
        "Change your settings, webhooks, keys and bots, and read everything that we keep about you"
    ),
}


def as_stored(chosen: Iterable[str]) -> str:
    """The scopes as stored: space-separated, in a fixed order, always with `read`. Raises
    `KeyError` for an unknown scope.
    """
    wanted = {READ, *chosen}
    if unknown := wanted - SCOPES.keys():
        raise KeyError(*unknown)
    return " ".join(scope for scope in SCOPES if scope in wanted)


def offered(user: User) -> list[str]:
    """The scopes that this person, who has shown their second factor, can use."""
    return [scope for scope in SCOPES if scope != MODERATE or roles.is_staff(user)]


def offered_here(request: HttpRequest) -> list[str]:
    """The scopes that a key made at this browser can have."""
    return [scope for scope in SCOPES if scope != MODERATE or roles.staff_here(request)]


def labels(kept: str) -> list[tuple[str, object]]:
    """Each scope of a key with its description."""
    return [(scope, SCOPES[scope]) for scope in kept.split() if scope in SCOPES]
