"""Tells people what moderators did, at their table or about themselves."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import ModerationEntry, Notice, User
from accounts.notifications import render
from accounts.notifications.kinds import Letter
from accounts.staff.audit_log import about_game, about_person
from accounts.text import date_words
from accounts.text.bidi_isolation import isolated
from games.mail import changes, letter_frame, reasons
from games.mail.letter_view import view_of
from games.models import Game, Report
from games.selectors.moderation.concerned import concerns

HARSH = ("warn", "mute", "suspend", "hide")  # commands whose letters say how to object


def moderated(notice: Notice) -> Letter | None:
    """What was done at a table and why, for everybody there."""
    view, entry = view_of(notice), reasons.entry_of(notice)
    if view is None or entry is None or entry.about != about_game(view.game.code):
        return None
    if view.game.state == Game.State.CANCELLED and view.game.started_at is None:
        return _closed(notice, view.game, entry)
    until = changes.until(view)
    if view.game.outcome is not None:
        until = [view.wording.result(view.game.outcome, view.seating)]
    return letter_frame.letter("moderated", view, until=until, **_told(entry))


def _closed(notice: Notice, game: Game, entry: ModerationEntry) -> Letter:
    """A table was closed before its game began, so that its page is gone."""
    name = isolated(notice.recipient.name) if notice.recipient else ""
    lines = [_("A moderator has closed this table before the game began."), *reasons.why(entry)]
    title, call = _("A moderator stepped in at your table"), _("See open tables")
    return changes.news(game, name, title, lines, call, "games")


def from_staff(notice: Notice) -> Letter | None:
    """A message from the moderators to one person, also about a bot of theirs, what they wrote at a
    former table, or a seat that they had there."""
    entry, user = reasons.entry_of(notice), notice.recipient
    what = _concerning(entry, user) if entry and user else ""
    if entry is None or user is None or not what:
        return None
    context = {
        "name": isolated(user.name),
        "url": render.absolute(reverse("profile")),
        "report_url": render.absolute(reverse("reports")) if entry.command in HARSH else "",
        **_told(entry),
        "what": what,
    }
    return render.write("from_staff", _("A word from the moderators"), context)


def _concerning(entry: ModerationEntry, user: User) -> str:
    """What an entry did, as far as it concerns this person; empty if it doesn't."""
    what = reasons.describe(entry)
    if entry.about == about_person(user.pk):
        return what
    for bot in User.objects.filter(program__owner=user):
        if entry.about == about_person(bot.pk):
            words = {"bot": isolated(bot.name), "what": what}
            return _("About “%(bot)s”: %(what)s") % words
    if concerns(user, entry):
        game = Game.objects.get(code=entry.about.partition(":")[2])
        words = {"table": isolated(game.name), "what": what}
        return _("At the table “%(table)s”: %(what)s") % words
    return ""


def report_answered(notice: Notice) -> Letter | None:
    """The outcome of a report, for the person who made it."""
    report = Report.objects.filter(pk=notice.facts.get("report", 0)).first()
    user = notice.recipient
    if report is None or user is None or report.reporter_id != user.pk or not report.closed_at:
        return None
    context = {
        "name": isolated(user.name),
        "kind": report.get_kind_display(),
        "day": date_words.short(report.created_at),
        "outcome": report.get_outcome_display(),
        "words": report.answer,
        "url": render.absolute(reverse("reports")),
    }
    return render.write("report_answered", _("Your report was answered"), context)


def _told(entry: ModerationEntry) -> dict[str, Any]:
    return {"what": reasons.describe(entry), "why": reasons.why(entry)}
