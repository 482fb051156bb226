"""The index page: what needs attention, and a search for games, people and e-mails."""

import time
from typing import Any, cast

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.operation import heartbeats
from accounts.staff import lookup_log
from accounts.text.numbers import whole_number
from games.admin import reports
from games.admin.game_page import offered
from games.selectors.moderation import deliverability, health, search, timeline

PARTS = {
    "worker": gettext_noop("Worker and beat"),
    "clock": gettext_noop("Hosts whose clocks are wrong"),
    "sweep": gettext_noop("Hands that are stuck"),
    "outbox": gettext_noop("E-mails waiting"),
    "letters": gettext_noop("E-mails that failed or may have failed, of the last 100"),
    "broker": gettext_noop("Tasks in the queue"),
}
MAX_ROWS = 8
STARTED = time.monotonic()  # this process, and the worker with it
# The lists moderators use most come first.
FIRST = ("game", "user", "notice", "moderationentry")


def lists() -> list[dict[str, str]]:
    """All lists with their names and URLs."""
    pages = {str(model._meta.model_name): found for model, found in admin.site._registry.items()}
    order = [*FIRST, *(name for name in pages if name not in FIRST)]
    return [_listed(pages[name]) for name in order]


def _listed(page: Any) -> dict[str, str]:
    options = page.opts
    where = f"admin:{options.app_label}_{options.model_name}_changelist"
    name = getattr(page, "many", "") or capfirst(options.verbose_name_plural)
    return {"name": str(name), "url": reverse(where)}


def section(request: HttpRequest) -> dict[str, Any]:
    """The context of the index page besides the lists."""
    return {
        "parts": [{"part": part, "label": _(PARTS[part.name])} for part in health.parts()],
        "starting": time.monotonic() - STARTED < heartbeats.PULSE_LOST_AFTER.total_seconds(),
        **reports.waiting(request, MAX_ROWS),
        "commands": offered(request, "site"),
        "lists": lists(),
        "stuck": timeline.stuck_hands(limit=MAX_ROWS, viewer=_reader(request)),
        "unreachable": deliverability.unreachable(_reader(request), MAX_ROWS),
        "house_mail": timeline.house_mail(MAX_ROWS),
    }


def _reader(request: HttpRequest) -> User:
    """The current user; the panel admits only staff."""
    return cast(User, request.user)


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Games, people and e-mails that match a term exactly."""
    term = request.GET.get("q", "").strip()[:100]
    lookup_log.note(request.user, term, "find")
    found = search.find(_reader(request), term, whole_number(request.GET.get("before")))
    context = {
        **admin.site.each_context(request),
        "title": _("Found for “%(term)s”") % {"term": term} if term else _("Find"),
        "term": term,
        "found": found,
    }
    return TemplateResponse(request, "admin/find.html", context)
