"""The moderators' log: append-only, and verifiable.

Each entry contains a SHA-256 over itself and the previous digest, so that altering, dropping or
inserting one means rewriting all that follow. Whoever keeps the last digest elsewhere
(`manage.py verifylog` prints it) will notice even that.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.encryption import CannotOpen, seal
from accounts.models import ModerationEntry, Remark, User
from accounts.models.audit_log import mark_of
from accounts.security.key_rotation import Column
from accounts.text import mentions

LOCK = "tideweb-moderation-log"
BATCH = 2000
MAX_REMARK_LENGTH = 1000  # characters
COLUMNS = (
    Column(
        Remark, "sealed", lambda remark: Remark.associated_data(remark.entry.number), ("entry",)
    ),
)
REASONS: Mapping[str, str | Promise] = {
    "asked": _("at the players’ request"),
    "outage": _("the site was down, or e-mails were late"),
    "defect": _("a bug of ours"),
    "absent": _("a long absence"),
    "conduct": _("conduct"),
    "unfair": _("unfair play"),
    "other": _("something else, explained below"),
}


@dataclass(frozen=True)
class Verified:
    """Result of `verify`: the number of valid entries, the last digest, and the first fault, if
    any.
    """

    entries: int
    head: str
    fault: str = ""


def append(
    actor: User | None,
    command: str,
    about: str,
    *,
    reason: str = "",
    text: str = "",
    facts: dict[str, Any] | None = None,
) -> ModerationEntry:
    """Appends an entry within the caller's transaction, which then blocks all other writers.

    It must therefore be the last thing a command does: locking a game after it could deadlock with
    somebody who waits for the log.
    """
    with transaction.atomic():
        _lock()
        last = ModerationEntry.objects.order_by("-number").first()
        entry = ModerationEntry(
            number=last.number + 1 if last else 1,
            at=timezone.now(),
            actor=actor,
            command=command,
            about=about,
            reason=reason,
            facts=facts or {},
            previous=last.digest if last else "",
        )
        salt = secrets.token_hex(16)
        entry.mark = mark_of(salt, text[:MAX_REMARK_LENGTH]) if text else ""
        entry.digest = digest_of(entry)
        entry.save(force_insert=True)
        if text:
            sealed = seal([salt, text[:MAX_REMARK_LENGTH]], Remark.associated_data(entry.number))
            Remark.objects.create(entry=entry, sealed=sealed)
    return entry


def _lock() -> None:
    """Locks the log until the transaction ends. At READ COMMITTED the next statement sees the
    latest entry.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [LOCK])


def digest_of(entry: ModerationEntry) -> str:
    """SHA-256, in hex, of the entry as canonical JSON."""
    facts = {
        "number": entry.number,
        "at": entry.at.astimezone(UTC).isoformat(),
        "actor": entry.actor_id,
        "command": entry.command,
        "about": entry.about,
        "reason": entry.reason,
        "mark": entry.mark,
        "facts": entry.facts,
        "previous": entry.previous,
    }
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def about_game(code: str) -> str:
    """How the log refers to a game: by its code."""
    return f"game:{code}"


def about_person(user_id: int | str) -> str:
    """How the log refers to a person: by id, so that the name can be erased elsewhere."""
    return f"person:{user_id}"


# Hooks: what this member of staff may not read about, as `about` names it. They see the entries,
# without the remarks.
UNREAD: "list[Callable[[User], Collection[str]]]" = []
# Hooks: what is hidden from them altogether.
UNSEEN: "list[Callable[[User], Collection[str]]]" = []


def unread_by(reader: User) -> set[str]:
    """All that `UNREAD` names."""
    return {about for find in UNREAD for about in find(reader)}


def unseen_by(reader: User) -> set[str]:
    """All that `UNSEEN` names."""
    return {about for find in UNSEEN for about in find(reader)}


def actions() -> "QuerySet[ModerationEntry]":
    """All entries about something that was done, without those about reading and refusals."""
    rows = ModerationEntry.objects.exclude(command__startswith="read_")
    return rows.exclude(command="refused")


def actions_about(about: str, limit: int = 50) -> "QuerySet[ModerationEntry]":
    """The actions on a game or person, newest first. Anybody can be refused, so what nobody was
    allowed to do is left out: it would hide what was done, and interrupt who is about to act."""
    return actions().filter(about=about).select_related("actor").order_by("-number")[:limit]


def last_action(about: str) -> int:
    """The number of the latest action; 0 if there is none."""
    return next((entry.number for entry in actions_about(about, 1)), 0)


def suspended_after(user: User, moment: datetime) -> bool:
    """Whether a person was suspended after that moment, and not at it. A suspension that was lifted
    is taken to have lasted all its days."""
    ends = {
        entry.at: entry.at + timedelta(days=entry.facts.get("days", 0))
        for entry in suspensions(user)
    }
    return any(at > moment for at in ends) and not any(
        at <= moment < end for at, end in ends.items()
    )


def suspensions(user: User) -> "QuerySet[ModerationEntry]":
    """The person's suspensions that were not undone, newest first."""
    rows = ModerationEntry.objects.filter(about=about_person(user.pk)).order_by("-number")
    undone = set(rows.filter(command="undo").values_list("facts__undoes", flat=True))
    return rows.filter(command="suspend").exclude(number__in=undone)


def take_words_away(
    person: User,
    whole: Collection[str],
    near: Collection[str],
    names: Collection[str],
    addresses: Collection[str],
) -> None:
    """Erases remarks: all about anything in `whole`, those about `near` or by this person that
    contain one of the names, and any that contain one of the addresses.

    A name alone is not enough: somebody called "the" would empty the whole log.
    """
    for remark in Remark.objects.select_related("entry").iterator(BATCH):
        text, about = remark.words[1].casefold(), remark.entry.about
        close = about in near or remark.entry.actor_id == person.pk
        named = close and mentions.any_in(text, names)
        if about in whole or named or any(address in text for address in addresses):
            remark.delete()


def verify(expected: str = "") -> Verified:
    """Verifies the whole chain. `expected` is a digest that must be in it, or that was the last one
    before the chain was rebuilt.
    """
    previous, number, found = "", 0, not expected
    for entry in ModerationEntry.objects.order_by("number").iterator(BATCH):
        if fault := _fault(entry, number + 1, previous):
            return Verified(number, previous, fault)
        number, previous = entry.number, entry.digest
        found = found or expected in (previous, entry.facts.get("formerly"))
    fault = "" if found else f"No entry has the digest {expected}: entries were cut off."
    return Verified(number, previous, fault)


def _fault(entry: ModerationEntry, number: int, previous: str) -> str:
    if entry.number != number:
        return f"Entry {number} is missing; the next one is {entry.number}."
    if entry.previous != previous:
        return f"Entry {number} does not follow the one before it."
    if entry.digest != digest_of(entry):
        return f"Entry {number} was altered."
    return "" if _words_fit(entry) else f"The words of entry {number} were altered."


def _words_fit(entry: ModerationEntry) -> bool:
    """Whether the remark matches the entry's commitment; an erased remark counts as matching."""
    remark: Remark | None = getattr(entry, "remark", None)
    try:
        return remark is None or remark.mark == entry.mark
    except CannotOpen:
        return False
