"""Follows every link of the panel, like somebody who looks for what they shouldn't see."""

import re
from collections import deque
from collections.abc import Callable
from html import unescape
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit
from zlib import crc32

from django.test import Client

LINK = re.compile(r"""(?:href|action)=["']([^"']+)["']""")
FROM_LIST = re.compile(r"\?_changelist_filters=[^&]*$")
ROOT = "/admin/"
ENDS = (f"{ROOT}logout/", f"{ROOT}jsi18n/", f"{ROOT}password_change/")


def crawled(client: Client, *starts: str, one_in: int = 1) -> dict[str, bytes]:
    """Every page that can be reached from these, by address; fails if one is broken.

    Of links with a query (`?`), one in `one_in` is followed, chosen by its text. In lists (filters,
    orders, pages) only links with a single parameter are followed: combinations show the same rows.
    The list from which a row was reached isn't part of its address.
    """
    found: dict[str, bytes] = {}
    waiting = deque(starts)
    while waiting:
        path = waiting.popleft()
        if path in found:
            continue
        answer = client.get(path, follow=True)
        assert answer.status_code in (200, 403), (path, answer.status_code)
        found[path] = answer.content
        waiting.extend(
            link
            for link in _links(path, answer.content)
            if link not in found and ("?" not in link or crc32(link.encode()) % one_in == 0)
        )
    return found


def _links(page: str, content: bytes) -> list[str]:
    links = (unescape(link) for link in LINK.findall(content.decode()))
    paths = (FROM_LIST.sub("", urldefrag(urljoin(page, link)).url) for link in links)
    return [path for path in dict.fromkeys(paths) if _is_followed(path)]


def _is_followed(path: str) -> bool:
    asked = urlsplit(path)
    inside = asked.path.startswith(ROOT) and not asked.path.startswith(ENDS)
    things = parse_qsl(asked.query, keep_blank_values=True)
    one = len(things) <= 1 and not any(name == "o" and "." in value for name, value in things)
    return inside and not asked.netloc and one


def filled_in(client: Client, words: list[str], path: Callable[[str], str]) -> dict[str, bytes]:
    """The result of searching for each of these words, without the word itself, which is repeated
    in the form.
    """
    return {
        path(word): client.get(path(word)).content.replace(word.encode(), b"") for word in words
    }
