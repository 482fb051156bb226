"""Context for every page: hands due, unread notices, and whose browser it is."""

from functools import lru_cache
from typing import Any

from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.functional import SimpleLazyObject

from games import selectors


def masthead(request: HttpRequest) -> dict[str, Any]:
    """`moves_due`, `unread`, `unreached`, `all_stopped`: lazy, so free where no template uses them.

    `owner`: an opaque id of the signed-in user, so that the browser knows whose pages it caches.
    """
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"owner": ""}
    head = SimpleLazyObject(lambda: selectors.page_header.masthead(user))
    return {
        "owner": _owner(user.pk),
        "moves_due": SimpleLazyObject(lambda: head.due),
        "unread": SimpleLazyObject(lambda: head.unread_words),
        "unreached": SimpleLazyObject(lambda: head.unreached),
        "all_stopped": SimpleLazyObject(lambda: head.all_stopped),
    }


@lru_cache(maxsize=4096)
def _owner(person: int) -> str:
    return salted_hmac("device.owner", str(person)).hexdigest()[:16]
