"""Notices: the bell's list, what is told and how, and what became of each."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from accounts import bell, fate, wishes
from accounts.channels.names import CHANNELS, SAID
from accounts.forms import RhythmForm
from accounts.models import Notice, User

A_PAGE = 50
RINGS = 20


def _me(request: HttpRequest) -> User:
    return cast(User, request.user)


@never_cache
@login_required
@require_safe
def rung(request: HttpRequest) -> HttpResponse:
    """What was told here, newest first; whoever opens the page has read what stands on it."""
    page = Paginator(bell.of(_me(request)), RINGS).get_page(request.GET.get("page"))
    told = bell.rings(list(page))
    response = render(request, "accounts/bell.html", {"nav": "bell", "page": page, "told": told})
    if request.method == "GET":
        bell.read(_me(request), [each.notice for each in told])
    return response


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest) -> HttpResponse:
    """The table of kinds and channels, and when letters come; POST keeps both, or (`again`) has
    letters of one table again."""
    user = User.objects.get(pk=_me(request).pk)
    if "again" in request.POST:
        wishes.have_again(user, request.POST["again"])
        return redirect("choose_letters")
    form = RhythmForm(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        boxes = {(row.kind.slug, way) for row in wishes.table(user) for way in CHANNELS}
        wishes.choose(user, {box: f"{box[0]}:{box[1]}" in request.POST for box in boxes})
        messages.success(request, _("Kept. You are told what you chose."))
        return redirect("choose_letters")
    context = {
        "nav": "profile",
        "rows": wishes.table(user),
        "stopped": wishes.stopped(user),
        "channels": [(way, name, SAID[way]) for way, name in CHANNELS.items()],
        "form": form,
    }
    status = 400 if request.method == "POST" else 200
    return render(request, "accounts/wishes.html", context, status=status)


@never_cache
@login_required
@require_GET
def notices(request: HttpRequest) -> HttpResponse:
    """What we had to tell this person on every channel, and what became of it."""
    rows = Notice.objects.filter(recipient=_me(request)).select_related("digest").order_by("-id")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    told = [
        {
            "notice": notice,
            "label": fate.label(notice),
            "channel": fate.channel(notice),
            "why": fate.reason(notice),
        }
        for notice in page
    ]
    return render(request, "accounts/notices.html", {"nav": "profile", "page": page, "told": told})
