"""What moderators did and why, in words: for their own letters and for those that carry it."""

from typing import Any

from django.utils.translation import gettext as _

from accounts.isolating import isolated
from accounts.models import ModerationEntry, Notice, User
from games.services.moderation import COMMANDS, REASONS

UNDO = "undo"


def entry_of(notice: Notice) -> ModerationEntry | None:
    """The entry of the log that a letter is about, or carries."""
    return ModerationEntry.objects.filter(number=notice.facts.get("entry", 0)).first()


def reason(notice: Notice) -> list[str]:
    """Lines for a letter that says by itself what was done; none if no moderator did it."""
    entry = entry_of(notice)
    if entry is None:
        return []
    why = _("Why: %(why)s.") % {"why": REASONS.get(entry.reason, "")}
    return [why, *([entry.text] if entry.text else [])]


def said(entry: ModerationEntry) -> str:
    """What an entry did, in a sentence for those concerned."""
    if entry.command == UNDO:
        undone = ModerationEntry.objects.filter(number=entry.facts.get("undoes", 0)).first()
        before = said(undone) if undone else ""
        return _("The moderators took something back. It had been: %(before)s") % {"before": before}
    command = COMMANDS.get(entry.command)
    facts = {**entry.facts, **_names(entry.facts)}
    return str(command.says % facts) if command else ""


def _names(facts: dict[str, Any]) -> dict[str, str]:
    """People stand in the log by number; letters name them."""
    wanted = {"name": facts.get("person"), "former": facts.get("before")}
    keys = [key for key in wanted.values() if isinstance(key, int)]
    found = User.objects.in_bulk(keys) if keys else {}
    return {
        what: isolated(found[key].name) if isinstance(key, int) and key in found else "—"
        for what, key in wanted.items()
    }
