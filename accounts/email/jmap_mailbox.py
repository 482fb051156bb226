"""Reads a mailbox by JMAP (RFC 8620, RFC 8621): `https://user:password@host/`, or
`https://:TOKEN@host/`.

A path in the URL is that of the session resource; without one, the well-known path is used.
"""

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit

from urllib3 import BaseHTTPResponse, PoolManager, make_headers
from urllib3.exceptions import HTTPError

log = logging.getLogger(__name__)
CORE, MAIL = "urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"
WELL_KNOWN = "/.well-known/jmap"
PAGE_SIZE = 200  # mails per query; a server may list fewer
OF_ALL_MAILS = (401, 403, 429)  # who we are, or how much we ask; not about one mail
MAX_JSON = 1024 * 1024
Facts = Mapping[str, Any]


class Unreadable(OSError):
    """The server is down, refuses us, or doesn't speak JMAP. Messages contain no password."""


class NotNow(Unreadable):
    """The server can't hand out this mail at the moment."""


@contextmanager
def opened(parts: SplitResult, patience: float) -> Iterator["JmapBox"]:
    host = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    with PoolManager(headers=_headers(parts), timeout=patience, retries=2) as pool:
        yield JmapBox(pool, host + (parts.path.rstrip("/") or WELL_KNOWN))


def _headers(parts: SplitResult) -> dict[str, str]:
    user, word = unquote(parts.username or ""), unquote(parts.password or "")
    if not user:
        return {"authorization": f"Bearer {word}"}
    return dict(make_headers(basic_auth=f"{user}:{word}"))


def _led_to(url: str, told: BaseHTTPResponse) -> str:
    """The URL that answered, after its redirects."""
    for step in told.retries.history if told.retries is not None else ():
        url = urljoin(url, step.redirect_location or "")
    return url


class JmapBox:
    """An account's inbox; implements `accounts.email.polled_mailbox.Box`. Everything raises
    `Unreadable`.
    """

    def __init__(self, pool: PoolManager, url: str) -> None:
        self._pool = pool
        session, where = self._json("GET", url)
        self._secure = url.startswith("https:")
        try:
            self._account = session["primaryAccounts"][MAIL]
            self._api = self._placed(where, session["apiUrl"])
            self._download = self._placed(where, session["downloadUrl"])
        except (KeyError, TypeError) as error:
            raise Unreadable("no session of JMAP with mail") from error

    def _placed(self, where: str, url: str) -> str:
        """Another URL of the same service. Raises `Unreadable` if our password would go there
        unencrypted.
        """
        whole = urljoin(where, url)
        if self._secure and urlsplit(whole).scheme != "https":
            raise Unreadable("an address without TLS")
        return whole

    def unread(self, most: int) -> Sequence[str]:
        boxes = self._call("Mailbox/query", {"filter": {"role": "inbox"}}, "ids")
        if not boxes:
            raise Unreadable("no inbox")
        keys: list[str] = []
        while len(keys) < most and (page := self._page(boxes[0], len(keys))):
            keys += page
        return keys[:most]

    def _page(self, inbox: str, position: int) -> list[str]:
        new = {"inMailbox": inbox, "notKeyword": "$seen"}
        oldest = [{"property": "receivedAt", "isAscending": True}]
        asked = {"filter": new, "sort": oldest, "position": position, "limit": PAGE_SIZE}
        keys: list[str] = self._call("Email/query", asked, "ids")
        return keys

    def fetched(self, key: str, most: int) -> bytes | None:
        asked = {"ids": [key], "properties": ["blobId"]}
        facts: Facts = next(iter(self._call("Email/get", asked, "list") or []), {})
        if "blobId" not in facts:
            return None
        status, raw, _where = self._asked("GET", self._address(facts["blobId"]), None, most)
        if status in OF_ALL_MAILS:
            raise Unreadable(f"HTTP {status}")
        if status not in (200, 404):  # 404: deleted meanwhile
            log.warning("A mail could not be fetched (HTTP %s); it stays unread", status)
            raise NotNow
        return raw[:most] if status == 200 else None

    def _address(self, blob: str) -> str:
        url = self._download
        names = {"accountId": self._account, "blobId": blob, "name": "mail", "type": "text/plain"}
        for name, value in names.items():
            url = url.replace(f"{{{name}}}", quote(value, safe=""))
        return url

    def mark(self, key: str) -> None:
        asked = {"update": {key: {"keywords/$seen": True}}}
        if key not in (self._call("Email/set", asked, "updated") or {}):
            log.warning("A mail could not be marked as read; it will be read again")

    def _call(self, method: str, more: Facts, wanted: str) -> Any:
        calls = [[method, {"accountId": self._account, **more}, "0"]]
        body = {"using": [CORE, MAIL], "methodCalls": calls}
        answer, _where = self._json("POST", self._api, body)
        try:
            name, result, _mark = answer["methodResponses"][0]
            if name != method:
                raise Unreadable(f"{method} was refused")
            return result[wanted]
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise Unreadable("no answer of JMAP") from error

    def _json(self, verb: str, url: str, body: Any = None) -> tuple[Any, str]:
        """The parsed answer and the URL it came from: the session's URL may redirect elsewhere."""
        status, raw, where = self._asked(verb, url, body, MAX_JSON)
        if status != 200 or len(raw) > MAX_JSON:
            raise Unreadable(f"HTTP {status}" if status != 200 else "too long an answer")
        try:
            return json.loads(raw), where
        except ValueError as error:
            raise Unreadable("no JSON") from error

    def _asked(self, verb: str, url: str, body: Any, most: int) -> tuple[int, bytes, str]:
        """Status, body (at most one byte more than `most`), and final URL."""
        try:
            told = self._pool.request(verb, url, json=body, preload_content=False)
            try:
                raw = told.read(most + 1, decode_content=True)
                if len(raw) > most:
                    told.close()  # the unread rest must not be taken for the next answer
                return told.status, raw, _led_to(url, told)
            finally:
                told.release_conn()
        except HTTPError as error:
            raise Unreadable(type(error).__name__) from error
