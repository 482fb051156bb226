"""What every page knows: how many hands wait, what is behind the bell, and whose device it is."""

from functools import lru_cache
from typing import Any

from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.functional import SimpleLazyObject

from games import selectors


def masthead(request: HttpRequest) -> dict[str, Any]:
    """`moves_due`, `unread`, `unreached`; not asked for where no template shows them.

    `owner`: a word for who is signed in, by which the browser knows for whom it keeps pages.
    """
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"owner": ""}
    head = SimpleLazyObject(lambda: selectors.masthead.masthead(user))
    return {
        "owner": _owner(user.pk),
        "moves_due": SimpleLazyObject(lambda: head.due),
        "unread": SimpleLazyObject(lambda: head.unread),
        "unreached": SimpleLazyObject(lambda: head.unreached),
    }


@lru_cache(maxsize=4096)
def _owner(person: int) -> str:
    return salted_hmac("device.owner", str(person)).hexdigest()[:16]
