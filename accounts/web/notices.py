"""Notices: the in-app list, the preferences, and the delivery status of each notice."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Notice, User
from accounts.notifications import in_app, preferences, status_text
from accounts.notifications.channels.names import CHANNELS, SAID
from accounts.people.forms import RhythmForm
from accounts.text import date_words
from accounts.web.profile import me_of, say_gone
from accounts.web.signed_in import login_required

PAGE_SIZE = 50
MAX_SHOWN = 20


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def in_app_notices(request: HttpRequest) -> HttpResponse:
    """In-app notices, newest first; opening a page marks those on it as read, POST all."""
    if request.method == "POST":
        in_app.mark_read(me_of(request))
        messages.success(request, _("All notices are marked as read."))
        return redirect("in_app")
    page = Paginator(in_app.of(me_of(request)), MAX_SHOWN).get_page(request.GET.get("page"))
    told = in_app.entries(me_of(request), list(page))
    fresh = str(sum(each.fresh for each in told))
    context = {"nav": "bell", "page": page, "told": told, "fresh": fresh}
    response = render(request, "accounts/bell.html", context)
    if request.method == "GET":
        in_app.mark_read(me_of(request), [each.notice for each in told])
    return response


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest) -> HttpResponse:
    """Preferences by kind and channel, and the rhythm of e-mails. POST saves both, or (`again`)
    resumes e-mails about one table.
    """
    user = User.objects.get(pk=me_of(request).pk)
    if "again" in request.POST:
        return _have_again(request)
    rows = _rows(request)
    form = RhythmForm(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        boxes = {(row.kind.slug, way): row.wanted[way] for row in rows for way in row.kind.ways}
        preferences.choose(user, boxes)
        messages.success(request, _("Saved."))
        return redirect("choose_letters")
    context = {
        "nav": "profile",
        "rows": rows,
        "stopped": preferences.stopped(user),
        "channels": [(way, name, SAID[way]) for way, name in CHANNELS.items()],
        "form": form,
    }
    status = 400 if request.method == "POST" else 200
    return render(request, "accounts/notice_preferences.html", context, status=status)


def _have_again(request: HttpRequest) -> HttpResponse:
    if preferences.have_again(me_of(request), request.POST["again"]):
        messages.success(request, _("Saved."))
    else:
        say_gone(request)
    return redirect("choose_letters")


def _rows(request: HttpRequest) -> list[preferences.Row]:
    """The preferences, or what was ticked, which stays if another field is refused."""
    rows = preferences.table(me_of(request))
    if request.method != "POST":
        return rows
    ticked = request.POST
    return [
        replace(row, wanted={way: f"{row.kind.slug}:{way}" in ticked for way in row.wanted})
        for row in rows
    ]


@never_cache
@login_required
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """All notices to this person on every channel, with their delivery status."""
    rows = Notice.objects.filter(recipient=me_of(request)).select_related("digest").order_by("-id")
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    told = [_line(notice) for notice in page]
    return render(request, "accounts/notices.html", {"nav": "profile", "page": page, "told": told})


def _line(notice: Notice) -> dict[str, Any]:
    """One line of the list, formatted here because there are fifty on a page."""
    ended, waits = notice.finished_at, notice.send_after > notice.created_at
    return {
        "iso": notice.created_at.isoformat(timespec="seconds"),
        "at": date_words.listed(notice.created_at),
        "label": status_text.label(notice),
        "channel": status_text.channel(notice),
        "state": status_text.state(notice),
        "ended": date_words.listed(ended) if ended else "",
        "planned": date_words.listed(notice.send_after) if waits and not ended else "",
        "why": status_text.reason(notice),
    }
