"""Replies to a letter about several hands: each line begins with a hand's number.

`1: 44` and `3: fire from 5` are two answers. A line that can't be read affects only itself; if two
lines disagree about one number, neither counts.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.operation import database_clock
from games import selectors
from games.mail.inbound import club, commands, execute, forgiving, own_text, undoing
from games.mail.inbound.asked import Asked
from games.mail.inbound.commands import Command, Wish
from games.mail.inbound.execute import LINES
from games.mail.inbound.forgiving import Answers
from games.mail.inbound.parse import Mail
from games.mail.inbound.understanding import strict
from games.models import InboundMail, ReplyTopic
from games.services.mail import inbox, reply_addresses
from games.services.mail.inbox import Result

# `1: 44`, `#1 = 44`, `1) 44`, `1. 44`; not `1.44` or `1 44`, which are ambiguous.
NUMBERED = re.compile(
    r"(?:#|n[or]\.? ?)?([0-9]{1,2}) ?(?:[:)=]|\.(?= )) ?(\S.*)", re.IGNORECASE | re.DOTALL
)
MAX_LINES = 60  # carried out per mail
MAX_SHOWN, MAX_PASSED = 80, 5  # characters of a repeated line; skipped lines that are repeated
# Commands that need no number, since they are about no hand.
WHOLE = (Wish.HELP, Wish.SHOW, Wish.VACATION)
TOPICS = Mapping[int, ReplyTopic]


@dataclass(frozen=True)
class Line:
    """A line's number, and its text after that."""

    number: int
    text: str


@dataclass(frozen=True)
class Understood:
    """The sender's own text: numbered lines, unnumbered ones between them, a command for all."""

    lines: tuple[Line, ...] = ()
    passed: tuple[str, ...] = ()
    whole: Command | None = None


def numbered(line: str) -> Line | None:
    """The number and text of a line; None if it has no number."""
    found = NUMBERED.fullmatch(line)
    return Line(int(found[1]), found[2]) if found else None


def understood(opened: Mail, topics: TOPICS) -> Understood:
    """All numbered lines in the sender's own text, wherever they are: nobody writes such a line by
    chance, and none of our letters contains one.
    """
    reads = {number: _reader(topic) for number, topic in topics.items()}

    def means_something(line: str) -> bool:
        entry = numbered(line)
        command = commands.read(entry.text if entry else line)
        if entry is None or command is None:
            return command is not None and command.wish in WHOLE
        if command.wish is not Wish.ANSWER:
            return entry.number in reads
        return (
            entry.number in reads and forgiving.certain(entry.text, reads[entry.number]) is not None
        )

    # Lists of answers have no numbers, so a damaged list can't produce a numbered line.
    own = own_text.own(opened.words, means_something)
    if not any(map(means_something, own.lines)) and own_text.wrote_nothing(own.lines):
        return Understood()
    return _sorted(own.lines)


def _sorted(own: Sequence[str]) -> Understood:
    first = commands.read(own[0]) if own else None
    whole = first if first is not None and first.wish in WHOLE else None
    found = [numbered(line) for line in own]
    lines = tuple(line for line in found if line is not None)[:MAX_LINES]
    last = max((place for place, line in enumerate(found) if line), default=-1)
    passed = [own[place] for place in range(last) if found[place] is None]
    if whole is not None:
        passed = passed[1:] if lines else []
    shown = tuple(line[:MAX_SHOWN] for line in passed[:MAX_PASSED])
    return Understood(lines, shown, whole)


def topics_of(mail: InboundMail) -> dict[int, ReplyTopic]:
    """The hands that the letter asked about, by their numbers."""
    return {topic.number: topic for topic in reply_addresses.topics_of(mail.address)}


def is_strict(mail: InboundMail) -> bool:
    """Whether only authenticated mail counts at one of these tables."""
    user = mail.address.user
    return any(selectors.access.is_strict(topic.game, user) for topic in topics_of(mail).values())


def apply(mail: InboundMail, opened: Mail) -> Result:
    """Carries out each line; the result says what became of each."""
    topics = topics_of(mail)
    found = understood(opened, topics)
    if not found.lines and found.whole is None:
        why = "unnumbered" if opened.words.strip() else "empty"
        return execute.once(mail, Result("refused", LINES, {"why": why}), why)
    return _settled(mail, found, _done(mail, topics, found, mail.received_at))


