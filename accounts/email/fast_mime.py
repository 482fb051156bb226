"""A letter as bytes: what Django's serialiser would write, at a fraction of its cost.

It writes line by line, and twice, since parts are written before what holds them; for a letter
of 20 KB that costs more than to compose it.  Anything but plain text with HTML beside it is left
to Django, and so are the headers.

Bodies are quoted-printable: a relay that rewrites 8bit text or long lines breaks the signature.
"""

import copy
import secrets
from email.quoprimime import body_encode
from functools import cached_property
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.core.mail.message import utf8_charset_qp

SHORT = 76  # characters of a header that nobody would fold
MULTIPART = 'Content-Type: multipart/alternative;\n boundary="{}"\nMIME-Version: 1.0\n'
PART = (
    'Content-Type: text/{}; charset="utf-8"\nMIME-Version: 1.0\n'
    "Content-Transfer-Encoding: quoted-printable\n\n{}"
)
OF_THE_BODY = ("content-type", "mime-version", "content-transfer-encoding")


class Post(EmailMultiAlternatives):
    """A mail whose message knows the short way to its bytes."""

    encoding = utf8_charset_qp

    def message(self, **how: Any) -> Any:
        return PrebuiltMessage(self, how)

    def whole(self, **how: Any) -> Any:
        """The message as Django builds it."""
        return super().message(**how)

    def head(self, **how: Any) -> Any:
        """A message of Django's with all headers of this mail, and nothing in it."""
        bare = copy.copy(self)
        bare.body, bare.alternatives = "", []
        return bare.whole(**how)


class PrebuiltMessage:
    """A message of Django's, written quickly; in all else it is that message."""

    def __init__(self, mail: Post, how: dict[str, Any]) -> None:
        self._mail, self._how = mail, how
        self._head = mail.head(**how)

    @cached_property
    def whole(self) -> Any:
        """The message as Django builds it."""
        return self._mail.whole(**self._how)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.whole, name)

    def as_bytes(self, unixfrom: bool = False, linesep: str = "\n") -> bytes:
        """The mail for the wire, byte for byte as Django writes it, but for a made-up boundary."""
        parts = [] if unixfrom else _parts(self._mail)
        if not parts:
            return bytes(self.whole.as_bytes(unixfrom=unixfrom, linesep=linesep))
        boundary = f"==============={secrets.randbits(127):039d}=="
        line = f"--{boundary}".encode()
        pieces = [MULTIPART.format(boundary).encode(), _headers(self._head), b"\n"]
        for part in parts:
            pieces += [line, b"\n", part, b"\n"]
        pieces += [line, b"--\n"]
        return b"".join(pieces).replace(b"\n", linesep.encode())


def _parts(mail: Post) -> list[bytes]:
    """The text and the HTML, each as a whole part; none if that is not all that there is."""
    if mail.attachments or [sort for _said, sort in mail.alternatives] != ["text/html"]:
        return []
    if not mail.body or mail.content_subtype != "plain" or mail.encoding is not utf8_charset_qp:
        return []
    said = (("plain", mail.body), ("html", str(mail.alternatives[0][0])))
    return [_part(sort, text.replace("\r\n", "\n").replace("\r", "\n")) for sort, text in said]


def _part(sort: str, text: str) -> bytes:
    return PART.format(sort, body_encode(text.encode().decode("latin-1"))).encode()


def _headers(head: Any) -> bytes:
    found = (pair for pair in head.raw_items() if pair[0].lower() not in OF_THE_BODY)
    return b"".join(_header(head.policy, *pair) for pair in found)


def _header(policy: Any, name: str, value: Any) -> bytes:
    said = f"{name}: {value}"
    if len(said) <= SHORT and said.isascii() and said.isprintable():
        return f"{said}\n".encode()
    return bytes(policy.fold_binary(name, value))
