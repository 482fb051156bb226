"""A shared cache that may be away: that costs speed, and nothing else."""

import logging
import time
from collections.abc import Callable
from functools import partialmethod
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
PAUSE = 5.0  # seconds in which nobody waits again for one that did not answer
PATIENCE = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}


class SparedCache(RedisCache):
    """Redis; while it cannot be reached, each process remembers for itself.

    So for that time limits are counted by each process alone, and no request fails.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        params["OPTIONS"] = {**PATIENCE, **params.get("OPTIONS", {})}
        super().__init__(server, params)
        self._own = LocMemCache(f"beside {server}", {})
        self._until = 0.0  # by the clock of `time.monotonic`

    def _spared(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= self._until:
            try:
                return self._shared(name)(*args, **kwargs)
            except (RedisError, OSError) as error:
                self._until = time.monotonic() + PAUSE
                log.warning(
                    "The cache is away (%s): each process counts alone.", type(error).__name__
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
