"""What every page knows: how many hands wait for whoever looks."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games import selectors


def masthead(request: HttpRequest) -> dict[str, Any]:
    """`moves_due` for the masthead; not asked for where no template shows it."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    return {"moves_due": SimpleLazyObject(lambda: selectors.moves_due(user))}
