"""A person's sessions: browser, network and since when."""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from allauth.account.signals import password_changed, password_set
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.models import PushDevice, User
from accounts.people import device_words
from accounts.security import network_fingerprints

PUSH_COOKIE = "push"
PUSH_COOKIE_AGE = timedelta(days=400)  # browsers keep none for longer


class OwnSession(NamedTuple):
    """One session; `net` is the network in words, `here` marks the current session."""

    pk: int
    device: str
    net: str
    since: datetime
    here: bool


def of(user: User, key: str) -> list[OwnSession]:
    """The person's sessions: the one with this key first, then the newest."""
    rows = list(UserSession.objects.purge_and_list(user))
    own = next((row.ip for row in rows if row.session_key == key), "")
    found = [_own_session(row, key, own) for row in rows]
    return sorted(found, key=lambda each: (not each.here, -each.since.timestamp()))


def _own_session(row: UserSession, key: str, own: str) -> OwnSession:
    return OwnSession(
        row.pk,
        device_words.device(row.user_agent),
        _net(row.ip, own),
        row.created_at,
        row.session_key == key,
    )


def _net(ip: str, own: str) -> str:
    if ip == network_fingerprints.NOWHERE:
        return _("in a network we no longer know")
    if ip == own:
        return _("in the network where you are now (%(net)s)") % {"net": ip}
    return _("in another network (%(net)s)") % {"net": ip}


def here(request: HttpRequest) -> int | None:
    """The id of this browser's UserSession, if it has one."""
    found = UserSession.objects.filter(session_key=request.session.session_key).first()
    return None if found is None else int(found.pk)


def end_push_elsewhere(request: HttpRequest, user: User) -> None:
    """A new password signs all other browsers out: their push messages end, too."""
    known = PushDevice.objects.filter(user=user, session__isnull=False)
    known.exclude(session=here(request)).delete()


def remember_push(response: HttpResponse, device: PushDevice) -> None:
    """Lets this browser say, at its next sign-in, which device it is."""
    response.set_signed_cookie(
        PUSH_COOKIE,
        str(device.pk),
        max_age=PUSH_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


@receiver(user_logged_in)
def bind_push(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """Push messages outlive a session that expires; they end with the browser's next one."""
    device = request.get_signed_cookie(PUSH_COOKIE, default=None)
    if device is not None:
        request.session.save()  # allauth deletes the row of one that isn't stored
        _list(request)
        PushDevice.objects.filter(user=user, pk=device).update(session=here(request))


def _list(request: HttpRequest) -> None:
    with suppress(ValueError, PermissionDenied):  # the client's address is unknown
        UserSession.objects.create_from_request(request)


@receiver([password_changed, password_set])
def keep_push_here(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """This browser's session has just got another key, and with it another row."""
    _list(request)
    known = PushDevice.objects.filter(user=user, session__isnull=False)
    known.update(session=here(request))


def have_ended(user: User) -> bool:
    """Whether no browser is signed in as this person; a guest can't come back then."""
    return not UserSession.objects.filter(user=user).exists()


def end(rows: "QuerySet[UserSession]") -> int:
    """Ends these sessions, with their push messages; returns how many."""
    found = list(rows)
    keys, users = [row.session_key for row in found], {row.user_id for row in found}
    pushed = PushDevice.objects.filter(user__in=users, session__in=[row.pk for row in found])
    pushed.delete()
    Session.objects.filter(pk__in=keys).delete()
    UserSession.objects.filter(session_key__in=keys).delete()
    return len(keys)
