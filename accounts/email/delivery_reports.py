"""Parses what mail servers report about our letters. Pure functions, made for hostile input.

A delivery report is a multipart/report with a message/delivery-status (RFC 3464, status codes of
RFC 3463); a complaint is one with a message/feedback-report (RFC 5965). Anything else, such as the
free text of old servers, is too unreliable and is ignored.
"""

import re
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import Message
from enum import Enum

# Exceptions that the standard library's mail parser raises on malformed mail.
RUBBISH = (ValueError, LookupError, AttributeError, TypeError, RecursionError)
# A status code that says something: x.0.0 doesn't, since Exim writes it of every failure, and part
# of an IP address is none.
STATUS = re.compile(r"(?<![\d.])[245]\.(?!0\.0\b)\d{1,3}\.\d{1,3}(?!\.?\d)")
# There is no such mailbox, and never will be: RFC 3463, 3.2 (address; 5.1.7 and 5.1.8 are about the
# sender's), 3.3 (disabled), 3.5 (no such host), and RFC 7505 (takes no mail).
GONE = re.compile(r"5\.(?:1\.(?:[0-6]|10)|2\.1|4\.4)\Z")
MAX_LENGTH = 160


class ReportKind(Enum):
    """What a report means for the address."""

    HARD = "hard"  # it doesn't exist, or accepts no mail
    SOFT = "soft"  # not accepted for now, or only this letter wasn't
    COMPLAINT = "complaint"  # the reader marked the letter as spam


@dataclass(frozen=True)
class Report:
    """One report: its kind, the status code (may be empty) and the server's text."""

    sort: ReportKind
    status: str
    text: str


def read(raw: bytes) -> Report | None:
    """The report in a mail; None for a mere delay, and for mail that isn't a report."""
    try:
        mail = message_from_bytes(raw, policy=policy.compat32)
        if mail.get_content_type() != "multipart/report":
            return None
        return next((found for part in _parts(mail) if (found := _of_part(part))), None)
    except RUBBISH:
        return None


def answered(words: str) -> Report:
    """What a server's answer to our RCPT means, such as "550 5.1.1 No such user"."""
    found = STATUS.search(words)
    return _classified(found[0] if found else "", words)


def _parts(mail: Message) -> list[Message]:
    payload = mail.get_payload()
    return [part for part in payload if isinstance(part, Message)] if _is_list(payload) else []


def _is_list(payload: object) -> bool:
    return isinstance(payload, list)


def _of_part(part: Message) -> Report | None:
    sort = part.get_content_type()
    if sort in ("message/delivery-status", "message/global-delivery-status"):
        blocks = [_recipient(block) for block in _parts(part)]
        return next((found for found in blocks if found), None)
    if sort == "message/feedback-report":
        return _complaint(part)
    return None


def _recipient(fields: Message) -> Report | None:
    """The report in one recipient's fields (RFC 3464, 2.3); None unless delivery failed."""
    if _field(fields, "Action").lower() != "failed":
        return None
    text = _field(fields, "Diagnostic-Code").partition(";")[2] or _field(fields, "Status")
    found = STATUS.search(_field(fields, "Status")) or STATUS.search(text)
    return _classified(found[0] if found else "", text)


def _complaint(part: Message) -> Report | None:
    """The complaint in a feedback report; None for types such as "not-spam", which mean the
    contrary.
    """
    inside = part.get_payload()
    fields = inside[0] if isinstance(inside, list) and inside else part
    text = fields.as_string() if isinstance(fields, Message) else str(fields)
    kind = re.search(r"^feedback-type[ \t]*:\s*([\w-]+)", text, re.IGNORECASE | re.MULTILINE)
    wanted = kind is not None and kind[1].lower() in ("abuse", "fraud")
    return Report(ReportKind.COMPLAINT, "", "") if wanted else None


def _classified(status: str, text: str) -> Report:
    sort = ReportKind.HARD if GONE.match(status) else ReportKind.SOFT
    return Report(sort, status, " ".join(text.split())[:MAX_LENGTH])


def _field(fields: Message, name: str) -> str:
    return str(fields.get(name, "")).strip()[:1000]
