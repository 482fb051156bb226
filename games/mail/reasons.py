"""What moderators did and why, in words for the letters that mention it."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import ModerationEntry, Notice, User
from accounts.text import date_words
from accounts.text.bidi_isolation import isolated
from games.services.moderation.command_types import REASONS
from games.services.moderation.commands import COMMANDS

UNDO, OTHER = "undo", "other"
BINDING = ("mute", "suspend")


def entry_of(notice: Notice) -> ModerationEntry | None:
    """The log entry that a notice is about or mentions; None if there is none."""
    return ModerationEntry.objects.filter(number=notice.facts.get("entry", 0)).first()


def reason(notice: Notice) -> list[str]:
    """The reason, for a letter that itself says what was done; empty if no moderator did it."""
    entry = entry_of(notice)
    return why(entry) if entry else []


def why(entry: ModerationEntry) -> list[str]:
    """The reason from the list, then the moderator's own words; those alone for any other."""
    words = [entry.text] if entry.text else []
    if entry.reason == OTHER:
        return [_("Why: %(why)s") % {"why": text} for text in words]
    return [_("Why: %(why)s.") % {"why": REASONS.get(entry.reason, "")}, *words]


def describe(entry: ModerationEntry) -> str:
    """What a log entry did, in a sentence for the people concerned."""
    if entry.command == UNDO:
        undone = ModerationEntry.objects.filter(number=entry.facts.get("undoes", 0)).first()
        before = describe(undone) if undone else ""
        told = _("The moderators reversed something. It was: %(before)s") % {"before": before}
        return " ".join([told, *(_holds_again(undone) if undone else [])])
    command = COMMANDS.get(entry.command)
    facts = {**entry.facts, **_names(entry.facts)}
    return str(command.says % facts) if command else ""


def _holds_again(undone: ModerationEntry) -> list[str]:
    """Until when an earlier mute or suspension still holds, after this one was reversed."""
    before = undone.facts.get("before") if undone.command in BINDING else None
    until = datetime.fromisoformat(before) if before else None
    if until is None or until <= timezone.now():
        return []
    return [
        _("What held before holds again, until %(until)s.") % {"until": date_words.moment(until)}
    ]


def _names(facts: dict[str, Any]) -> dict[str, str]:
    """The names of the people that the log refers to by id."""
    wanted = {"name": facts.get("person"), "former": facts.get("before")}
    keys = [key for key in wanted.values() if isinstance(key, int)]
    found = User.objects.in_bulk(keys) if keys else {}
    return {
        what: isolated(found[key].name) if isinstance(key, int) and key in found else "—"
        for what, key in wanted.items()
    }
