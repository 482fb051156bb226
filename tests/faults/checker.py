"""Judges a history: what clients were told, compared with what was played and which letters
arrived.

It knows nothing about the service and reads no database. It gets plain facts, so that it can be
read in ten minutes and tested with forged histories (test_checker.py).

A seat's answer in a hand is a register: written by requests that may overlap, and read once, when
the hand is resolved. A request takes effect at one moment between being sent and being answered;
one that was answered 5xx, or not at all, may take effect at any later moment, or never.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

PAST = ("past", "dropped", "refused")  # outcomes of a mail to a hand that accepts no more answers
OK, REFUSED, UNKNOWN = "ok", "refused", "unknown"


@dataclass(frozen=True)
class Answer:
    """One request to answer a hand, on the page, by API or by mail.

    `told` is when its sender learnt the outcome, if ever. A request that is repeated under the same
    key is one answer, from the first attempt to the last reply.
    """

    game: str
    hand: int
    seat: int
    notation: str
    sent: float
    told: float
    outcome: str
    receipt: str = ""


@dataclass(frozen=True)
class Bid:
    """A seat's final bid. `chosen`: the service chose it, since nobody had answered by `due`."""

    notation: str
    receipt: str = ""
    chosen: bool = False
    due: float = 0


@dataclass(frozen=True)
class Hand:
    """A hand at the end of the run. `turned` is when it was first seen resolved; None if it is
    open.
    """

    game: str
    number: int
    awaiting: Sequence[int]
    bids: Mapping[int, Bid]
    turned: float | None


@dataclass(frozen=True)
class Owed:
    """A letter that somebody should get; `withheld` is the reason if it was rightly not sent.

    `most` is how often it may come by what went wrong: by default once more than it should.
    """

    person: str
    event: str
    identity: str
    withheld: str = ""
    most: int = 2


@dataclass(frozen=True)
class Mail:
    """An answer by mail, with the time it was stored.

    `closed` is when its hand stopped accepting answers, if it did, by the same clock; `outcome` is
    the result of the mail ("": the sender was never told).
    """

    name: str
    stored: float
    closed: float | None
    outcome: str


@dataclass
class History:
    """Everything known about a run. `arrived`: the Message-IDs that the mail server accepted."""

    answers: list[Answer] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    owed: list[Owed] = field(default_factory=list)
    arrived: list[str] = field(default_factory=list)
    mails: list[Mail] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)  # what was visible before its hand was resolved
    strays: list[str] = field(default_factory=list)  # where the rules give another result
    seated: list[tuple[str, int, str]] = field(default_factory=list)  # game, seat, person
    failed: list[tuple[float, int]] = field(default_factory=list)  # when, and the 5xx status
    calm: list[tuple[float, float]] = field(default_factory=list)  # times without faults


@dataclass(frozen=True)
class Violation:
    """A violation: its kind in one word, and where."""

    kind: str
    what: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.what}"


def check(history: History) -> list[Violation]:
    """All violations in this history."""
    return [
        *_each_turned_once(history.hands),
        *_answers_stand(history),
        *_none_stuck(history.hands),
        *_letters(history.owed, history.arrived),
        *_mails(history.mails),
        *(Violation("seen early", what) for what in history.seen),
        *(Violation("course", what) for what in history.strays),
        *_seats(history.seated),
        *_failures(history),
    ]


def _each_turned_once(hands: Iterable[Hand]) -> Iterator[Violation]:
    times = Counter((hand.game, hand.number) for hand in hands)
    for (game, number), count in times.items():
        if count > 1:
            yield Violation("twice", f"hand {number} of {game} was turned {count} times")


def _answers_stand(history: History) -> Iterator[Violation]:
    given: dict[tuple[str, int, int], list[Answer]] = defaultdict(list)
    for answer in history.answers:
        given[answer.game, answer.hand, answer.seat].append(answer)
    known = {(hand.game, hand.number) for hand in history.hands}
    for hand in history.hands:
        for seat in hand.awaiting:
            yield from _seat_stands(hand, seat, given[hand.game, hand.number, seat])
    for (game, number, seat), answers in given.items():
        if (game, number) not in known and any(answer.outcome == OK for answer in answers):
            yield Violation("lost", f"hand {number} of {game}, seat {seat}: there is no such hand")


