"""Limits by the address of the client, as REST framework counts them."""

from typing import Any

from allauth.core.internal.ratelimit import truncate_ip
from rest_framework.throttling import BaseThrottle

from accounts.security import network_fingerprints


class AddressLimit(BaseThrottle):
    """Counts an IPv6 network (a /64) as one address, as the library does for signing in: whoever
    has one of its addresses has them all.
    """

    def get_ident(self, request: Any) -> Any:
        """Whose attempts these are; what is no address, as with a socket, is taken as it is."""
        address = super().get_ident(request)
        try:
            return truncate_ip(str(network_fingerprints.parsed(address)))
        except ValueError:
            return address
