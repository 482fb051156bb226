"""Accounts that somebody made with an address and never confirmed.

They show nothing of who owns the address, so they must not stand in the way of whoever does.
"""

from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from accounts.models import User


def holding(email: str) -> QuerySet[User]:
    """Those that hold this address (at most one). Nobody has ever been signed in with them.

    An account that operators made by a command has no `EmailAddress`; it is not one of them.
    """
    confirmed = EmailAddress.objects.filter(verified=True).values("user")
    return User.objects.filter(
        email=email,
        kind=User.Kind.PERSON,
        is_staff=False,
        last_login=None,
        emailaddress__email=email,
    ).exclude(pk__in=confirmed)


def remove(email: str) -> None:
    """Frees the address, which its owner has just shown to be theirs."""
    holding(email).delete()
