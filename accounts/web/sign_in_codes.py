"""The pages that take a code to sign in with. The library leads whoever comes too late back to the
beginning without a word, and forgets where they wanted to go."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from allauth.account import app_settings
from allauth.account.internal.stagekit import LOGIN_SESSION_KEY
from allauth.account.views import ConfirmLoginCodeView
from allauth.mfa.base.views import AuthenticateView
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import ngettext

from accounts.people.allauth_adapter import with_way_back
from accounts.web.signed_in import View


class GiveCode(ConfirmLoginCodeView):
    """allauth's page for the code from a letter; it says how long that is valid."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        minutes = app_settings.LOGIN_BY_CODE_TIMEOUT // 60
        return {**super().get_context_data(**kwargs), "minutes": minutes}

    def form_invalid(self, form: Form) -> HttpResponse:
        """As in allauth, which says after the last attempt to try again later: a new code can be
        had at once."""
        if self._process.record_invalid_attempt():
            return self.render_to_response(self.get_context_data(form=form))
        return redirect("account_request_login_code")


class GiveSecondFactor(AuthenticateView):
    """allauth's page for the second factor; it offers only what this person has."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        theirs = Authenticator.objects.filter(user=self.stage.login.user)
        kinds = set(theirs.values_list("type", flat=True))
        has = {
            "has_app": Authenticator.Type.TOTP in kinds,
            "has_key": Authenticator.Type.WEBAUTHN in kinds,
        }
        return {**super().get_context_data(**kwargs), **has}


def _code_is_over() -> str:
    minutes = app_settings.LOGIN_BY_CODE_TIMEOUT // 60
    return ngettext(
        "That code no longer works: codes are valid for %(minutes)s minute and three attempts. "
        "Ask for a new one.",
        "That code no longer works: codes are valid for %(minutes)s minutes and three attempts. "
        "Ask for a new one.",
        minutes,
    ) % {"minutes": minutes}


def _sign_in_is_over() -> str:
    minutes = app_settings.LOGIN_TIMEOUT // 60
    return ngettext(
        "You weren’t signed in: you have %(minutes)s minute to finish. Begin again.",
        "You weren’t signed in: you have %(minutes)s minutes to finish. Begin again.",
        minutes,
    ) % {"minutes": minutes}


def _says_why(view: View, beginning: str, words: Callable[[], str]) -> View:
    """Tells whoever is led to the `beginning` (a URL name) why, and keeps where they want to go."""

    @wraps(view)
    def told(request: HttpRequest) -> HttpResponse:
        begun = request.method == "POST" or LOGIN_SESSION_KEY in request.session
        again = with_way_back(request, reverse(beginning))
        response = view(request)
        if not begun or urlsplit(response.get("Location", "")).path != reverse(beginning):
            return response
        messages.warning(request, words())
        return redirect(again)

    return told


give_code = _says_why(GiveCode.as_view(), "account_request_login_code", _code_is_over)
give_second_factor = _says_why(GiveSecondFactor.as_view(), "account_login", _sign_in_is_over)
