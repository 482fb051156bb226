"""The log of moderators: appended to, read, and verified; nothing in it can be changed.

Each entry carries the SHA-256 of itself and of the one before, so that whoever alters, drops
or inserts one would have to write all that follow anew; whoever keeps the last digest elsewhere
(`manage.py verifylog` prints it) sees that, too.
"""

import hashlib
import json
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import ModerationEntry, Remark, User
from accounts.models.audit_log import mark_of
from accounts.security.encryption import CannotOpen, seal
from accounts.security.key_rotation import Column

LOCK = "tideweb-moderation-log"
BATCH = 2000
MAX_REMARK_LENGTH = 1000  # letters of a remark
COLUMNS = (Column(Remark, "sealed", lambda remark: Remark.place(remark.entry.number), ("entry",)),)
REASONS: Mapping[str, str | Promise] = {
    "asked": _("the players asked for it"),
    "outage": _("the site was down, or e-mails were late"),
    "defect": _("a bug of ours"),
    "absent": _("somebody has been away for a long time"),
    "conduct": _("how somebody behaved"),
    "unfair": _("unfair play"),
    "other": _("something else, explained below"),
}


@dataclass(frozen=True)
class Verified:
    """What `verify` found: how many entries hold, the last digest, and the first fault in words."""

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
    """Writes one entry, in the caller's transaction; others wait with theirs until it ends.

    So it is the last thing that a command does: whoever locked a game after it could wait for
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
            sealed = seal([salt, text[:MAX_REMARK_LENGTH]], Remark.place(entry.number))
            Remark.objects.create(entry=entry, sealed=sealed)
    return entry


def _lock() -> None:
    """Until the transaction ends.  At READ COMMITTED the next statement sees what was committed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [LOCK])


def digest_of(entry: ModerationEntry) -> str:
    """SHA-256, in hex, of all that an entry says, in one way of writing JSON."""
    said = {
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
    text = json.dumps(said, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def about_game(code: str) -> str:
    """The key by which the log names a game."""
    return f"game:{code}"


def about_person(user_id: int) -> str:
    """How the log names a person: by number, so that a name can be taken out elsewhere."""
    return f"person:{user_id}"


def actions_about(about: str, limit: int = 50) -> "QuerySet[ModerationEntry]":
    """What was done about a game or a person, newest first; not who read about it."""
    rows = ModerationEntry.objects.filter(about=about).exclude(command__startswith="read_")
    return rows.select_related("actor").order_by("-number")[:limit]


def last_action(about: str) -> int:
    """The number of the last of them; 0 for none."""
    return next((entry.number for entry in actions_about(about, 1)), 0)


def last_of(user: User, command: str) -> ModerationEntry | None:
    """The last time that this was done about a person and not undone."""
    rows = ModerationEntry.objects.filter(about=about_person(user.pk)).order_by("-number")
    undone = set(rows.filter(command="undo").values_list("facts__undoes", flat=True))
    return rows.filter(command=command).exclude(number__in=undone).first()


def take_words_away(
    whole: Collection[str], near: Collection[str], name: str, addresses: Collection[str]
) -> None:
    """Takes remarks away for good: all of those about what is in `whole`, those in `near` that
    have the name in them, and any that has one of the addresses.

    A name alone is not enough: whoever called themselves "the" would empty the whole log.
    """
    for remark in Remark.objects.select_related("entry").iterator(BATCH):
        text, about = remark.words[1].casefold(), remark.entry.about
        named = about in near and name.casefold() in text
        if about in whole or named or any(address in text for address in addresses):
            remark.delete()


def verify(expected: str = "") -> Verified:
    """Walks through the whole chain.  `expected` is a digest that must still be in it, or that was
    its last one before it was made anew."""
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
    """Words that were taken away fit."""
    remark: Remark | None = getattr(entry, "remark", None)
    try:
        return remark is None or remark.mark == entry.mark
    except CannotOpen:
        return False
