"""Digests: notices that are due for the same person at the same time become one e-mail.

A person chooses (`User.digest`): every hand immediately; at most one e-mail an hour about hands
that wait; or one a day, which includes news. No hand is held back for more than half of its
time. Notices that are due together are gathered into a digest notice just before sending. It
says what is still true then, and each part gets a delivery status of its own.
"""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import chain
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Notice, User
from accounts.notifications import (
    due_notices,
    eligibility,
    html_budget,
    joining,
    kinds,
    prefetch,
    quiet_hours,
    render,
    summaries,
    unsubscribe,
)
from accounts.notifications.eligibility import NotSent
from accounts.notifications.kinds import KINDS, Gathers, Letter, Part
from accounts.notifications.recipients import AN_HOUR, Recipient
from accounts.operation.database_errors import run_isolated

KIND = unsubscribe.DIGEST
BATCH_SIZE = 500  # notices gathered in one transaction, or more if one person has more
MAX_LENGTH = 40  # notices in one digest
Digest = User.Digest
State = Notice.State


def slot(person: Recipient, kind: str, at: datetime, latest: datetime | None) -> datetime:
    """When to send a notice of this kind, given the person's digest setting.

    It goes at once where waiting would cost more than half of the time until `latest`.
    """
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
    """Creates digests for all people with several notices due; returns how many."""
    return sum(_gather(people, now) for people in _batches(due_notices.people_with_several(now)))


def _batches(several: Iterable[tuple[int, int]]) -> Iterator[list[int]]:
    """These people in batches; nobody's notices are divided between two."""
    batch: list[int] = []
    size = 0
    for person, count in several:
        if batch and size + count > BATCH_SIZE:
            yield batch
            batch, size = [], 0
        batch.append(person)
        size += count
    if batch:
        yield batch


def _gather(people: Collection[int], now: datetime) -> int:
    with transaction.atomic():
        by_person: dict[int, list[Notice]] = defaultdict(list)
        for notice in due_notices.gathered(people, now):
            by_person[notice.recipient_id or 0].append(notice)
        several_each = [found for found in by_person.values() if len(found) > 1]
        beside = joining.joinable([part for found in several_each for part in found], now)
        for notice in beside:
            by_person[notice.recipient_id or 0].append(notice)
        return len(_make_each(several_each, now))


def joined(due: Sequence[Notice], now: datetime) -> list[Notice]:
    """Replaces notices for the same person about the same game by one; returns what is left.

    The replacement also includes notices that aren't due yet. Call this in the transaction that
    locked them.
    """
    made = _make_each(joining.found(due, now), now, of_one_game=True)
    taken = {part.pk for _digest, parts in made for part in parts}
    left = [notice for notice in due if notice.pk not in taken]
    return left + [digest for digest, _parts in made]


def _make_each(
    groups: Iterable[Sequence[Notice]], now: datetime, *, of_one_game: bool = False
) -> list[tuple[Notice, Sequence[Notice]]]:
    """Digests of each group, with their parts. One that fails is left out, and stops no other."""
    made: list[tuple[Notice, Sequence[Notice]]] = []

    def make(parts: Sequence[Notice]) -> int:
        with transaction.atomic():
            facts = {"game": parts[0].facts["game"]} if of_one_game else {}
            made.append((_make(parts, now, facts), parts))
        return 1

    for parts in chain.from_iterable(map(_divided, groups)):
        run_isolated(partial(make, parts), f"The digest of notice {parts[0].pk}")
    return made


def _divided(group: Sequence[Notice]) -> list[list[Notice]]:
    """The parts of as many digests as a group needs: those about one game stay together if one
    digest can take them. One that would be left alone is its own letter.
    """
    found: list[list[Notice]] = [[]]
    for parts in _by_game(group):
        if len(found[-1]) + len(parts) > MAX_LENGTH:
            found.append([])
        for part in parts:
            if len(found[-1]) == MAX_LENGTH:
                found.append([])
            found[-1].append(part)
    return [parts for parts in found if len(parts) > 1]


def _by_game(group: Sequence[Notice]) -> Iterable[list[Notice]]:
    by_game: dict[object, list[Notice]] = defaultdict(list)
    for part in group:
        by_game[part.facts.get("game", f"notice {part.pk}")].append(part)
    return by_game.values()


def _make(parts: Sequence[Notice], now: datetime, facts: dict[str, Any]) -> Notice:
    mark = _mark(parts)
    digest = Notice.objects.create(
        recipient=parts[0].recipient,
        kind=KIND,
        facts=facts,
        message_id=mark,
        reason=next((part.reason for part in parts if part.reason), ""),
        event=f"digest:{mark}",
        send_after=now,
        created_at=now,
    )
    Notice.objects.filter(pk__in=[part.pk for part in parts]).update(digest=digest)
    return digest


