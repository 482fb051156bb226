"""Adapts Django's test client: it puts the session key into the cookie, but ours holds a secret.
And staff whom it signs in without a form have shown their second factor.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest
from django.test.client import ClientMixin

SET: Callable[[Any, HttpRequest], None] = ClientMixin._set_login_cookies  # type: ignore[attr-defined]


def install() -> None:
    """Patches every client created from now on."""
    ClientMixin._set_login_cookies = _set_login_cookies  # type: ignore[attr-defined]
    ClientMixin.session = property(_session)  # type: ignore[method-assign,assignment]
    user_logged_in.connect(_note_factor)


def _note_factor(request: HttpRequest, user: Any, **_kwargs: Any) -> None:
    if user.is_staff and request.method is None:  # the client made up the request
        # The apps are ready only now.
        from allauth.account.internal.flows.login import record_authentication

        record_authentication(request, user, "mfa")


def _set_login_cookies(self: Any, request: HttpRequest) -> None:
    SET(self, request)
    secret = request.session.secret  # type: ignore[attr-defined]
    self.cookies[settings.SESSION_COOKIE_NAME].set(settings.SESSION_COOKIE_NAME, secret, secret)


def _session(self: Any) -> Any:
    from accounts.security.sessions import SessionStore  # needs the apps to be ready

    cookie = self.cookies.get(settings.SESSION_COOKIE_NAME)
    if cookie:
        return SessionStore.of_cookie(cookie.value)
    session = SessionStore()
    session.save()
    self.cookies[settings.SESSION_COOKIE_NAME] = session.secret
    return session
