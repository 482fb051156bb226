"""A person's sessions: browser, network and since when."""

from datetime import datetime
from typing import NamedTuple

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people import device_words
from accounts.security import network_fingerprints


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


def have_ended(user: User) -> bool:
    """Whether no browser is signed in as this person; a guest can't come back then."""
    return not UserSession.objects.filter(user=user).exists()


def end(rows: "QuerySet[UserSession]") -> int:
    """Ends these sessions; returns how many."""
    keys = list(rows.values_list("session_key", flat=True))
    Session.objects.filter(pk__in=keys).delete()
    UserSession.objects.filter(session_key__in=keys).delete()
    return len(keys)
