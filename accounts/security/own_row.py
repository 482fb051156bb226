"""Holding a person while they add something that acts for them, or tells others of them."""

from django.db.models import QuerySet

from accounts.models import User
from accounts.refusals import Refused
from accounts.security import credential_marks


def hold(user: User) -> None:
    """Locks this person's row until the transaction ends, so that what they add is counted one at a
    time.

    Raises `Refused` ("signed_out") if their data was deleted since `user` was read, or their
    password or address replaced: that removes what is there, and couldn't see what comes after it.
    """
    held = _locked(user).filter(is_active=True).first()
    if held is None or not credential_marks.still_hold(held, credential_marks.of(user)):
        raise Refused("signed_out")


def hold_to_sign_in(user: User) -> None:
    """Locks this person's row until the transaction ends, for whoever signs them in: what is noted
    then is deleted with them. Raises `Refused` ("signed_out") if they were deleted meanwhile. What
    they signed in with was checked just now, and may have been replaced on the way."""
    if _locked(user).filter(is_active=True).first() is None:
        raise Refused("signed_out")


def wait(user: User) -> None:
    """Locks this person's row until the transaction ends, for whoever is about to remove what acts
    for them: else it couldn't see what is just being added or renewed."""
    list(_locked(user))


def _locked(user: User) -> QuerySet[User]:
    return User.objects.select_for_update(no_key=True).filter(pk=user.pk)