def _settled(mail: InboundMail, found: Understood, done: list[dict[str, Any]]) -> Result:
    """The result for the mail; if no line did anything, the same mail is answered only once."""
    asks = found.whole is not None and found.whole.wish in (Wish.HELP, Wish.SHOW)
    why = found.whole.wish.value if asks and found.whole is not None else ""
    result = {"why": why, "lines": done, "passed": list(found.passed)}
    if asks or any(line["outcome"] in execute.GOOD for line in done):
        return Result("lines", LINES, result)
    text = " ".join(f"{line.number}:{line.text}" for line in found.lines)
    return execute.once(mail, Result("refused", LINES, result), text)


def _done(
    mail: InboundMail, topics: TOPICS, found: Understood, since: datetime
) -> list[dict[str, Any]]:
    done = []
    if found.whole is not None and found.whole.wish is Wish.VACATION and topics:
        done.append(_carried(mail, next(iter(topics.values())), found.whole, since))
    for number in dict.fromkeys(line.number for line in found.lines):
        texts = [line.text for line in found.lines if line.number == number]
        became = _one(mail, topics.get(number), texts, since)
        done.append({"number": number, "line": texts[-1][:MAX_SHOWN], **became})
    return done


def _one(
    mail: InboundMail, topic: ReplyTopic | None, texts: Sequence[str], since: datetime
) -> dict[str, Any]:
    """Carries out the lines with one number; returns the outcome."""
    if topic is None or topic.hand is None:
        return {"outcome": "unknown"}
    wishes = set(_wishes(topic, texts))
    if len(wishes) != 1:
        return {"outcome": "doubled" if wishes else "unread"}
    if not reply_addresses.is_playable(mail.address.user_id, topic.hand):
        return {"outcome": "past"}
    return _carried(mail, topic, wishes.pop(), since)


def _wishes(topic: ReplyTopic, texts: Sequence[str]) -> Iterator[Command]:
    """The commands in these lines; answers are canonical: `44` and `play 44` are the same."""
    reads = _reader(topic)
    for text in texts:
        command = strict(text, reads)
        if command is None:
            found = forgiving.certain(text, reads)
            command = Command(Wish.ANSWER, found) if found else commands.read(text)
        if command is not None and command.wish is Wish.ANSWER:
            command = Command(Wish.ANSWER, reads(command.text) or command.text)
        if command is not None:
            yield command


def _carried(
    mail: InboundMail, topic: ReplyTopic, command: Command, since: datetime
) -> dict[str, Any]:
    if topic.hand is None:
        return {"outcome": "unknown"}
    asked = Asked(mail.address.user, topic.hand.game, topic.hand, since)
    if command.wish in club.ALONE:
        return {"outcome": "alone"}
    if command.wish is Wish.UNDO:
        result = undoing.undo_line(mail, topic.number, asked)
    else:
        result = execute.carry_out(asked, command)
    return {"outcome": result.outcome, "said": result.details}


def _reader(topic: ReplyTopic) -> Answers:
    """A function that reads a line as this seat's answer to this hand."""
    hand = topic.hand
    user = topic.address.user
    seat = selectors.access.seat_index(hand.game, user) if hand is not None else None
    if hand is None or seat is None or hand.game.hand_number != hand.number:
        return lambda _line: None
    return selectors.observations.reader_for(hand.game, seat)


# ------------------------------------------------------------------ held, past


def hold(mail: InboundMail, opened: Mail) -> Result:
    """Keeps a mail that may be forged, with all its lines, until it is confirmed."""
    topics = topics_of(mail)
    found = understood(opened, topics)
    known = [[line.number, line.text] for line in found.lines if _may_wait(line, topics)]
    if not known:
        return execute.once(mail, Result("unproven", execute.HELD), "")
    return Result("held", execute.HELD, {"wish": LINES, "lines": known}, held=True)


def _may_wait(line: Line, topics: TOPICS) -> bool:
    """Whether this line is kept; `undo` isn't, since it only concerns the sender's own mails."""
    command = commands.read(line.text)
    return line.number in topics and (command is None or command.wish is not Wish.UNDO)


def confirm(mail: InboundMail) -> Result:
    """Carries out a held mail as if it came now."""
    kept = inbox.result_of(mail).get("lines", [])
    wanted = Understood(tuple(Line(number, text) for number, text in kept))
    return _settled(mail, wanted, _done(mail, topics_of(mail), wanted, database_clock.now()))


def state(mail: InboundMail, opened: Mail) -> Result:
    """Replies to a mail whose hands are all over; at most once a day."""
    if inbox.told_state(mail.address.user_id):
        return Result("past")
    return Result("past", LINES, {"why": "past"})
