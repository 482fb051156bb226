"""What moderators did, told to those concerned: at a table, or to one person."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import letters, when
from accounts.kinds import Letter
from accounts.models import ModerationEntry, Notice
from accounts.moderating import about_game, about_person
from games.mail import frame
from games.mail.sight import sight_of
from games.models import Report
from games.services.moderation import COMMANDS, REASONS

UNDO = "undo"


def moderated(notice: Notice) -> Letter | None:
    """To everybody at a table: what was done there, and why."""
    sight, entry = sight_of(notice), _entry(notice)
    if sight is None or entry is None or entry.about != about_game(sight.game.code):
        return None
    return frame.letter("moderated", sight, None, **_told(entry))


def from_staff(notice: Notice) -> Letter | None:
    """To one person: a word of the moderators, and why."""
    entry, user = _entry(notice), notice.recipient
    if entry is None or user is None or entry.about != about_person(user.pk):
        return None
    context = {"name": user.name, "url": letters.absolute(reverse("profile")), **_told(entry)}
    return letters.write("from_staff", _("A word from the moderators"), context)


def report_answered(notice: Notice) -> Letter | None:
    """To whoever reported something: what came of it."""
    report = Report.objects.filter(pk=notice.facts.get("report", 0)).first()
    user = notice.recipient
    if report is None or user is None or report.reporter_id != user.pk or not report.closed_at:
        return None
    context = {
        "name": user.name,
        "kind": report.get_kind_display(),
        "day": when.short(report.created_at),
        "outcome": report.get_outcome_display(),
        "words": report.answer,
        "url": letters.absolute(reverse("reports")),
    }
    return letters.write("report_answered", _("Your report was answered"), context)


def _entry(notice: Notice) -> ModerationEntry | None:
    return ModerationEntry.objects.filter(number=notice.facts.get("entry", 0)).first()


def _told(entry: ModerationEntry) -> dict[str, Any]:
    reason = REASONS.get(entry.reason, "")
    return {"what": said(entry), "why": str(reason), "words": entry.text}


def said(entry: ModerationEntry) -> str:
    """What an entry did, in a sentence for those concerned."""
    if entry.command == UNDO:
        undone = ModerationEntry.objects.filter(number=entry.facts.get("undoes", 0)).first()
        before = said(undone) if undone else ""
        return _("The moderators took something back. It had been: %(before)s") % {"before": before}
    command = COMMANDS.get(entry.command)
    return str(command.says) % entry.facts if command else ""
