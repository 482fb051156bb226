"""What every page knows: how many hands wait, and what is behind the bell."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games import selectors


def masthead(request: HttpRequest) -> dict[str, Any]:
    """`moves_due`, `unread`, `unreached`; not asked for where no template shows them."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    head = SimpleLazyObject(lambda: selectors.masthead.masthead(user))
    return {
        "moves_due": SimpleLazyObject(lambda: head.due),
        "unread": SimpleLazyObject(lambda: head.unread),
        "unreached": SimpleLazyObject(lambda: head.unreached),
    }
