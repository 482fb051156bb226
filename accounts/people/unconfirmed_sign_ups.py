"""Accounts that somebody made with an address and never confirmed.

They show nothing of who owns the address, so they must not stand in the way of whoever does, and
go as soon as another account confirms it; or when the browser that made them signs up again by the
same name, such as with an address that was mistyped; or after `KEPT_FOR`, since nobody has agreed
that we keep that address, and somebody else may want the name.
"""

from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import User

KEPT_FOR = timedelta(days=30)  # whoever comes back within them is sent a new link
BATCH = 100


def is_taken(email: str, user: User) -> bool:
    """Whether anybody but `user` has this address, other than by such a sign-up."""
    if EmailAddress.objects.filter(email=email, verified=True).exclude(user=user).exists():
        return True
    others = User.objects.filter(email=email).exclude(pk=user.pk)
    return others.exclude(pk__in=_holding(email).values("pk")).exists()


@receiver(pre_save, sender=EmailAddress)
def free(sender: Any, instance: EmailAddress, **_kwargs: Any) -> None:
    """Removes the sign-up before the address becomes that of somebody who has confirmed it.

    Here because the library confirms addresses in several ways: by a link, a code, a new password.
    """
    if instance.verified and instance.user.email != instance.email:
        _holding(instance.email).exclude(pk=instance.user_id).delete()


def find(pk: int) -> User | None:
    """The one with this id; None once it is confirmed or gone."""
    return _never_confirmed().filter(pk=pk).first()


def replace(user: User, email: str) -> None:
    """Removes it, since whoever made it signs up again with this address. If that is its own, it
    stays, and so does the link that is on its way.
    """
    _never_confirmed().filter(pk=user.pk).exclude(email=email).delete()


def purge() -> int:
    """Deletes a batch of those that were made longer than `KEPT_FOR` ago; returns how many.

    Not of those to whom moderators have given a seat.
    """
    old = _never_confirmed().filter(date_joined__lt=timezone.now() - KEPT_FOR)
    old = old.filter(seats=None, tenures=None)
    ids = list(old.order_by("date_joined").values_list("pk", flat=True)[:BATCH])
    with transaction.atomic():
        # Asked again, since somebody may just have confirmed; from here on nobody can.
        list(User.objects.select_for_update().filter(pk__in=ids).order_by("pk"))
        list(EmailAddress.objects.select_for_update().filter(user__in=ids).order_by("pk"))
        _never_confirmed().filter(pk__in=ids).delete()
    return len(ids)


def _holding(email: str) -> QuerySet[User]:
    """Those that hold this address (at most one)."""
    return _never_confirmed().filter(email=email)


def _never_confirmed() -> QuerySet[User]:
    """Nobody has ever been signed in with them.

    An account that operators made by a command has no `EmailAddress`; it is not one of them.
    """
    confirmed = EmailAddress.objects.filter(verified=True).values("user")
    return User.objects.filter(
        kind=User.Kind.PERSON,
        is_staff=False,
        last_login=None,
        emailaddress__email=F("email"),
    ).exclude(pk__in=confirmed)
