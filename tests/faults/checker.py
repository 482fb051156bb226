"""Judges a history: what clients were answered, against what was played and which letters came.

It knows nothing of the service and reads no database: it is handed plain facts, so that it can be
read in ten minutes and tried with forged histories (test_checker.py).  A seat's answer in a hand
is a register: written by requests that may overlap, read once, when the hand is turned.  A request
counts at one moment between being sent and being answered; one that was answered 5xx, or not at
all, may count at any later moment, or never.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

PAST = ("past", "dropped", "refused")  # what becomes of a mail to a hand that takes no more
OK, REFUSED, UNKNOWN = "ok", "refused", "unknown"


@dataclass(frozen=True)
class Answer:
    """One request to answer a hand, on the page, over the API or by mail.

    `told` is when its outcome was known; of an unknown one nobody ever was told.  The same request
    sent again under one key is one answer, from its first sending to its last reply.
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
    """What stands for a seat; `chosen`: the service chose it, since nobody answered until `due`."""

    notation: str
    receipt: str = ""
    chosen: bool = False
    due: float = 0


@dataclass(frozen=True)
class Hand:
    """A hand as it stands at the end; `turned` is when that was first seen, None if it is open."""

    game: str
    number: int
    awaiting: Sequence[int]
    bids: Mapping[int, Bid]
    turned: float | None


@dataclass(frozen=True)
class Owed:
    """A letter that somebody is to get; `withheld` says why it rightly did not go, if so."""

    person: str
    event: str
    identity: str
    withheld: str = ""


@dataclass(frozen=True)
class Mail:
    """An answer by mail that was stored at a moment; `closed` is when its hand took no more, if it
    did, by the same clock, and `outcome` what became of it ("": nothing was ever said)."""

    name: str
    stored: float
    closed: float | None
    outcome: str


@dataclass
class History:
    """All that is known of a run; `arrived` are the Message-IDs that the mail server took."""

    answers: list[Answer] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    owed: list[Owed] = field(default_factory=list)
    arrived: list[str] = field(default_factory=list)
    mails: list[Mail] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)  # what could be seen before its hand was turned
    strays: list[str] = field(default_factory=list)  # where the rules come to something else
    seated: list[tuple[str, int, str]] = field(default_factory=list)  # game, seat, to whom
    failed: list[tuple[float, int]] = field(default_factory=list)  # when, and with which 5xx
    calm: list[tuple[float, float]] = field(default_factory=list)  # spans in which nothing failed


@dataclass(frozen=True)
class Violation:
    """What must never be: its kind, one word, and where."""

    kind: str
    what: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.what}"


def check(history: History) -> list[Violation]:
    """Everything in this history that must not be."""
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
    """Whether an accepted answer was sent when this one had been acknowledged already."""
    return answer.outcome == OK and any(later.sent > answer.told for later in accepted)


def _none_stuck(hands: Iterable[Hand]) -> Iterator[Violation]:
    for hand in hands:
        if hand.turned is None and set(hand.awaiting) <= set(hand.bids):
            yield Violation("stuck", f"hand {hand.number} of {hand.game} is full, and not turned")


def _letters(owed: Sequence[Owed], arrived: Sequence[str]) -> Iterator[Violation]:
    copies = Counter(arrived)
    names: dict[tuple[str, str], set[str]] = defaultdict(set)
    for letter in owed:
        if not letter.withheld and not copies[letter.identity]:
            yield Violation("letter lost", f"{letter.event} to {letter.person}")
        names[letter.person, letter.event].add(letter.identity)
    for identity, count in copies.items():
        if count > 2:
            yield Violation("letter thrice", f"{identity} came {count} times")
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
    """Whoever cannot answer says 503, and only while something is wrong around it."""
    for at, status in history.failed:
        if status != 503:
            yield Violation("error", f"{status} at {at:.1f} s")
        elif any(began <= at <= ended for began, ended in history.calm):
            yield Violation("busy", f"503 at {at:.1f} s, when nothing was wrong")
