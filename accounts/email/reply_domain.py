"""The form of our own addresses.

A club without an MX of its own has a single mailbox, and our part follows a plus sign:
`club+re-…@example.org`.
"""

from django.conf import settings


def written(local: str) -> str:
    """The full address for this local part, at the domain where we receive mail."""
    return f"{_before()}{local}@{settings.REPLY_DOMAIN}"


def local_of(address: str) -> str:
    """The local part of an address at that domain, in lower case; empty for any other address."""
    local, _at, domain = address.strip().lower().rpartition("@")
    before = _before().lower()
    if domain != settings.REPLY_DOMAIN.lower() or not local.startswith(before):
        return ""
    return local.removeprefix(before)


def _before() -> str:
    return f"{settings.REPLY_MAILBOX}+" if settings.REPLY_MAILBOX else ""
