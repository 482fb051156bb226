"""What a page weighs: itself and all that it fetches, compressed as a server sends it.

Our own type is counted; nothing is fetched from anybody else.
"""

import gzip
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from django.contrib.staticfiles import finders
from playwright.sync_api import Page

MOST = 60 * 1024  # bytes
FETCHED = """() => [
  ...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')
].map(each => [each.name, each.encodedBodySize])"""
STATIC = "/static/"


def weight(page: Page) -> int:
    """Bytes of the page and of everything it fetched."""
    return sum(_bytes(urlsplit(name).path, size) for name, size in page.evaluate(FETCHED))


def too_heavy(page: Page) -> list[str]:
    """Whether it weighs more than a page may."""
    found = weight(page)
    return [f"weighs {found / 1024:.0f} KB"] * (found > MOST)


def _bytes(path: str, size: int) -> int:
    """A static file is compressed once for all when it is collected, not by the test server."""
    return _compressed(path.removeprefix(STATIC)) if path.startswith(STATIC) else size


@cache
def _compressed(name: str) -> int:
    found = finders.find(name)
    assert isinstance(found, str), name
    return len(gzip.compress(Path(found).read_bytes()))
