"""The pages to sign in, for guests: allauth would send them on without a word, as signed in."""

from functools import wraps
from typing import Any, cast

from allauth.account.internal.stagekit import LOGIN_SESSION_KEY
from allauth.account.views import login, logout, request_login_code
from allauth.mfa.webauthn.views import login_webauthn
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.people import guest_sign_in, guest_upgrade
from accounts.web import sign_in_codes
from accounts.web.signed_in import View


def _asks_first(view: View) -> View:
    """Asks a guest whether their seats come along, and lets them sign in once they have agreed."""

    @never_cache
    @wraps(view)
    def asked(request: HttpRequest) -> HttpResponse:
        if guest_upgrade.guest_of(request) is None or guest_sign_in.has_agreed(request):
            return _opened(view)(request)
        if "along" not in request.POST:
            return render(request, "accounts/guest_sign_in.html")
        guest_sign_in.agree(request)
        messages.info(
            request,
            _("Now sign in, and your seats come with you. Until then you’re still the guest."),
        )
        return redirect(request.get_full_path())

    return asked


def _opened(view: View) -> View:
    @wraps(view)
    def opened(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        guest_sign_in.step_aside(request)
        return view(request, *args, **kwargs)

    return opened


def sign_out(request: HttpRequest) -> HttpResponse:
    """allauth's; it also cancels a sign-in halfway, by which a guest must not lose their seats."""
    halfway = LOGIN_SESSION_KEY in request.session
    if halfway and request.POST.get("next") == reverse("account_login"):
        guest_sign_in.step_aside(request)
        guest_sign_in.take_back(request)
    return cast(HttpResponse, logout(request))


sign_in = _asks_first(login)
ask_for_code = _asks_first(request_login_code)
give_code = _asks_first(sign_in_codes.give_code)
give_second_factor = _asks_first(sign_in_codes.give_second_factor)
by_passkey = _opened(login_webauthn)
