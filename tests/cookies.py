"""Adapts Django's test client: it puts the session key into the cookie, but ours holds a secret."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.test.client import ClientMixin

SET: Callable[[Any, HttpRequest], None] = ClientMixin._set_login_cookies  # type: ignore[attr-defined]


def install() -> None:
    """Patches every client created from now on."""
    ClientMixin._set_login_cookies = _set_login_cookies  # type: ignore[attr-defined]
    ClientMixin.session = property(_session)  # type: ignore[method-assign,assignment]


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
