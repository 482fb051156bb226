"""What a new password or address revokes, and how to recover an account from a thief.

When an address is changed, the old one gets a link that is valid for 72 hours. It restores the old
address and removes what a thief may have left: sessions, the password, whatever acts or listens
without one, and second factors added up to a day before the change. The change itself doesn't wait
for the old mailbox: somebody who has lost it must be able to move.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed, password_changed, password_reset
from allauth.idp.oidc.models import Token
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import ApiKey, Feed, PushDevice, User, Webhook
from accounts.notifications import render
from accounts.people import own_sessions, unconfirmed_sign_ups
from accounts.security import own_row

SALT = "accounts.taking_back"
GOOD_FOR = timedelta(hours=72)
BEFORE = timedelta(days=1)  # what was added this long before the change may be the thief's, too
LETTER = "account/email/email_changed"
# Hooks: called with a person who has left an address, which may be somebody else's by now; also
# when the account is taken back, within that transaction.
MOVED: list[Callable[[User], object]] = []
END_KEYS = "end_keys"  # field of the form that changes a password


class Change(NamedTuple):
    """A change of address: whose, the old address, and when."""

    user: User
    old: str
    at: datetime


def _programs(user: User) -> tuple[QuerySet[Any], ...]:
    return Token.objects.filter(user=user), ApiKey.objects.filter(user=user)


def has_programs(user: User) -> bool:
    """Whether this person has API keys or OAuth grants, which a new address revokes
    and a new password may."""
    return any(rows.exists() for rows in _programs(user))


def end_programs(user: User) -> bool:
    """Revokes all API keys and OAuth grants of this person. Whether there was any."""
    return _ended(user, _programs(user))


def _ended(user: User, rows: Iterable[QuerySet[Any]]) -> bool:
    with transaction.atomic():
        own_row.wait(user)
        return sum(each.delete()[0] for each in rows) > 0


def end_all_programs(user: User) -> bool:
    """Revokes whatever acts for this person or tells others of them: keys, also of their bots,
    applications, webhooks, browsers with push messages, and feeds. Whether there was any."""
    all_of_them = (
        Token.objects.filter(user=user),
        ApiKey.objects.filter(Q(user=user) | Q(user__program__owner=user)),
        Webhook.objects.filter(user=user),
        PushDevice.objects.filter(user=user),
        Feed.objects.filter(user=user),
    )
    return _ended(user, all_of_them)


@receiver(password_reset)
def after_reset(sender: Any, request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """A reset always revokes them: the old password may have been stolen."""
    if end_all_programs(user):
        messages.warning(
            request,
            _(
                "In case somebody knew the old password, we removed your API keys, applications, "
                "webhooks, push messages, feeds and calendar. Set them up again where you need "
                "them."
            ),
        )


@receiver(password_changed)
def after_change(sender: Any, request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """A change revokes keys and applications only if the person ticked the box."""
    if request.POST.get(END_KEYS):
        end_programs(user)


@receiver(email_changed)
def after_move(
    sender: Any,
    request: HttpRequest,
    user: User,
    from_email_address: EmailAddress | None,
    to_email_address: EmailAddress,
    **_kwargs: Any,
) -> None:
    """Revokes the keys and what stands in letters to the old address, and sends the recovery link
    there."""
    if end_programs(user):
        messages.warning(
            request,
            _(
                "Your API keys and applications no longer work, since your address has changed. "
                "Set them up again where you need them."
            ),
        )
    if from_email_address is None or from_email_address.email == to_email_address.email:
        return
    _leave_address(user)
    words = _(
        "The buttons and reply addresses in our earlier e-mails no longer work, since your "
        "address has changed. Our next e-mails have new ones."
    )
    messages.info(request, words)
    token = signing.dumps([user.pk, from_email_address.email], salt=SALT)
    context = {
        "user": user,
        "new": to_email_address.email,
        "url": render.absolute(reverse("take_back", args=[token])),
    }
    send = partial(get_adapter(request).send_mail, LETTER, from_email_address.email, context)
    transaction.on_commit(send)  # nobody waits for the mail server


def _leave_address(user: User) -> None:
    for hear in MOVED:
        hear(user)


def read(token: str) -> Change | None:
    """The change that a link undoes; None if the link is invalid, expired or no longer applies."""
    change = _signed(token)
    return change if change is not None and _applies(change) else None


def _applies(change: Change) -> bool:
    if _is_at_old(change):
        return False
    recovered = change.user.recovered_at
    if recovered is not None and change.at <= recovered:
        return False  # a thief who moved the account twice has a link, too
    return not unconfirmed_sign_ups.is_taken(change.old, change.user)


def read_done(token: str) -> Change | None:
    """The change of a valid link that has nothing left to do: the account is at the old address."""
    change = _signed(token)
    return change if change is not None and _is_at_old(change) else None


def _signed(token: str) -> Change | None:
    try:
        (pk, old), at = signing.loads(token, salt=SALT, max_age=GOOD_FOR), _made_at(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = User.objects.filter(pk=pk, is_active=True).first()
    return None if user is None else Change(user, old, at)


def _is_at_old(change: Change) -> bool:
    return change.user.email == change.old


def _made_at(token: str) -> datetime:
    stamp = token.rsplit(":", 2)[1]
    return datetime.fromtimestamp(signing.b62_decode(stamp), tz=timezone.get_default_timezone())


def take_back(change: Change) -> bool:
    """Restores the old address and removes whatever a thief may have left. False, and nothing
    happens, if the change no longer applies, such as to the second click of two."""
    try:
        with transaction.atomic():
            return _take_back(change)
    except IntegrityError:  # somebody else has just confirmed the old address
        return False


def _take_back(change: Change) -> bool:
    user = User.objects.select_for_update().filter(pk=change.user.pk, is_active=True).first()
    if user is None or not _applies(change._replace(user=user)):
        return False
    _restore(user, change.old, change.at - BEFORE)
    return True


def _restore(user: User, old: str, since: datetime) -> None:
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=old, verified=True, primary=True)
    user.email, user.recovered_at = old, timezone.now()
    user.set_unusable_password()
    user.save(update_fields=["email", "password", "recovered_at"])
    Authenticator.objects.filter(user=user, created_at__gte=since).delete()
    end_all_programs(user)
    own_sessions.end(UserSession.objects.filter(user=user))
    _leave_address(user)
