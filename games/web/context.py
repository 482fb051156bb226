"""What every page knows: how many hands wait, and what is behind the bell."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts import bell, bounces
from games import selectors


def masthead(request: HttpRequest) -> dict[str, Any]:
    """`moves_due`, `unread`, `unreached`; not asked for where no template shows them."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    return {
        "moves_due": SimpleLazyObject(lambda: selectors.moves_due(user)),
        "unreached": SimpleLazyObject(lambda: bounces.unreached(user)),
        "unread": SimpleLazyObject(lambda: bell.unread(user)),
    }
