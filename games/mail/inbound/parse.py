"""Parses a mail into its headers and its text, and ignores attachments.

The standard library splits the mail (email.policy.default). We limit headers before it parses them,
since a malicious one can take it minutes.
"""

import codecs
import re
from contextlib import suppress
from dataclasses import dataclass
from email import errors, message_from_bytes, policy
from email.header import decode_header
from email.message import EmailMessage
from functools import cache, lru_cache
from typing import Any

from accounts.email.inbound_routes import MAX_BYTES, MAX_LINES
from games.mail.inbound import html_text

MAX_HEADERS = 64 * 1024  # bytes of all headers of the mail
MAX_HEADER_LENGTH = 1200  # bytes of a header about a part's content, anywhere in the mail
MAX_DECODED = 1000  # characters of a header whose encoded words are read
MAX_PARTS = 60
MAX_NESTED = 40  # parts that can contain parts
# Exceptions that the standard library raises on malformed mail.
RUBBISH = (ValueError, LookupError, AttributeError, TypeError, RecursionError, AssertionError)
RUBBISH_WORDS = (*RUBBISH, errors.MessageError)
DAMAGE = (
    errors.InvalidBase64CharactersDefect,
    errors.InvalidBase64LengthDefect,
    errors.InvalidBase64PaddingDefect,
    errors.MissingHeaderBodySeparatorDefect,
)
# Others are read as UTF-8: some of Python's codecs take for ever.
CHARSETS = re.compile(
    r"ascii|utf-(?:8|7|16|16-le|16-be|32)|utf-8-sig|iso8859-\d+|latin[-_]?1|cp\d{3,4}|koi8-[rut]|"
    r"gb2312|gbk|gb18030|hz|big5|big5hkscs|shift_jis|shift_jisx0213|euc_jp|iso2022_jp(?:_\w+)?|"
    r"euc_kr|iso2022_kr|johab|tis-620|mac-\w+|ptcp154|kz1048"
)
# What programs for Windows mean by ISO 8859-1, and browsers read: the same letters, and quotation
# marks where that has characters that nobody sees.
WINDOWS = "cp1252"
# Headers that say what a part is, unfolded by hand: a line with a colon, and the indented ones
# behind it.
STRUCTURE = re.compile(
    rb"^content-(?:type|transfer-encoding|disposition)[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*",
    re.IGNORECASE | re.MULTILINE,
)
# Undeclared quoted-printable: its soft line breaks hide quote marks and split lines, so that a card
# of our own letter could be alone on one.
REMAINS = re.compile(rb"=3D|=20\r?$|=[C-F][0-9A-F]=[89AB][0-9A-F]|^[^\n]{70,75}=\r?$", re.MULTILINE)


@dataclass(frozen=True)
class Mail:
    """A parsed mail.

    `headers`: the values of each header, the topmost first, by its name in lower case. `words`: the
    plain text, or the text of the HTML if there is none.
    """

    headers: dict[str, list[str]]
    content_type: str
    words: str

    def first(self, name: str) -> str:
        """The topmost value of a header; empty if there is none."""
        return self.headers[name][0] if name in self.headers else ""


def opened(raw: bytes) -> Mail | None:
    """Parses a mail. None if it can't be read: it is too big, too long, or made to be slow."""
    if len(raw) > MAX_BYTES or raw.count(b"\n") > MAX_LINES:
        return None
    if len(raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0]) > MAX_HEADERS:
        return None
    # All headers of the mail itself count, but of its parts only those about their content.
    if any(len(found[0]) > MAX_HEADER_LENGTH for found in STRUCTURE.finditer(raw)):
        return None
    if raw.lower().count(b"multipart/") > MAX_NESTED:
        return None
    parsed = cache(policy.default.header_factory)  # the library parses on every access
    try:
        mail = message_from_bytes(raw, policy=policy.default.clone(header_factory=parsed))
        headers: dict[str, list[str]] = {}
        for name, value in mail.raw_items():
            headers.setdefault(name.lower(), []).append(" ".join(str(value).split()))
        found = _texts(mail)
        words = found["plain"] if found["plain"].strip() else html_text.as_text(found["html"])
        return Mail(headers, mail.get_content_type(), words)
    except RUBBISH:
        return None


def _texts(mail: EmailMessage) -> dict[str, str]:
    """The first plain and the first HTML text that aren't attachments."""
    found = {"plain": "", "html": ""}
    for number, part in enumerate(mail.walk()):
        if number >= MAX_PARTS:
            break
        kind = part.get_content_type()
        sub = kind.removeprefix("text/")
        enclosed = part.get_content_disposition() == "attachment" or part.get_filename()
        if kind.startswith("text/") and sub in found and not found[sub] and not enclosed:
            found[sub] = _text(part)
        if part.get_content_maintype() == "message":
            break  # a forwarded mail isn't the sender's own text
    return found


def _text(part: Any) -> str:
    """The text of a part; empty if it can't be trusted.

    That is so if a header got lost, so that it is still encoded or begins with the other headers,
    or if its base64 is damaged: then lines may have moved, and the marks that show our letter as
    quoted may be gone.
    """
    payload = part.get_payload(decode=True)
    broken = any(isinstance(defect, DAMAGE) for defect in part.defects)
    if not isinstance(payload, bytes) or broken:
        return ""
    stated = str(part.get("content-transfer-encoding", "")).strip().lower()
    if stated != "quoted-printable" and REMAINS.search(payload):
        return ""
    charset = str(part.get_content_charset() or "").strip()
    for name in (_codec(charset), "utf-8", WINDOWS):
        with suppress(ValueError):
            return payload.decode(name).replace("\r\n", "\n")
    return payload.decode("latin-1").replace("\r\n", "\n")  # which accepts anything


@lru_cache(maxsize=100)
def _codec(charset: str) -> str:
    """The codec for a charset, if it is known and fast."""
    with suppress(ValueError, LookupError):
        name = codecs.lookup(charset).name
        if CHARSETS.fullmatch(name):
            return WINDOWS if name == "iso8859-1" else charset
    return "utf-8"


def decoded(value: str) -> str:
    """The beginning of a header, with its encoded words (RFC 2047) as people read them."""
    text = value[:MAX_DECODED].encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    try:
        parts = decode_header(text)
    except RUBBISH_WORDS:
        return text
    # Between encoded words the library gives text as escaped bytes, unless there is none at all.
    return "".join(
        part if isinstance(part, str) else part.decode(_codec(charset or "latin-1"), "replace")
        for part, charset in parts
    )
