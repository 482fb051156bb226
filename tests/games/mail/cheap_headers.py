"""How tests compose mails: as the standard library does, but each header is parsed only once, while
it parses those that all of them have, such as the sender, for every mail again.
"""

from email import policy
from email.headerregistry import BaseHeader, HeaderRegistry
from functools import lru_cache

HEADERS = HeaderRegistry()


@lru_cache(maxsize=1024)
def _parsed(name: str, value: str) -> BaseHeader:
    return HEADERS(name, value)


class Once(HeaderRegistry):
    def __call__(self, name: str, value: str) -> BaseHeader:
        return _parsed(name, value)


CHEAP = policy.default.clone(header_factory=Once())