def _seat_stands(hand: Hand, seat: int, answers: Sequence[Answer]) -> Iterator[Violation]:
    where = f"hand {hand.number} of {hand.game}, seat {seat}"
    bid = hand.bids.get(seat)
    accepted = [answer for answer in answers if answer.outcome == OK]
    for answer in accepted:
        if hand.turned is not None and answer.sent > hand.turned:
            yield Violation("late", f"{where}: {answer.notation} was accepted after it was turned")
    if bid is None or bid.chosen:
        if accepted:
            yield Violation("lost", f"{where}: {accepted[-1].notation} was accepted; {_what(bid)}")
        if bid is not None and hand.turned is not None and hand.turned < bid.due:
            yield Violation("early", f"{where}: chosen for it before its time was over")
        return
    possible = [answer for answer in answers if answer.outcome != REFUSED]
    same = [answer for answer in possible if answer.notation == bid.notation]
    last = [answer for answer in same if not _overtaken(answer, accepted)]
    if not same:
        yield Violation("foreign", f"{where}: {bid.notation} stands, which nobody sent")
    elif not last:
        yield Violation(
            "older", f"{where}: {bid.notation} stands, {accepted[-1].notation} came after it"
        )
    elif bid.receipt and all(answer.receipt not in ("", bid.receipt) for answer in last):
        yield Violation("receipt", f"{where}: {bid.notation} stands under another receipt")


def _what(bid: Bid | None) -> str:
    return "nothing stands" if bid is None else f"{bid.notation} was chosen instead"


def _overtaken(answer: Answer, accepted: Iterable[Answer]) -> bool:
    """Whether an accepted answer was sent after this one had been acknowledged."""
    return answer.outcome == OK and any(later.sent > answer.told for later in accepted)


def _none_stuck(hands: Iterable[Hand]) -> Iterator[Violation]:
    for hand in hands:
        if hand.turned is None and set(hand.awaiting) <= set(hand.bids):
            yield Violation("stuck", f"hand {hand.number} of {hand.game} is full, and not turned")


def _letters(owed: Sequence[Owed], arrived: Sequence[str]) -> Iterator[Violation]:
    copies, most = Counter(arrived), {letter.identity: letter.most for letter in owed}
    names: dict[tuple[str, str], set[str]] = defaultdict(set)
    for letter in owed:
        if not letter.withheld and not copies[letter.identity]:
            yield Violation("letter lost", f"{letter.event} to {letter.person}")
        names[letter.person, letter.event].add(letter.identity)
    for identity, count in copies.items():
        if count > most.get(identity, 2):
            yield Violation("letter too often", f"{identity} came {count} times")
    for (person, event), identities in names.items():
        if len(identities) > 1:
            yield Violation("letter renamed", f"{event} to {person} has {len(identities)} names")
    for identity in copies.keys() - {letter.identity for letter in owed}:
        yield Violation("letter foreign", f"{identity} is owed to nobody")


def _mails(mails: Iterable[Mail]) -> Iterator[Violation]:
    for mail in mails:
        if not mail.outcome:
            yield Violation("mail lost", f"{mail.name} was settled, and nothing came of it")
        elif mail.outcome in PAST and mail.closed is not None and mail.stored < mail.closed:
            yield Violation("mail late", f"{mail.name} was stored while its hand was open")


def _seats(seated: Iterable[tuple[str, int, str]]) -> Iterator[Violation]:
    people: dict[tuple[str, int], set[str]] = defaultdict(set)
    for game, seat, person in seated:
        people[game, seat].add(person)
    for (game, seat), those in people.items():
        if len(those) > 1:
            yield Violation("seat twice", f"seat {seat} of {game} was given to {len(those)} people")


def _failures(history: History) -> Iterator[Violation]:
    """Violations by errors: a service that can't answer must say 503, and only during a fault."""
    for at, status in history.failed:
        if status != 503:
            yield Violation("error", f"{status} at {at:.1f} s")
        elif any(began <= at <= ended for began, ended in history.calm):
            yield Violation("busy", f"503 at {at:.1f} s, when nothing was wrong")
