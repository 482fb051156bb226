"""Where a request came from if fewer proxies passed it on than TRUSTED_PROXIES says.

Somebody who tries a server before its TLS proxy is there should be able to sign in; the log tells
whoever runs it what to correct.
"""

import functools
import ipaddress
import logging

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

log = logging.getLogger(__name__)


def farthest(request: HttpRequest) -> str:
    """The address that the first of the proxies saw, as REST framework's throttles take it.

    Raises `PermissionDenied` if that is no address, as the library does.
    """
    addresses = request.headers["X-Forwarded-For"].split(",")
    _warn(len(addresses))
    try:
        return str(ipaddress.ip_address(addresses[0].strip()))
    except ValueError as error:
        raise PermissionDenied from error


@functools.cache
def _warn(found: int) -> None:
    """Once a process: it is true of every request."""
    log.warning(
        "A request came through %s of the %s proxies in TRUSTED_PROXIES. If this one has no"
        " others before it, set TRUSTED_PROXIES=%s.",
        found, settings.TRUSTED_PROXIES, found,
    )  # fmt: skip
