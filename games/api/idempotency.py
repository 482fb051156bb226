"""Idempotency keys: a request repeated with the same Idempotency-Key takes effect once.

As in the IETF draft "The Idempotency-Key HTTP Header Field". The response is stored, encrypted, for
a week; a refused request doesn't use up the key.
"""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.api.parsing import idempotency_key
from games.services.hands.idempotency_keys import answered_once as kept_once

REPLAYED = "Idempotent-Replayed"


def answered_once(view: Callable[..., Response]) -> Callable[..., Response]:
    """Decorator for a view method that honours the header."""

    @wraps(view)
    def once(self: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = idempotency_key(request)
        if key is None or not isinstance(request.user, User):
            return view(self, request, *args, **kwargs)
        made: list[tuple[Response, dict[str, Any]]] = []

        def make() -> dict[str, Any]:
            response = view(self, request, *args, **kwargs)
            made.append((response, _plain(response)))
            return made[-1][1]

        wished = {"to": request.path, "body": request.data}
        told = kept_once(request.user, key, wished, make)
        # What was made beside another request that came first is rolled back.
        if made and made[-1][1] == told:
            return made[-1][0]
        headers = {**told["headers"], REPLAYED: "true"}
        return Response(told["data"], told["status"], headers=headers)

    return once


def _plain(response: Response) -> dict[str, Any]:
    data = None if response.data is None else json.loads(JSONRenderer().render(response.data))
    location = response.headers.get("Location")
    headers = {"Location": location} if location else {}
    return {"status": response.status_code, "data": data, "headers": headers}
