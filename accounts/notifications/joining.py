"""Joins notices about one game into one letter: the receipt, what happened, and what is asked now.

Kinds with a `part` join if they concern the same game and person. As soon as one is due, all are
gathered into one notice, including those scheduled for later, since a letter goes out anyway.
Each keeps its row, and all are settled with the letter in one transaction
(accounts.notifications.digests).
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from accounts.models import Notice
from accounts.notifications import due_notices, eligibility, render
from accounts.notifications.eligibility import NotSent
from accounts.notifications.kinds import KINDS, Letter, Part, joining

Pair = tuple[int | None, Any]  # person and game
State = Notice.State


def found(due: Sequence[Notice], now: datetime) -> list[list[Notice]]:
    """Groups to join into one letter: due notices, and others for the same person and game. Locks
    the others.
    """
    by_pair: dict[Pair, list[Notice]] = defaultdict(list)
    for notice in [*_fresh(due), *joinable(due, now)]:
        by_pair[_pair(notice)].append(notice)
    several = (parts for parts in by_pair.values() if len(parts) > 1)
    return [sorted(parts, key=lambda part: part.pk) for parts in several]


def joinable(due: Sequence[Notice], now: datetime) -> list[Notice]:
    """Other notices that would join one of these, locked."""
    pairs = {_pair(notice) for notice in _fresh(due)}
    if not pairs:
        return []
    people = {recipient for recipient, _game in pairs if recipient is not None}
    games = {game for _recipient, game in pairs}
    others = due_notices.joinable(people, games, [notice.pk for notice in due], now)
    return [each for each in others if _pair(each) in pairs]


def _fresh(due: Sequence[Notice]) -> list[Notice]:
    kinds = joining()
    return [notice for notice in due if notice.kind in kinds and _is_fresh(notice)]


def _pair(notice: Notice) -> Pair:
    return notice.recipient_id, notice.facts.get("game")


def _is_fresh(notice: Notice) -> bool:
    return notice.attempts == 0 and notice.recipient_id is not None and "game" in notice.facts


def are_one(parts: Sequence[Notice]) -> bool:
    """Whether all of these concern the same game and are of kinds that join."""
    about = {part.scope for part in parts if part.kind in joining()}
    return len(about) == 1 and all(part.scope in about for part in parts)


def compose(parts: Sequence[Notice]) -> tuple[Letter | None, list[tuple[Notice, NotSent]]]:
    """One letter about all parts that are still true, and the parts left out with their reasons."""
    order = joining()
    true: list[tuple[Notice, Part]] = []
    ended: list[tuple[Notice, NotSent]] = []
    for notice in sorted(parts, key=lambda part: (order.index(part.kind), -(part.pk or 0))):
        try:
            eligibility.check(notice)
            true.append((notice, _true(KINDS[notice.kind].part, notice)))
        except NotSent as never:
            ended.append((notice, never))
    while true:
        if letter := _led(true):
            return letter, ended
        ended.append((true.pop(0)[0], NotSent(State.DROPPED, eligibility.UNTRUE)))
    return None, ended


def _led(true: Sequence[tuple[Notice, Part]]) -> Letter | None:
    """The letter of the first notice, with the parts of the others added."""
    (main, _part), *others = true
    added = [part for _notice, part in sorted(others, key=lambda other: other[0].pk or 0)]
    with render.joined_by(added), render.naming_the_way_out(main):
        letter = KINDS[main.kind].compose(main)
    if letter is None:
        return None
    headers = {name: value for part in added for name, value in part.headers.items()}
    return replace(letter, headers={**render.ways_out(main), **letter.headers, **headers})


def part_of(notice: Notice) -> Part | None:
    """What this notice adds to other letters; None if it adds nothing or is no longer true."""
    part = KINDS[notice.kind].part
    return part(notice) if part is not None else None


def _true(part: Callable[[Notice], Part | None] | None, notice: Notice) -> Part:
    found = part(notice) if part is not None else None
    if found is None:
        raise NotSent(State.DROPPED, eligibility.UNTRUE)
    return found
