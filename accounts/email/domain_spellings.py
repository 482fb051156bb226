"""Addresses at a domain with letters beyond ASCII: `anna@müller.example` to people, who type it so,
and `anna@xn--mller-kva.example` (RFC 5891) in the headers of mails.
"""

from contextlib import suppress

from django.utils.encoding import punycode

ENCODED = "xn--"  # begins the parts of a domain that have another spelling


def in_ascii(address: str) -> str:
    """The address as headers have it; unchanged if there is no such spelling."""
    local, at, domain = address.rpartition("@")
    with suppress(UnicodeError):
        return f"{local}{at}{punycode(domain)}"
    return address


def spellings(address: str) -> list[str]:
    """The address as headers have it, and as people write it."""
    local, at, domain = address.rpartition("@")
    with suppress(UnicodeError):
        written = f"{local}{at}{domain.encode('ascii').decode('idna')}"
        return list(dict.fromkeys((address, written)))
    return [address]
