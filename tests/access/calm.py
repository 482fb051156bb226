"""While everybody asks for everything: no broker, no rate limits, and no word in the log."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from games.api.throttles import AddressThrottle, TokenThrottle
from games.services import wake_workers
from tideweb.throttling import AnonymousThrottle, PersonThrottle

RATES = dict.fromkeys(("anon", "user", "token", "token_address"), None)


@contextmanager
def calm() -> Iterator[None]:
    """Refusals are what is asked for here: thousands of them."""
    logging.disable(logging.ERROR)
    with ExitStack() as stack:
        stack.enter_context(patch.object(wake_workers, "_publish", lambda *_args: None))
        for throttle in (AnonymousThrottle, PersonThrottle, TokenThrottle, AddressThrottle):
            stack.enter_context(patch.object(throttle, "THROTTLE_RATES", RATES))
        yield
    logging.disable(logging.NOTSET)
