"""Bots that people write: accounts of their own, with an owner and keys, and no address.

Everybody sees what they are: "(bot)" stands behind the name wherever it stands, on pages, in
letters and by the API, and no person may be called so.
"""

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import Program, User
from accounts.people import display_names
from accounts.security import api_keys

MAX_PROGRAMS = 3  # of one person
SIGN = " (bot)"
SCOPES = ("read", "play", "tables", "talk")


def of(owner: User) -> "QuerySet[Program]":
    """Those that play still, the oldest first."""
    return Program.objects.filter(owner=owner, user__is_active=True).select_related("user")


def make(owner: User, name: str) -> tuple[Program, str]:
    """A new one, and its key, told this once.  Raises `ValidationError`."""
    called = display_names.checked(name) + SIGN
    if len(called) > display_names.MAX_LENGTH:
        raise ValidationError(_("Choose a shorter name: “(bot)” stands behind it."))
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)  # not two at once
        if of(owner).count() >= MAX_PROGRAMS:
            raise ValidationError(_("You can have three bots. Remove one first."))
        user = _account(called, owner)
        made = Program.objects.create(user=user, owner=owner)
        return made, api_keys.make(user, "bot", SCOPES)


def _account(called: str, owner: User) -> User:
    try:
        with transaction.atomic():
            return User.objects.create_user(
                None, None, kind=User.Kind.PROGRAM, name=called, zone=owner.zone
            )
    except IntegrityError:
        raise ValidationError(_("That name is taken. Choose another one.")) from None


def new_key(owner: User, pk: int) -> str | None:
    """Another key in place of those it had; None if there is no such bot of theirs."""
    found = of(owner).filter(pk=pk).first()
    if found is None:
        return None
    with transaction.atomic():
        found.user.api_keys.all().delete()
        return api_keys.make(found.user, "bot", SCOPES)


def close(owner: User, pk: int) -> bool:
    """It plays no more, and its seats are taken over as those of anybody who stays away."""
    found = of(owner).filter(pk=pk).first()
    if found is None:
        return False
    found.user.api_keys.all().delete()
    User.objects.filter(pk=found.user_id).update(is_active=False)
    return True
