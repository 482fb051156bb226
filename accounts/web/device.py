"""Settings: allowing a program that requests an API key (device flow, RFC 8628)."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.people.key_form import DeviceForm
from accounts.refusals import Refused
from accounts.security import device_grants
from accounts.security.device_grants import KeyRequest
from accounts.security.reauthentication import asks_again
from accounts.web.profile import me_of
from accounts.web.signed_in import login_required


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@asks_again("device")
def look(request: HttpRequest) -> HttpResponse:
    """GET asks for the code that the program displays, POST shows what the program requests."""
    if me_of(request).is_guest:
        return redirect_to_login(request.get_full_path())
    if request.method != "POST":
        return _code_asked(request, request.GET.get("code", "")[:20])
    asked = _asked(request)
    if asked is None:
        return _code_asked(request, request.POST.get("code", "")[:20], 404)
    form = DeviceForm(request, asked)
    return _page(request, {"asked": asked, "form": form})


@never_cache
@login_required
@require_POST
@asks_again("device")
def answer(request: HttpRequest) -> HttpResponse:
    """POST allows or denies the request."""
    asked = _asked(request)
    if asked is None or me_of(request).is_guest:
        return _code_asked(request, "", 404)
    if "allow" not in request.POST:
        device_grants.deny(asked)
        messages.success(request, _("The program gets no key."))
        return redirect("profile")
    form = DeviceForm(request, asked, request.POST)
    if not form.is_valid():
        return _page(request, {"asked": asked, "form": form}, 400)
    try:
        in_time = device_grants.allow(me_of(request), asked, **form.wish())
    except Refused as refused:
        form.add_error(None, refused.message)
        return _page(request, {"asked": asked, "form": form}, 400)
    if not in_time:
        return _code_asked(request, "", 404)
    messages.success(
        request, _("The program gets its key within seconds, and then it is listed here.")
    )
    return redirect("profile")


def _asked(request: HttpRequest) -> KeyRequest | None:
    return device_grants.find(me_of(request), request.POST.get("code", "")[:20])


def _code_asked(request: HttpRequest, code: str, status: int = 200) -> HttpResponse:
    return _page(request, {"code": code, "unknown": status == 404}, status)


def _page(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    page = {"nav": "profile", **context}
    return render(request, "accounts/device.html", page, status=status)
