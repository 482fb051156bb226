"""What the first confirmation of an address ends, since somebody else may have signed up with it.

If the owner of the address confirms it in another browser than the one that signed up, by a link, a
code or a new password, nothing that was set up before opens the account any more: neither password
nor sessions, second factors or keys. Whoever confirms in the browser that signed up keeps them.
"""

from datetime import timedelta
from typing import Any

from allauth.account import app_settings
from allauth.account.internal.flows.email_verification import mark_email_address_as_verified
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, password_reset
from allauth.account.stages import EmailVerificationStage, LoginStageController
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.core import signing
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.notifications import bounces, unsubscribe
from accounts.notifications.unsubscribe import Stop
from accounts.people import account_recovery, own_sessions

SIGNED_UP = "signed_up"  # session key: the id of the account that was made in this browser


def note_sign_up(request: HttpRequest, user: User) -> None:
    request.session[SIGNED_UP] = user.pk


def confirmed_by(key: str) -> str:
    """The address that this key of a link has confirmed already; empty if there is none."""
    days = app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS
    try:
        pk = signing.loads(key, max_age=timedelta(days=days), salt=app_settings.SALT)
    except signing.BadSignature:
        return ""
    found = EmailAddress.objects.filter(pk=pk, verified=True).first()
    return str(found.email) if found else ""


def is_gone(key: str) -> bool:
    """Whether the address that this key was to confirm is no longer here, as when nobody confirmed
    an account in time."""
    try:
        pk = signing.loads(key, salt=app_settings.SALT)
    except signing.BadSignature:
        return False
    return not EmailAddress.objects.filter(pk=pk).exists()


def ends_something(request: HttpRequest, address: EmailAddress) -> bool:
    """Whether somebody loses a password or a browser if this address is confirmed here."""
    user = address.user
    return (user.has_usable_password() or user.is_guest) and _is_first_elsewhere(request, address)


def _is_first_elsewhere(request: HttpRequest, address: EmailAddress) -> bool:
    earlier = EmailAddress.objects.filter(user=address.user, verified=True).exclude(pk=address.pk)
    return not earlier.exists() and not _has_signed_up(request, address.user)


def _has_signed_up(request: HttpRequest, user: User) -> bool:
    """Whether this browser made the account, or has just given its password."""
    if user.pk in (request.user.pk, request.session.get(SIGNED_UP)):
        return True
    stage = LoginStageController.enter(request, EmailVerificationStage.key)
    return stage is not None and stage.login.user == user


@receiver(email_confirmed)
def on_confirmed(
    sender: Any, request: HttpRequest, email_address: EmailAddress, **_kwargs: Any
) -> None:
    if not _is_first_elsewhere(request, email_address):
        return
    if ends_something(request, email_address):
        messages.warning(
            request,
            _(
                "This isn’t the browser in which the account was made. In case that was somebody "
                "else, we signed them out, and the password chosen there no longer works. A code "
                "that we e-mail you always lets you in."
            ),
        )
    end_what_was_before(email_address.user)


@receiver(email_confirmed)
def on_theirs(sender: Any, email_address: EmailAddress, **_kwargs: Any) -> None:
    """Whoever stopped all e-mails to this address before they had an account gets them again; so
    does whom they didn't reach: the letter with the link or the code has."""
    bounces.lift(email_address.email)
    unsubscribe.go_on(Stop(None, "account", address=email_address.email), ())


@receiver(password_reset)
def on_reset(sender: Any, request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """A new password chosen by an e-mailed link shows whose the address is, too."""
    address = EmailAddress.objects.filter(user=user).first()
    if address is None or EmailAddress.objects.filter(user=user, verified=True).exists():
        return
    end_what_was_before(user, password=user.password)
    note_sign_up(request, user)
    mark_email_address_as_verified(request, address)


def end_what_was_before(user: User, *, password: str = "") -> None:
    """Removes everything that opens this account, but for a `password` (hashed) that is new."""
    with transaction.atomic():
        if not password:
            user.set_unusable_password()
            user.save(update_fields=["password"])
        Authenticator.objects.filter(user=user).delete()
        account_recovery.end_all_programs(user)
        own_sessions.end(UserSession.objects.filter(user=user))
