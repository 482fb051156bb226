"""A shared cache whose failure costs speed and nothing else."""

import logging
import time
from collections.abc import Callable
from functools import partialmethod
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
PAUSE = 5.0  # seconds before trying a server again that didn't answer
PATIENCE = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}


class SparedCache(RedisCache):
    """Redis with a fallback: while it can't be reached, each process uses its own memory.

    Rate limits are then counted per process, but no request fails.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        self._own = LocMemCache(f"beside {server}", params)
        options = {**PATIENCE, **params.get("OPTIONS", {})}
        options.pop("MAX_ENTRIES", None)  # only our own memory has a limit
        super().__init__(server, {**params, "OPTIONS": options})
        self._until = 0.0  # monotonic time

    def _spared(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= self._until:
            try:
                return self._shared(name)(*args, **kwargs)
            except (RedisError, OSError) as error:
                self._until = time.monotonic() + PAUSE
                log.warning(
                    "The cache is unavailable (%s): each process uses its own.",
                    type(error).__name__,
                )
        return getattr(self._own, name)(*args, **kwargs)

    def _shared(self, name: str) -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(super(), name)
        return found

    add = partialmethod(_spared, "add")
    get = partialmethod(_spared, "get")
    set = partialmethod(_spared, "set")
    touch = partialmethod(_spared, "touch")
    delete = partialmethod(_spared, "delete")
    get_many = partialmethod(_spared, "get_many")
    has_key = partialmethod(_spared, "has_key")
    incr = partialmethod(_spared, "incr")
    set_many = partialmethod(_spared, "set_many")
    delete_many = partialmethod(_spared, "delete_many")
    clear = partialmethod(_spared, "clear")
