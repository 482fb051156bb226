"""A mail that answers a letter about several hands: each of its lines says by a number which one.

`1: 44` and `3: fire from 5` are two answers.  A line that means nothing harms itself only; two that
differ for one number, only that number.
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

# `1: 44`, `#1 = 44`, `1) 44`, `1. 44`; not `1.44`, nor `1 44`: who knows what those are?
NUMBERED = re.compile(
    r"(?:#|n[or]\.? ?)?([0-9]{1,2}) ?(?:[:)=]|\.(?= )) ?(\S.*)", re.IGNORECASE | re.DOTALL
)
MAX_LINES = 60  # that are carried out
MAX_SHOWN, MAX_PASSED = 80, 5  # characters of a line that the letter repeats; lines passed over
# What needs no number, since it is about no hand.
WHOLE = (Wish.HELP, Wish.SHOW, Wish.VACATION)
TOPICS = Mapping[int, ReplyTopic]


@dataclass(frozen=True)
class Line:
    """One line of a mail: the number that it begins with, and what stands behind it."""

    number: int
    text: str


@dataclass(frozen=True)
class Understood:
    """What somebody wrote himself: lines with a number, those among them that have none, and what
    he asks for without one."""

    lines: tuple[Line, ...] = ()
    passed: tuple[str, ...] = ()
    whole: Command | None = None


def numbered(line: str) -> Line | None:
    """The line with its number taken off; None if it begins with none."""
    found = NUMBERED.fullmatch(line)
    return Line(int(found[1]), found[2]) if found else None


def understood(opened: Mail, topics: TOPICS) -> Understood:
    """Every line of the writer's own that has a number, wherever it stands: nobody writes such a
    line by chance, and none of our letters holds one."""
    reads = {number: _reader(topic) for number, topic in topics.items()}

    def means_something(line: str) -> bool:
        said = numbered(line)
        command = commands.read(said.text if said else line)
        if said is None or command is None:
            return command is not None and command.wish in WHOLE
        if command.wish is not Wish.ANSWER:
            return said.number in reads
        return said.number in reads and forgiving.certain(said.text, reads[said.number]) is not None

    # A piece of a list of answers has no number, so that a broken list leaves no line of this kind.
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
    """The hands that the letter asked for, by their numbers."""
    return {topic.number: topic for topic in reply_addresses.topics_of(mail.address)}


def is_strict(mail: InboundMail) -> bool:
    """Whether at one of these tables only what is vouched for counts."""
    user = mail.address.user
    return any(selectors.access.is_strict(topic.game, user) for topic in topics_of(mail).values())


def apply(mail: InboundMail, opened: Mail) -> Result:
    """Does what each line says; the letter about it tells of each."""
    topics = topics_of(mail)
    said = understood(opened, topics)
    if not said.lines and said.whole is None:
        why = "unnumbered" if opened.words.strip() else "empty"
        return execute.once(mail, Result("refused", LINES, {"why": why}), why)
    return _settled(mail, said, _done(mail, topics, said, mail.received_at))


def _settled(mail: InboundMail, said: Understood, done: list[dict[str, Any]]) -> Result:
    """Where nothing came of any line, the same mail is answered once."""
    asks = said.whole is not None and said.whole.wish in (Wish.HELP, Wish.SHOW)
    why = said.whole.wish.value if asks and said.whole is not None else ""
    result = {"why": why, "lines": done, "passed": list(said.passed)}
    if asks or any(line["outcome"] in execute.GOOD for line in done):
        return Result("lines", LINES, result)
    text = " ".join(f"{line.number}:{line.text}" for line in said.lines)
    return execute.once(mail, Result("refused", LINES, result), text)


def _done(
    mail: InboundMail, topics: TOPICS, said: Understood, since: datetime
) -> list[dict[str, Any]]:
    done = []
    if said.whole is not None and said.whole.wish is Wish.VACATION and topics:
        done.append(_carried(mail, next(iter(topics.values())), said.whole, since))
    for number in dict.fromkeys(line.number for line in said.lines):
        texts = [line.text for line in said.lines if line.number == number]
        became = _one(mail, topics.get(number), texts, since)
        done.append({"number": number, "line": texts[-1][:MAX_SHOWN], **became})
    return done


def _one(
    mail: InboundMail, topic: ReplyTopic | None, texts: Sequence[str], since: datetime
) -> dict[str, Any]:
    """What became of the lines with one number."""
    if topic is None or topic.hand is None:
        return {"outcome": "unknown"}
    wishes = set(_wishes(topic, texts))
    if len(wishes) != 1:
        return {"outcome": "doubled" if wishes else "unread"}
    if not reply_addresses.is_playable(mail.address.user_id, topic.hand):
        return {"outcome": "past"}
    return _carried(mail, topic, wishes.pop(), since)


def _wishes(topic: ReplyTopic, texts: Sequence[str]) -> Iterator[Command]:
    """What the lines ask for, each as the rules write it: `44` and `play 44` are the same."""
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
    return {"outcome": result.outcome, "said": result.said}


def _reader(topic: ReplyTopic) -> Answers:
    """Reads a line as an answer of this seat to this hand."""
    hand = topic.hand
    user = topic.address.user
    seat = selectors.access.seat_index(hand.game, user) if hand is not None else None
    if hand is None or seat is None or hand.game.hand_number != hand.number:
        return lambda _line: None
    return selectors.observations.reader_for(hand.game, seat)


# ------------------------------------------------------------------ held, past


def hold(mail: InboundMail, opened: Mail) -> Result:
    """Kept for a confirmation, with all its lines; nothing of it is done meanwhile."""
    topics = topics_of(mail)
    said = understood(opened, topics)
    known = [[line.number, line.text] for line in said.lines if _may_wait(line, topics)]
    if not known:
        return execute.once(mail, Result("unproven", execute.HELD), "")
    return Result("held", execute.HELD, {"wish": LINES, "lines": known}, held=True)


def _may_wait(line: Line, topics: TOPICS) -> bool:
    """Whether it is kept; `undo` is about its own writer's mails only."""
    command = commands.read(line.text)
    return line.number in topics and (command is None or command.wish is not Wish.UNDO)


def confirm(mail: InboundMail) -> Result:
    """Does what a held mail asks for, as if it came now."""
    kept = inbox.result_of(mail).get("lines", [])
    said = Understood(tuple(Line(number, text) for number, text in kept))
    return _settled(mail, said, _done(mail, topics_of(mail), said, database_clock.now()))


def state(mail: InboundMail, opened: Mail) -> Result:
    """How those hands stand, for a letter whose hands are all past; at most once a day."""
    if inbox.told_state(mail.address.user_id):
        return Result("past")
    return Result("past", LINES, {"why": "past"})
