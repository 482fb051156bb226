"""Sessions that can't be hijacked with a copy of the database.

The cookie holds a secret; the session key, in the database and in the code, is its digest. The
session data (an address, a code that was sent, the secret of a second factor being set up) is
encrypted.

Over https the cookie's name has the prefix `__Host-`. A cookie without it, from an older release,
is read once and a prefixed one is set beside it: nobody is signed out, guests keep their seats, and
processes of the old release still know everybody. A session that has had the prefix can't be opened
by a cookie without it, so that the owner of a subdomain can't plant a session of their own in
somebody's browser.
"""

import base64
import hashlib
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY, login, logout
from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.backends import db
from django.contrib.sessions.middleware import SessionMiddleware as Middleware
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.utils import timezone
from django.utils.crypto import get_random_string

from accounts import encryption, rows
from accounts.encryption import CannotOpen
from accounts.models import PushDevice, User
from accounts.security.network_fingerprints import NOWHERE

BACKEND = "django.contrib.auth.backends.ModelBackend"
BATCH = 500
READ = """
    SELECT session_data FROM django_session
        WHERE session_key = %(key)s AND expire_date > %(now)s
"""
PLAIN = "sessionid"
BOUND = "_bound"  # in the session data: its cookie has had the prefix
SIGNED_OUT = "_signed_out"
KEEPS_PUSH = "_keeps_push"
# In seconds. Longer than any hand with its vacations; browsers keep no cookie for longer.
GUEST_AGE = 400 * 24 * 3600
SEEN_ON = "seen_on"  # in the session data of a guest: the day of their last visit
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def digest(secret: str) -> str:
    """The session key for a cookie's secret: 160 bits, as many as the secret has."""
    return hashlib.sha256(secret.encode()).hexdigest()[:40]


class SessionStore(db.SessionStore):
    """Sessions stored encrypted, under a digest of the cookie (SESSION_ENGINE)."""

    secret = ""  # the value of the cookie, if known
    is_bound = False  # set on loading: whether its cookie has had the prefix

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    @classmethod
    def of_cookie(cls, secret: str | None) -> "SessionStore":
        """The session for the value of a cookie."""
        store = cls(digest(secret) if secret else None)
        store.secret = secret or ""
        return store

    def load(self) -> dict[str, Any]:
        """The session's data; if it has expired or is gone, none, and it gets a new key."""
        found = rows.fetch(READ, {"key": self.session_key, "now": timezone.now()})
        if not found:
            self._session_key = None
            return {}
        return self.decode(found[0][0])

    def _get_new_session_key(self) -> str:
        self.secret = get_random_string(32, LETTERS)
        return digest(self.secret)

    def encode(self, session_dict: dict[str, Any]) -> str:
        kept = {**session_dict, BOUND: True} if has_prefix() else session_dict
        return base64.b64encode(encryption.seal(kept, self._associated_data())).decode()

    def decode(self, session_data: str | bytes) -> dict[str, Any]:
        """The session data; empty if it can't be decrypted, so the person has to sign in again."""
        try:
            known: dict[str, Any] = encryption.unseal(
                base64.b64decode(session_data), self._associated_data()
            )
        except (CannotOpen, ValueError):
            return {}
        self.is_bound = known.pop(BOUND, False)
        return known

    def _associated_data(self) -> str:
        return f"session:{self.session_key}"


class SessionMiddleware(Middleware):
    """Django's middleware, except that the cookie holds the secret instead of the session key."""

    def process_request(self, request: HttpRequest) -> None:
        secret = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        old = request.COOKIES.get(PLAIN) if has_prefix() and secret is None else None
        request.session = _of_before(old) if old else SessionStore.of_cookie(secret)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        answered = super().process_response(request, response)
        cookie, session = answered.cookies.get(settings.SESSION_COOKIE_NAME), request.session
        if cookie is not None and cookie.value and isinstance(session, SessionStore):
            cookie.set(settings.SESSION_COOKIE_NAME, session.secret, session.secret)
        if getattr(request, SIGNED_OUT, False):
            answered["Clear-Site-Data"] = '"cache"'  # pages the browser has cached
        return answered


def has_prefix() -> bool:
    """Whether the session cookie uses the `__Host-` prefix."""
    return bool(settings.SESSION_COOKIE_NAME != PLAIN)


def _of_before(secret: str) -> SessionStore:
    """The session of an unprefixed cookie, to be given a prefixed one; empty if it has had one."""
    found = SessionStore.of_cookie(secret)
    if found.is_empty() or not list(found.keys()) or found.is_bound:
        return SessionStore.of_cookie(None)
    found.modified = True
    return found


def begin(request: HttpRequest, person: User) -> None:
    """Signs this person in, and adds the session to their list, as allauth does for its own ways to
    sign in. The CSRF token of a guest stays, so that pages open before can still be sent: there is
    nothing of theirs yet against which a token planted before could be used.
    """
    token = request.META.get("CSRF_COOKIE")
    login(request, person, backend=BACKEND)
    if token and person.is_guest:
        request.META["CSRF_COOKIE"] = token
    try:
        UserSession.objects.create_from_request(request)
    except PermissionDenied:  # the client's address is unknown
        _list_from_nowhere(request, person)
    renew(request, person)


def _list_from_nowhere(request: HttpRequest, person: User) -> None:
    """A session that isn't listed can't be ended elsewhere, and its guest would be taken for one
    whom no browser knows."""
    listed = {"user": person, "ip": NOWHERE, "user_agent": ""}
    UserSession.objects.get_or_create(listed, session_key=request.session.session_key)


def renew(request: HttpRequest, person: User) -> None:
    """Lets the session of a guest last from today, since they have no other way back to their
    seats, and lists it if an older release didn't. Once a day, so that not every page writes a
    row. Whoever was a guest and has an account now gets the usual time.
    """
    today = timezone.now().date().isoformat() if person.is_guest else None
    if request.session.get(SEEN_ON) != today:
        request.session[SEEN_ON] = today
        request.session.set_expiry(GUEST_AGE if person.is_guest else None)
        if today and request.session.get(SESSION_KEY) == str(person.pk):
            _list_from_nowhere(request, person)


def interrupt(request: HttpRequest) -> None:
    """Signs out somebody who didn't ask for it, and who is to sign in again here: push messages to
    this browser go on, and end with its next session (`own_sessions.bind_push`)."""
    setattr(request, KEEPS_PUSH, True)
    logout(request)


@receiver(user_logged_out)
def forget_place(sender: Any, request: HttpRequest, user: User | None, **_kwargs: Any) -> None:
    """On sign-out, removes the session from the person's list, ends push messages to this browser
    and clears its cache. Pages that are still open can't be sent by a guest who comes next."""
    here = UserSession.objects.filter(session_key=request.session.session_key)
    if not getattr(request, KEEPS_PUSH, False):
        PushDevice.objects.filter(user=user, session__in=here.values("pk")).delete()
    here.delete()
    setattr(request, SIGNED_OUT, True)
    rotate_token(request)


def purge() -> int:
    """Deletes one batch of expired sessions with their locations; returns how many rows."""
    expired = Session.objects.filter(expire_date__lt=timezone.now())
    keys = list(expired.values_list("pk", flat=True)[:BATCH])
    UserSession.objects.filter(session_key__in=keys).delete()
    gone, _by_model = Session.objects.filter(pk__in=keys).delete()
    return gone
