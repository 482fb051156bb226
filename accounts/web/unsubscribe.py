"""The page behind the unsubscribe link (one-click: RFC 8058)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.notifications import unsubscribe
from accounts.web.dead_links import DeadLink


@csrf_exempt  # mail programs POST here by themselves; the token in the URL is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """GET asks for confirmation, POST unsubscribes.

    A mail program's POST has no parameters and stops what the letter was. The buttons of the page
    send `do`: "all" stops these kinds for every table, "undo" resumes them.
    """
    what = unsubscribe.read(token)
    if what is None:
        raise DeadLink
    do = request.POST.get("do", "")
    if do == "all" or "everywhere" in request.POST:
        what = what.everywhere
    context: dict[str, object] = {"what": what, "again": do == "undo"}
    if do == "undo":
        unsubscribe.go_on(what, request.POST.getlist("kind"))
    elif request.method == "POST":
        context["undo"] = unsubscribe.stop(what)
    if what.about and what.everywhere.is_stopped():
        what = what.everywhere
        context |= {"what": what, "undo": []}
    context["stopped"] = what.is_stopped()
    return render(request, "accounts/unsubscribe.html", context)
