"""When a guest signs up, the same row becomes a person, so they keep their seats and games.

Until the address is confirmed they remain a guest, signed in on this browser: an unconfirmed
address gives access to nothing, not even to an invitation.
"""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.shortcuts import redirect

from accounts.models import User


def guest_of(request: HttpRequest) -> User | None:
    """The guest signed in on this browser, if any."""
    user = getattr(request, "guest", request.user)
    return user if isinstance(user, User) and user.is_guest else None


def pledge(request: HttpRequest, guest: User, email: str, password: str | None) -> None:
    """Stores the guest's name, zone and password, and the address to confirm.

    It replaces an address entered earlier, which may have been mistyped. If the guest was deleted
    meanwhile, nothing is stored.
    """
    with transaction.atomic():
        active = User.objects.select_for_update(no_key=True).filter(is_active=True)
        if active.filter(pk=guest.pk).first() is None:
            raise ImmediateHttpResponse(redirect("account_signup"))
        guest.set_password(password)
        guest.save(update_fields=["name", "zone", "zone_follows", "language", "password"])
        EmailAddress.objects.filter(user=guest).exclude(email=email).delete()
        # The same one is kept, since the link that is on its way names its row.
        new = {"verified": False, "primary": True}
        EmailAddress.objects.get_or_create(user=guest, email=email, defaults=new)
    before = request.session.session_key
    request.session.cycle_key()
    UserSession.objects.filter(session_key=before).update(session_key=request.session.session_key)
    # Sessions are bound to the password; without this, setting one would sign the guest out.
    request.session[HASH_SESSION_KEY] = guest.get_session_auth_hash()


def pledged(guest: User) -> str:
    """The address that waits for this guest to confirm it; empty without one."""
    found = EmailAddress.objects.filter(user=guest, verified=False).order_by("-pk").first()
    return str(found.email) if found else ""


def claim_account(user_id: int, email: str) -> None:
    """Turns a guest whose address is confirmed into a person; does nothing for anybody else."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user_id)
        if user.is_guest and user.is_active:
            user.kind, user.email = User.Kind.PERSON, email
            user.save(update_fields=["kind", "email"])


@receiver(email_confirmed)
def on_email_confirmed(email_address: EmailAddress, **_: Any) -> None:
    claim_account(email_address.user_id, email_address.email)
