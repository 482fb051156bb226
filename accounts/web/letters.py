"""The page behind the link that stops letters (RFC 8058)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import stopping


@csrf_exempt  # mail programs post here by themselves; the token in the address is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """GET asks, POST stops; both say what about."""
    what = stopping.read(token)
    if what is None:
        raise Http404(_("This link is not, or no longer, good."))
    stopped = request.method == "POST"
    if stopped:
        stopping.stop(what)
    return render(request, "accounts/stop.html", {"what": what, "stopped": stopped})
