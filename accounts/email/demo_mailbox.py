"""The demo's mailbox: letters that our mail listener took for local people, encrypted at rest."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Q

from accounts import encryption
from accounts.email.inbound_routes import Arrival
from accounts.models import MailboxLetter, User
from accounts.security.key_rotation import Column

KEPT_FOR_EACH = 500  # letters per person; the oldest are deleted first
MESSAGE_ID_LENGTH = 250
# Exceptions that the standard library's mail parser raises on malformed mail.
RUBBISH = (ValueError, LookupError, AttributeError, TypeError)


@dataclass(frozen=True)
class Head:
    """One letter in the list; `opening` is the first line that says something."""

    pk: int
    sender: str
    subject: str
    opening: str
    received_at: datetime


@dataclass(frozen=True)
class Opened:
    """A complete letter: decoded text and HTML, and its raw headers in their order."""

    head: Head
    headers: list[tuple[str, str]]
    text: str
    html: str


class OwnLetters:
    """Takes the demo's letters to local people, so that the demo needs no mail server."""

    def knows(self, address: str) -> bool:
        """Whether this is the address of a person here, in a demo."""
        return settings.TIDEWEB_DEMO and person_at(address) is not None

    def take(self, arrival: Arrival) -> None:
        """Stores the mail in the recipient's mailbox."""
        person = person_at(arrival.recipient)
        if person is not None:
            store(arrival.raw, [person])


def person_at(address: str) -> User | None:
    """The active person who has this address, confirmed or not."""
    held = EmailAddress.objects.filter(email__iexact=address).values("user_id")
    return (
        User.objects.filter(Q(email__iexact=address) | Q(pk__in=held), is_active=True)
        .order_by("id")
        .first()
    )


def store(raw: bytes, people: Iterable[User]) -> None:
    """Stores a mail for each of these people; a Message-ID they already have is ignored."""
    mail = _parsed(raw)
    message_id = _message_id(mail, raw)
    head = {
        "sender": _header(mail, "From"),
        "subject": _header(mail, "Subject"),
        "opening": _opening(_body(mail, "plain")),
    }
    for person in people:
        associated_data = _associated_data_of(person.pk, message_id)
        MailboxLetter.objects.get_or_create(
            recipient=person,
            message_id=message_id,
            defaults={
                "sealed_head": encryption.seal(head, f"{associated_data}:head"),
                "sealed_raw": encryption.seal(raw.decode("latin-1"), f"{associated_data}:raw"),
            },
        )
        _make_room(person)


def letters_of(person: User, limit: int = 100) -> list[Head]:
    """This person's letters, newest first."""
    rows = person.mailbox_letters.defer("sealed_raw").order_by("-id")[:limit]
    return [_head(row) for row in rows]


def open_letter(person: User, pk: int) -> Opened | None:
    """The person's letter with this key; None if it isn't theirs."""
    row = person.mailbox_letters.filter(pk=pk).first()
    if row is None:
        return None
    raw = encryption.unseal(row.sealed_raw, f"{_associated_data_of_row(row)}:raw")
    mail = _parsed(raw.encode("latin-1"))
    headers = [(name, str(value)) for name, value in mail.raw_items()]
    return Opened(_head(row), headers, _body(mail, "plain"), _body(mail, "html"))


def _parsed(raw: bytes) -> EmailMessage:
    return message_from_bytes(raw, policy=policy.default)


def _message_id(mail: EmailMessage, raw: bytes) -> str:
    """The mail's own Message-ID, or one derived from its content."""
    named = _header(mail, "Message-ID").strip()
    if 0 < len(named) <= MESSAGE_ID_LENGTH:
        return named
    return f"<{hashlib.sha256(raw).hexdigest()}>"


def _header(mail: EmailMessage, name: str) -> str:
    """The decoded header; empty if it is missing or unreadable."""
    try:
        return str(mail.get(name, ""))[:500]
    except RUBBISH:
        return ""


def _body(mail: EmailMessage, subtype: str) -> str:
    """The text of the body part of this subtype; empty if it is missing or unreadable."""
    try:
        part = mail.get_body((subtype,))
        return str(part.get_content()).replace("\r\n", "\n") if part else ""
    except RUBBISH:
        return ""


def _opening(text: str) -> str:
    """The first line that says something; not the one above which people answer."""
    lines = (line.strip(" |") for line in text.splitlines())  # "|" marks what goes before
    return next((line[:100] for line in lines if line and not line.startswith("====")), "")


def _head(row: MailboxLetter) -> Head:
    head = encryption.unseal(row.sealed_head, f"{_associated_data_of_row(row)}:head")
    opening = head.get("opening", "")
    return Head(row.pk, head["sender"], head["subject"], opening, row.received_at)


COLUMNS = (
    Column(MailboxLetter, "sealed_head", lambda row: f"{_associated_data_of_row(row)}:head"),
    Column(MailboxLetter, "sealed_raw", lambda row: f"{_associated_data_of_row(row)}:raw"),
)


def _associated_data_of_row(row: MailboxLetter) -> str:
    return _associated_data_of(row.recipient_id, row.message_id)


def _associated_data_of(person_id: int, message_id: str) -> str:
    return f"mailbox:{person_id}:{message_id}"


def _make_room(person: User) -> None:
    oldest_kept = person.mailbox_letters.order_by("-id").values_list("id", flat=True)[
        KEPT_FOR_EACH - 1 : KEPT_FOR_EACH
    ]
    for pk in list(oldest_kept):
        person.mailbox_letters.filter(pk__lt=pk).delete()
