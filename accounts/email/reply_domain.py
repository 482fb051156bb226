"""How addresses of ours are written that letters are answered to.

A club without an MX of its own has one mailbox, and writes what is ours behind a plus sign:
`club+re-…@example.org`.
"""

from django.conf import settings


def written(local: str) -> str:
    """This name at the domain where we take mail."""
    return f"{_before()}{local}@{settings.REPLY_DOMAIN}"


def local_of(address: str) -> str:
    """The name of an address at that domain, in lower case; empty for any other."""
    local, _at, domain = address.strip().lower().rpartition("@")
    before = _before().lower()
    if domain != settings.REPLY_DOMAIN.lower() or not local.startswith(before):
        return ""
    return local.removeprefix(before)


def _before() -> str:
    return f"{settings.REPLY_MAILBOX}+" if settings.REPLY_MAILBOX else ""
