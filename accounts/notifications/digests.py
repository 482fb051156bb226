"""Several letters in one: when things wait for one person, they become one mail, not many.

A person chooses (`User.digest`): each hand at once; at most one letter an hour about hands that
wait (what comes within the hour waits for its end); or one a day, for news as well.  No hand is
held back for more than half of its time.  Letters that are due together are gathered into a
notice of their own just before they are sent; what is still true then stands in it, and each of
them has its fate.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.email import render
from accounts.models import Notice, User
from accounts.notifications import (
    eligibility,
    joining,
    kinds,
    prefetch,
    quiet_hours,
    summaries,
    unsubscribe,
)
from accounts.notifications.channels.names import MAIL
from accounts.notifications.eligibility import NotSent
from accounts.notifications.kinds import KINDS, Gathers, Letter, Part, gathering
from accounts.notifications.recipients import AN_HOUR, Recipient

KIND = unsubscribe.DIGEST
BATCH_SIZE = 500  # letters that are looked at in one go
MAX_LENGTH = 40  # of one digest
Digest = User.Digest
State = Notice.State


def slot(person: Recipient, kind: str, at: datetime, latest: datetime | None) -> datetime:
    """When a letter of this kind goes to somebody who wishes several in one."""
    held = _held_until(person, _sort(kind), at)
    if latest is not None and held > at + (latest - at) / 2:
        return at
    return held


def _held_until(person: Recipient, sort: Gathers, at: datetime) -> datetime:
    rhythm = person.user.digest
    if sort == Gathers.HANDS and rhythm == Digest.HOURLY and person.mailed_at:
        return max(at, person.mailed_at + AN_HOUR)
    if sort != Gathers.NEVER and rhythm == Digest.DAILY:
        return quiet_hours.next_hour(person.user, person.user.digest_hour, at)
    return at


def _sort(kind: str) -> Gathers:
    known = KINDS.get(kind)
    return known.gathers if known else Gathers.NEVER


def gather(now: datetime) -> int:
    """Makes one notice of what is due together for one person; returns how many it made."""
    hands = gathering(Gathers.HANDS)
    either = Q(recipient__digest=Digest.DAILY, kind__in=[*hands, *gathering(Gathers.NEWS)])
    either |= Q(recipient__digest=Digest.HOURLY, kind__in=hands)
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    due = Notice.objects.filter(
        either, free, state=State.QUEUED, channel=MAIL, send_after__lte=now, digest=None, attempts=0
    )
    several = list(_with_several(due)[:BATCH_SIZE])
    if not several:
        return 0
    with transaction.atomic():
        # Nobody else's: whoever claims letters meanwhile would find all of them locked.
        theirs = due.filter(recipient__in=several)
        locked = theirs.select_for_update(skip_locked=True, no_key=True, of=("self",))
        by_person: dict[int, list[Notice]] = defaultdict(list)
        for notice in locked.select_related("recipient").order_by("recipient_id", "id")[
            :BATCH_SIZE
        ]:
            by_person[notice.recipient_id or 0].append(notice)
        several_each = [found for found in by_person.values() if len(found) > 1]
        beside = joining.beside([part for found in several_each for part in found], now)
        for notice in beside:
            by_person[notice.recipient_id or 0].append(notice)
        made = [_make(found[:MAX_LENGTH], now) for found in several_each]
    return len(made)


def joined(due: Sequence[Notice], now: datetime) -> list[Notice]:
    """These notices, but of what is to be said to one person about one game one notice instead,
    also of what is not due yet; call it in the transaction that locks them."""
    found = joining.found(due, now)
    taken = {part.pk for parts in found for part in parts}
    made = [_make(parts[:MAX_LENGTH], now, {"game": parts[0].facts["game"]}) for parts in found]
    return [notice for notice in due if notice.pk not in taken] + made


def _with_several(due: "QuerySet[Notice]") -> "QuerySet[Notice, int]":
    """The people, by id, for whom more than one of these letters is due."""
    counted = due.order_by().values("recipient").annotate(letters=Count("pk"))
    return counted.filter(letters__gt=1).values_list("recipient", flat=True)


def _make(parts: Sequence[Notice], now: datetime, facts: dict[str, Any] | None = None) -> Notice:
    """Its Message-ID comes from theirs: made once more of the same, after a restore, it is the same
    letter."""
    marks = " ".join(sorted(part.message_id for part in parts))
    digest = Notice.objects.create(
        recipient=parts[0].recipient,
        kind=KIND,
        facts=facts or {},
        message_id=hashlib.sha256(marks.encode()).hexdigest()[:32],
        reason=next((part.reason for part in parts if part.reason), ""),
        event=f"digest:{parts[0].pk}",
        send_after=now,
        created_at=now,
    )
    Notice.objects.filter(pk__in=[part.pk for part in parts]).update(digest=digest)
    return digest


def compose(notice: Notice) -> Letter | None:
    """One letter about all that is still true of its parts; what is not gets its own fate.

    If one is left, it is that one's own letter; what is all about one game is one about that.
    """
    parts: list[Notice] = prefetch.found("parts", notice)
    if joining.are_one(parts):
        letter, ended = joining.compose(parts)
        for part, never in ended:
            _end([part.pk], never.state, never.reason)
        return letter
    told = [(part, letter) for part in parts if (letter := _part(part))]
    if len(told) < 2:
        return told[0][1] if told else None
    hands = sum(_sort(part.kind) == Gathers.HANDS for part, _letter in told)
    numbered = kinds.numbered([part for part, _letter in told])
    asked = numbered.entries if numbered is not None else {}
    entries = [_entry(part, letter) | asked.get(part.pk, {}) for part, letter in told]
    # What waits comes first, by its numbers; then the news.
    entries.sort(key=lambda entry: (not entry.get("asks"), entry.get("number", 0)))
    return of_entries(hands_wait(hands), entries, numbered.reply_to if numbered else "")


def of_entries(
    subject: str,
    entries: Sequence[Mapping[str, object]],
    reply_to: str = "",
    headers: dict[str, str] | None = None,
    **more: object,
) -> Letter:
    """One letter about several things; what waits in it is answered to this one address."""
    hands = sum(bool(entry.get("asks")) for entry in entries)
    context = {"entries": entries, "several": hands > 1, "by_mail": bool(reply_to), **more}
    back = {"Reply-To": reply_to} if reply_to else {}
    return render.write("digest", subject, context, {**back, **(headers or {})})


def _parts(digests: Sequence[Notice]) -> list[list[Notice]]:
    """What still stands in each of these digests, read for all of them and linked together."""
    found: dict[int, list[Notice]] = {digest.pk: [] for digest in digests if digest.kind == KIND}
    queued = Notice.objects.filter(digest__in=found, state=State.QUEUED).order_by("id")
    for part in queued.select_related("recipient", "digest"):
        found[part.digest_id or 0].append(part)
    prefetch.link([part for parts in found.values() for part in parts])
    return [found.get(digest.pk, []) for digest in digests]


prefetch.register("parts", _parts)


def _part(part: Notice) -> Letter | None:
    try:
        eligibility.check(part)
        letter = KINDS[part.kind].compose(part)
        if letter is None:
            raise NotSent(State.DROPPED, "untrue")
    except NotSent as never:
        _end([part.pk], never.state, never.reason)
        return None
    return letter


def _entry(part: Notice, letter: Letter) -> dict[str, Any]:
    if KINDS[part.kind].briefs is None and (more := joining.told(part)) is not None:
        return _of_part(more, letter)
    said = summaries.brief(part)
    return {
        "title": said.title if said else str(KINDS[part.kind].label),
        "text": said.text if said else letter.subject,
        "gist": letter.gist,
        "url": letter.url,
        "reply": letter.headers.get("Reply-To", ""),
    }


def _of_part(part: Part, letter: Letter) -> dict[str, Any]:
    """What only joins other letters, such as a receipt."""
    (title, *lines), facts = part.lines, [f"{label} {text}" for label, text in part.facts]
    return {"title": title, "text": " ".join(lines), "gist": facts, "url": letter.url}


def hands_wait(hands: int) -> str:
    """The subject: never a card; the number of hands, if any wait."""
    if not hands:
        return _("News from your tables")
    return ngettext("%d hand waits for you", "%d hands wait for you", hands) % hands


def settle(digest: Notice, state: str, reason: str) -> None:
    """What becomes of a digest becomes of what still stands in it."""
    parts = digest.gathered.filter(state=State.QUEUED).values_list("pk", flat=True)
    _end(list(parts), state, "digest" if state == State.SENT else reason)


@contextmanager
def settled_with(left: Sequence[Notice]) -> Iterator[None]:
    """What is marked as sent inside takes along what stands in those of them that are digests."""
    keys = [notice.pk for notice in left if notice.kind == KIND]
    if not keys:
        yield
        return
    with transaction.atomic():
        yield
        for digest in Notice.objects.filter(pk__in=keys, state=State.SENT):
            settle(digest, State.SENT, "")


def _end(ids: Iterable[int], state: str, reason: str) -> None:
    Notice.objects.filter(pk__in=list(ids), state=State.QUEUED).update(
        state=state, reason=reason[:200], finished_at=timezone.now(), leased_until=None
    )
