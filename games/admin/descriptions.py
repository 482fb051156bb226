"""Describes targets and effects of commands for moderators."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Notice, User
from accounts.notifications.kinds import for_moderator
from accounts.security import roles
from accounts.text import date_words
from accounts.text.bidi_isolation import isolated
from accounts.text.numbers import whole_number
from games.models import Game
from games.selectors.moderation.stakes import unseen_keys

MOMENTS = ("deadline", "muted", "suspended")
WORDS = {
    "state": gettext_lazy("State"),
    "hand": gettext_lazy("Open hand"),
    "stage": gettext_lazy("Stage"),
    "deadline": gettext_lazy("Deadline"),
    "seats": gettext_lazy("Seats"),
    "misses": gettext_lazy("Missed hands"),
    "scores": gettext_lazy("Points"),
    "paused": gettext_lazy("Paused"),
    "hidden": gettext_lazy("Hidden messages"),
    "role": gettext_lazy("Role"),
    "muted": gettext_lazy("Muted until"),
    "suspended": gettext_lazy("Suspended until"),
    "letter": gettext_lazy("Letter"),
    "time_back": gettext_lazy("Hands that get time back"),
}


def target(on: str, key: str, reader: User) -> str | None:
    """The target of a command for display; None if it doesn't exist, or is a letter that this
    moderator may not see: that it exists would tell who hasn't answered."""
    if on == "game":
        game = Game.objects.filter(code=key).first()
        if game is None:
            return None
        hidden = game.pk in unseen_keys(reader)
        return game.code if hidden else f"{isolated(game.name)} ({game.code})"
    if on == "site":
        return _("All games")
    number = whole_number(key) or 0
    if on == "person":
        return User.objects.filter(pk=number).values_list("name", flat=True).first()
    letters = for_moderator(reader, Notice.objects.filter(pk=number))
    notice = letters.select_related("recipient").first()
    if notice is None:
        return None
    name = isolated(notice.recipient.name) if notice.recipient else _("without an account")
    return f"{notice.kind}, {name}"


def name_of(on: str, key: str) -> str:
    """The name of a game or person; empty for other targets."""
    if on == "game":
        return Game.objects.filter(code=key).values_list("name", flat=True).first() or ""
    if on == "person":
        rows = User.objects.filter(pk=whole_number(key) or 0)
        return rows.values_list("name", flat=True).first() or ""
    return ""


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Each fact before and after the command."""
    names = [name for name in WORDS if name in before or name in after]
    return [
        {
            "label": WORDS[name],
            "before": described(name, before.get(name)),
            "after": described(name, after.get(name)),
            "changed": before.get(name) != after.get(name),
        }
        for name in names
    ]


def described(name: str, value: Any) -> str:
    """A fact for display; times may be ISO strings."""
    if name in MOMENTS and isinstance(value, str):
        value = parse_datetime(value)
    if value is None or value == "":
        return "—"
    if isinstance(value, datetime):
        return date_words.moment(value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list | tuple):
        return ", ".join(str(each) if each != "" else "—" for each in value) or "—"
    if name == "state":
        return str(Game.State(value).label)
    if name == "role":
        return str(roles.LABELS.get(value, value))
    if name == "letter":
        return str(Notice.State(value).label)
    return str(value)
