"""The page behind the link that restores an old address."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.people import account_recovery
from accounts.web.dead_links import DeadLink


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """GET asks for confirmation, POST restores the address."""
    change = account_recovery.read(token)
    if change is None:
        return _done_before(request, token)
    done = request.method == "POST"
    if done and not account_recovery.take_back(change):
        return _done_before(request, token)
    user = change.user
    context = {"person": user, "old": change.old, "new": user.email, "done": done}
    return render(request, "accounts/restore_address.html", context)


def _done_before(request: HttpRequest, token: str) -> HttpResponse:
    """Says of a link that was used, such as by a second click, that all is well."""
    change = account_recovery.read_done(token)
    if change is None:
        raise DeadLink
    context = {"person": change.user, "old": change.old, "before": True}
    return render(request, "accounts/restore_address.html", context)
