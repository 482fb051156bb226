"""Whether somebody's password and address are still those with which they allowed something.

What a program may fetch soon, an OAuth token or a key of the device flow, waits in the cache, where
a new password or address doesn't reach it. So these marks are stored with it and compared.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.crypto import salted_hmac

from accounts.models import User


def of(user: User) -> dict[str, str]:
    """The marks of the current password and address, to be stored with what was allowed."""
    address = salted_hmac("accounts.device", user.email or "").hexdigest()
    return {"signed": user.get_session_auth_hash(), "address": address}


def still_hold(user: User, stored: Mapping[str, Any]) -> bool:
    """Whether nothing has changed since; a mark that the release before didn't store counts."""
    return all(stored.get(name, mark) == mark for name, mark in of(user).items())
