"""A guest who signs in to an account of their own, and takes their seats along.

They stay the guest until they are signed in, so that whoever gives up on the way has lost nothing.
"""

import time
from collections.abc import Callable
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import FormerGuest, User
from accounts.people import guest_upgrade, own_sessions
from accounts.security import own_row

AGREED = "seats_come_along_at"  # session key of a guest: when they agreed, in seconds since 1970
GOOD_FOR = 3600  # seconds, so that it binds nobody who comes to this browser later
# Hooks: called with the request, a guest, and the account that they are about to be signed in to.
COMING: list[Callable[[HttpRequest, User, User], object]] = []
# Hooks: session keys whose values go on in the session of the account.
CARRIED: list[str] = []


def agree(request: HttpRequest) -> None:
    """Notes that this guest takes their seats along."""
    request.session[AGREED] = time.time()


def take_back(request: HttpRequest) -> None:
    """The question is asked again."""
    request.session.pop(AGREED, None)


def has_agreed(request: HttpRequest) -> bool:
    agreed: float = request.session.get(AGREED, 0)
    return guest_upgrade.guest_of(request) is not None and time.time() - agreed < GOOD_FOR


def step_aside(request: HttpRequest) -> None:
    """Lets the library's pages, which turn away whoever is signed in, see nobody in place of a
    guest who has agreed."""
    if has_agreed(request):
        request.guest = request.user  # type: ignore[attr-defined]  # for `guest_upgrade.guest_of`
        request.user = AnonymousUser()


def take_along(request: HttpRequest, user: User) -> dict[str, Any]:
    """Called before this account is signed in, since then the session of the guest is gone.
    Returns what goes on in the new session, by its key. Raises `Refused` ("signed_out") if the
    account was deleted meanwhile: it would have deleted what it knew of the guest.
    """
    guest = guest_upgrade.guest_of(request)
    if guest is None or user.is_guest or not has_agreed(request):
        return {}
    with transaction.atomic():
        own_row.hold_to_sign_in(user)
        FormerGuest.objects.update_or_create(guest=guest, defaults={"user": user})
    for hear in COMING:
        hear(request, guest, user)
    carried = {key: request.session[key] for key in CARRIED if key in request.session}
    own_sessions.end(UserSession.objects.filter(user=guest))
    return carried


def former_guests(user: User) -> "QuerySet[User]":
    """The guests that this person was. Not one who became a person of their own after all, by an
    address that they had entered before and confirmed later."""
    guests = User.objects.filter(signed_in_as__user=user, kind=User.Kind.GUEST, is_active=True)
    return guests.order_by("pk")