def _mark(parts: Sequence[Notice]) -> str:
    """The Message-ID of a digest. It is derived from those of its parts, so the same digest made
    again after a restore is the same e-mail; one that exists already is left to its digest, whose
    parts may have been queued again.
    """
    mark = _hashed(" ".join(sorted(part.message_id for part in parts)))
    while Notice.objects.filter(message_id=mark).exists():
        mark = _hashed(mark)
    return mark


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def compose(notice: Notice) -> Letter | None:
    """The letter about all parts that are still true; the others are settled separately.

    If only one part is left, this is its ordinary letter; if all concern one game, they are joined
    into one letter about that game.
    """
    parts: list[Notice] = prefetch.found("parts", notice)
    if joining.are_one(parts):
        letter, ended = joining.compose(parts)
        for part, never in ended:
            _end([part], never.state, never.reason)
        return letter
    told = [(part, letter) for part in parts if (letter := _part(part))]
    if not told:
        return None
    if len(told) == 1:
        ((part, letter),) = told
        return replace(letter, headers={**render.ways_out(part), **letter.headers})
    hands = sum(_sort(part.kind) == Gathers.HANDS for part, _letter in told)
    numbered = kinds.numbered([part for part, _letter in told])
    asked = numbered.entries if numbered is not None else {}
    entries = [_entry(part, letter) | asked.get(part.pk, {}) for part, letter in told]
    # Hands that wait come first, in the order of their numbers; then the news.
    entries.sort(key=lambda entry: (not entry.get("asks"), entry.get("number", 0)))
    return of_entries(hands_wait(hands), entries, numbered.reply_to if numbered else "")


def of_entries(
    subject: str,
    entries: Sequence[Mapping[str, object]],
    reply_to: str = "",
    headers: dict[str, str] | None = None,
    **more: object,
) -> Letter:
    """A letter with several entries; everything that waits is answered to the one `reply_to`."""
    asking = [entry for entry in entries if entry.get("asks")]
    example = asking[0]["example"] if len(asking) > 1 else ""
    context = {"entries": entries, "example": example, "by_mail": bool(reply_to), **more}
    headers = {**({"Reply-To": reply_to} if reply_to else {}), **(headers or {})}
    pieces = html_budget.pieces_of(entries, by_mail=bool(reply_to), facts=more.get("facts"))
    shown = html_budget.whole(pieces)
    letter = render.write("digest", subject, {**context, "pieces": shown}, headers)
    excess = html_budget.size(letter.html) - html_budget.MAX_BYTES
    if excess <= 0:
        return letter
    shown = html_budget.shortened(pieces, shown, excess)
    return render.write("digest", subject, {**context, "pieces": shown}, headers)


def _parts(digests: Sequence[Notice]) -> list[list[Notice]]:
    """The queued parts of each digest, fetched in one query and linked for prefetching."""
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
        with render.naming_the_way_out(part):
            letter = KINDS[part.kind].compose(part)
        if letter is None:
            raise NotSent(State.DROPPED, eligibility.UNTRUE)
    except NotSent as never:
        _end([part], never.state, never.reason)
        return None
    return letter


def _entry(part: Notice, letter: Letter) -> dict[str, Any]:
    if KINDS[part.kind].briefs is None and (more := joining.part_of(part)) is not None:
        return _of_part(more, letter)
    brief = letter.brief or summaries.brief(part)
    return {
        "title": brief.title if brief else KINDS[part.kind].one(),
        "text": brief.text if brief else letter.subject,
        "gist": letter.gist,
        "url": letter.url,
        "reply": letter.headers.get("Reply-To", ""),
    }


def _of_part(part: Part, letter: Letter) -> dict[str, Any]:
    """The entry of a notice that only adds to other letters, such as a receipt."""
    (title, *lines), facts = part.lines, [f"{label} {text}" for label, text in part.facts]
    return {"title": title, "text": " ".join(lines), "gist": facts, "url": letter.url}


def hands_wait(hands: int) -> str:
    """The subject: the number of hands that wait, never a card."""
    if not hands:
        return _("News from your tables")
    return ngettext("%d hand waits for you", "%d hands wait for you", hands) % hands


def settle(digest: Notice, state: str, reason: str) -> None:
    """Gives the parts that are still queued the final state of their digest."""
    parts = list(digest.gathered.filter(state=State.QUEUED))
    _end(parts, state, "digest" if state == State.SENT else reason)


@contextmanager
def settled_with(left: Sequence[Notice]) -> Iterator[None]:
    """Context manager: marking a digest as sent inside it marks its parts as sent as well."""
    keys = [notice.pk for notice in left if notice.kind == KIND]
    if not keys:
        yield
        return
    with transaction.atomic():
        yield
        for digest in Notice.objects.filter(pk__in=keys, state=State.SENT):
            settle(digest, State.SENT, "")


def _end(parts: Sequence[Notice], state: str, reason: str) -> None:
    queued = Notice.objects.filter(pk__in=[part.pk for part in parts], state=State.QUEUED)
    eligibility.still_applies(queued, reason, parts).update(
        state=state, reason=reason[:200], finished_at=timezone.now(), leased_until=None
    )
    if reason in (eligibility.LATE, eligibility.UNTRUE):  # it no longer applies to those left
        queued.update(digest=None)
