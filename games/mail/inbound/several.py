"""Replies to a letter about several hands: each line begins with a hand's number.

`1: 44` and `3: fire from 5` are two answers. A line that can't be read affects only itself; if two
lines disagree about one number, neither counts.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from accounts.notifications import digests
from accounts.operation import database_clock
from games import selectors
from games.mail.inbound import at_table, commands, execute, own_text, personal, undoing
from games.mail.inbound.commands import Command, CommandContext, MailCommand
from games.mail.inbound.execute import LINES
from games.mail.inbound.numbered import (
    READS,
    Line,
    Meant,
    answers_any,
    is_answer,
    is_certain,
    meant,
    numbered,
)
from games.mail.inbound.own_text import Own
from games.mail.inbound.parse import Mail
from games.mail.inbound.personal import AtOwnAddress
from games.mail.inbound.table_commands import FOR_A_PERSON, TABLE, asks_back
from games.mail.inbound.understanding import Answers, below_spoken, long_in
from games.models import InboundMail, ReplyTopic
from games.services.mail import inbox, loaded_mails, reply_addresses
from games.services.mail.inbox import Result

MAX_LINES = 2 * digests.MAX_LENGTH  # carried out per mail: an answer and a command for each hand
MAX_SHOWN, MAX_PASSED = 80, 5  # characters of a repeated line; skipped lines that are repeated
# Commands that need no number, since they are about no hand.
WHOLE = (MailCommand.HELP, MailCommand.SHOW, MailCommand.VACATION)
# Of these a number can have only one: each decides which answer stands.
ANSWERING = (MailCommand.ANSWER, MailCommand.UNDO, MailCommand.CONFIRM, MailCommand.YES)
ASKING = ("lines", "asked")  # outcomes of mails about which we may have asked back
NO_HAND = 0  # the number of what a mail with numbered lines did beside them
TOPICS = Mapping[int, ReplyTopic]
Details = dict[str, Any]


@dataclass(frozen=True)
class Understood:
    """The sender's own text: numbered lines, unnumbered ones between them, a command for all."""

    lines: tuple[Line, ...] = ()
    passed: tuple[str, ...] = ()
    whole: Command | None = None


def understood(opened: Mail, topics: TOPICS) -> Understood:
    """All numbered lines in the sender's own text, wherever they are: nobody writes such a line by
    chance, and none of our letters contains one.
    """
    reads = {number: _reads(topic) for number, topic in topics.items()}

    def means_something(line: str) -> bool:
        entry = numbered(line, reads)
        if entry is None:
            command = commands.read(line)
            return command is not None and command.kind in WHOLE
        return entry.number in reads and is_certain(entry.text, reads[entry.number])

    # Lists of answers have no numbers, so a damaged list can't produce a numbered line.
    own = own_text.own(opened.words, means_something)
    if not any(map(means_something, own.lines)) and own_text.wrote_nothing(own.lines):
        return Understood()
    found = _whole(own, _sorted(own, reads), reads)
    return replace(found, passed=tuple(line[:MAX_SHOWN] for line in found.passed[:MAX_PASSED]))


def _whole(own: Own, found: Understood, reads: READS) -> Understood:
    """Adds the lines directly below to the plan or the words of the only numbered line, unless one
    of them may be an answer, which others could see.
    """
    first, *below = own.together(own.start) or [""]
    if len(found.lines) != 1 or numbered(first, reads) != found.lines[0]:
        return found
    (line,) = found.lines
    text = long_in(line.text)
    plan = commands.PLAN.match(text) is not None
    rest = [each for each in below if not (plan and commands.PLAN_GOES_ON.match(each))]
    if not text or any(answers_any(each, reads) for each in rest):
        return found
    passed = tuple(each for each in found.passed if each not in below)
    return replace(found, lines=(replace(line, text="\n".join([text, *below])),), passed=passed)


def _sorted(own: Own, reads: READS) -> Understood:
    first = commands.read(own.first)
    whole = first if first is not None and first.kind in WHOLE else None
    found = [numbered(line, reads) for line in own.lines]
    lines = tuple(line for line in found if line is not None)
    last = max((place for place, line in enumerate(found) if line), default=-1)
    passed = [own.lines[place] for place in range(last) if found[place] is None]
    below = below_spoken(lines[-1].text, own.lines[last + 1 : own.near]) if lines else ()
    rest = own.lines[last + 1 :] if lines else ()
    passed += [line for line in rest if line in below or answers_any(line, reads)]
    if whole is not None:
        passed = passed[1:] if lines else []
    return Understood(lines, tuple(passed), whole)


def topics_of(mail: InboundMail) -> dict[int, ReplyTopic]:
    """The hands that the letter asked about, by their numbers."""
    return {topic.number: topic for topic in loaded_mails.topics_of(mail.address)}


def is_strict(mail: InboundMail) -> bool:
    """Whether only authenticated mail counts at one of these tables."""
    user = mail.address.user
    return any(selectors.access.is_strict(topic.game, user) for topic in topics_of(mail).values())


def apply(mail: InboundMail, opened: Mail) -> Result:
    """Carries out each line; the result has the outcome of each."""
    topics = topics_of(mail)
    found = understood(opened, topics)
    if not found.lines and (result := _without_numbers(mail, opened, topics)) is not None:
        return result
    if not found.lines and found.whole is None:
        why = "unnumbered" if opened.words.strip() else "empty"
        return execute.once(mail, Result("refused", LINES, {"why": why}), why)
    return _settled(mail, found, _done(mail, topics, found, mail.received_at))


def answers_alone(mail: InboundMail, opened: Mail, *, believed: bool) -> Result | None:
    """Carries out the certain answers among the lines, and nothing else; None if there are none.
    Answers that aren't `believed` do nothing.
    """
    topics = topics_of(mail)
    reads = {number: _reads(topic) for number, topic in topics.items()}

    def answers(line: Line) -> bool:
        return line.sure and line.number in reads and is_answer(line.text, reads[line.number])

    found = understood(opened, topics)
    lines = tuple(filter(answers, found.lines))
    if not lines:
        return None
    if not believed:
        return execute.unproven(mail, opened.words)
    left = [line.shown for line in found.lines if line not in lines]
    alone = Understood(lines, found.passed)
    done = _done(mail, topics, alone, mail.received_at)
    return execute.with_left(_settled(mail, alone, done), left)


def _without_numbers(mail: InboundMail, opened: Mail, topics: TOPICS) -> Result | None:
    """Carries out a command that is about the mail before or about no hand; None for any other."""
    found = _of_a_person(mail, opened)
    if found is None or (command := found.command) is None:
        return None
    if found.game is not None:
        return personal.apply(mail, opened)
    numbers: list[int] = []
    if command.kind is MailCommand.UNDO:
        numbers = _done_last(mail)
    elif command.kind in at_table.AGREEING_OR_NOT:
        numbers = _waiting_last(mail, topics)
    if numbers:
        return _for_each(mail, topics, numbers, command)
    if command.kind in (MailCommand.YES, MailCommand.NO) and at_table.waits(mail) is None:
        return None
    return personal.apply(mail, opened)


def _of_a_person(mail: InboundMail, opened: Mail) -> AtOwnAddress | None:
    """A command that one's own address takes, too."""
    found = personal.understood(opened, mail.address.user)
    command = found.command
    if command is None or command.kind in (MailCommand.HELP, MailCommand.SHOW):
        return None
    known = found.game is not None or command.kind in (*personal.ABOUT_NOTHING, MailCommand.NO)
    return found if known else None


def _for_each(
    mail: InboundMail, topics: TOPICS, numbers: Sequence[int], command: Command
) -> Result:
    """Carries out a command without a number for each of these numbers."""
    word = (MailCommand.CONFIRM if command.kind in at_table.AGREEING else command.kind).value
    lines = tuple(Line(number, word) for number in numbers if number != NO_HAND)
    found = Understood(lines, whole=command if NO_HAND in numbers else None)
    return _settled(mail, found, _done(mail, topics, found, mail.received_at))


def _settled(mail: InboundMail, found: Understood, done: list[Details]) -> Result:
    """The result for the mail; if no line did anything, the same mail is answered only once."""
    asks = found.whole is not None and found.whole.kind in (MailCommand.HELP, MailCommand.SHOW)
    why = found.whole.kind.value if asks and found.whole is not None else ""
    result = {"why": why, "lines": done, "passed": list(found.passed)}
    outcomes = {line["outcome"] for line in done}
    if asks or outcomes & execute.GOOD:
        return Result("lines", LINES, result)
    text = "\n".join(f"{line.number}:{line.text}" for line in found.lines)
    outcome = "asked" if "asked" in outcomes else "refused"
    return execute.once(mail, Result(outcome, LINES, result), text)


def _done(mail: InboundMail, topics: TOPICS, found: Understood, since: datetime) -> list[Details]:
    done: list[Details] = []
    if found.whole is not None and found.whole.kind is MailCommand.VACATION and topics:
        topic = next(iter(topics.values()))
        done.append({"number": NO_HAND, **_carried(mail, topic, Meant(found.whole), since)})
    elif found.whole is not None and found.whole.kind is MailCommand.UNDO and topics:
        asked = _asked(mail, next(iter(topics.values())), since)
        done.append({"number": NO_HAND, **_told(undoing.undo_line(mail, NO_HAND, asked))})
    # A line beyond the limit may contradict an earlier one, so nothing is done with its number.
    beyond = {line.number: line for line in reversed(found.lines[MAX_LINES:])}
    for number in dict.fromkeys(line.number for line in found.lines):
        if number in beyond:
            shown = {"line": beyond[number].text[:MAX_SHOWN], "most": MAX_LINES}
            done.append({"number": number, **shown, "outcome": "beyond"})
            continue
        lines = [line for line in found.lines if line.number == number]
        done += [{"number": number, **each} for each in _of_one(mail, topics, lines, since)]
    return done


def _of_one(
    mail: InboundMail, topics: TOPICS, lines: Sequence[Line], since: datetime
) -> list[Details]:
    """Carries out the lines with one number: an answer, and one command beside it, as they come.
    Returns the outcomes, that of the answer first, because `undo` is about that.
    """
    topic, shown = topics.get(lines[-1].number), lines[-1].text[:MAX_SHOWN]
    if topic is None or topic.hand is None:
        return [{"line": shown, "outcome": "unknown"}]
    if not reply_addresses.is_playable(mail.address.user, topic.hand):
        seated = selectors.access.seat_of(topic.game, mail.address.user)
        return [{"line": shown, "outcome": "past" if seated else "unseated"}]
    sorts: dict[bool, list[tuple[Line, Meant]]] = {}
    reads = _reads(topic)
    for line in lines:
        if (found := meant(line, reads)) is not None:
            sorts.setdefault(found.command.kind in ANSWERING, []).append((line, found))
    done = {answers: _agreed(mail, topic, sort, since) for answers, sort in sorts.items()}
    ordered = [*done.get(True, []), *done.get(False, [])]
    return ordered or [{"line": shown, "outcome": "unread"}]


def _agreed(
    mail: InboundMail, topic: ReplyTopic, lines: Sequence[tuple[Line, Meant]], since: datetime
) -> list[Details]:
    """Carries out what these lines agree about; if they don't, nothing."""
    line, last = lines[-1]
    shown = {"line": line.text[:MAX_SHOWN]}
    if len({found.command for _line, found in lines}) > 1:
        outcome = "doubled" if last.command.kind in ANSWERING else "two_commands"
        return [{**shown, "outcome": outcome}]
    declines = last.command.kind is MailCommand.NO
    settles = last.command.kind in at_table.AGREEING_OR_NOT
    waiting = _waiting(mail, topic, replaced=declines) if settles else []
    if waiting and declines:
        return [{**shown, "confirms": True, **_told(at_table.LET_GO)}]
    if waiting:
        asked = _asked(mail, topic, since)
        done = [execute.carry_out(asked, each) for each in waiting]
        return [{**shown, "confirms": True, **_told(result)} for result in done]
    sure = any(found.sure for _line, found in lines)
    return [{**shown, **_carried(mail, topic, Meant(last.command, sure), since)}]


def _carried(mail: InboundMail, topic: ReplyTopic, found: Meant, since: datetime) -> Details:
    command = found.command
    if command.kind in FOR_A_PERSON:
        return {"outcome": "alone"}
    return _told(_result(mail, topic, found, _asked(mail, topic, since)))


def _result(mail: InboundMail, topic: ReplyTopic, found: Meant, asked: CommandContext) -> Result:
    command = found.command
    confirmed = mail.state == InboundMail.State.HELD  # and is carried out now
    if not found.sure and not confirmed:
        return Result("asked", LINES, {**command.as_details(), "did": "doubt"})
    if command.kind is MailCommand.UNDO:
        return undoing.undo_line(mail, topic.number, asked)
    if command.kind is MailCommand.CONFIRM:
        return Result("refused", TABLE, {"did": "confirm"})
    asks = None if confirmed else asks_back(asked, command)
    return asks or execute.carry_out(asked, command)


def _asked(mail: InboundMail, topic: ReplyTopic, since: datetime) -> CommandContext:
    return CommandContext(mail.address.user, topic.game, topic.hand, since, mail.received_at)


def _told(result: Result) -> Details:
    return {"outcome": result.outcome, "said": result.details}


def _reads(topic: ReplyTopic) -> Answers:
    return selectors.observations.reader_of(topic.address.user, topic.hand)


# ------------------------------------------------------------------ mails before


def _waiting(mail: InboundMail, topic: ReplyTopic, *, replaced: bool = False) -> list[Command]:
    """What earlier lines with this number asked for and we asked back about, of each sort the
    newest; without what was confirmed or declined since, or (unless `replaced`) an answer that
    another has replaced.
    """
    found: dict[str, Command] = {}
    for each in inbox.done_before(mail, ASKING):
        lines = [line for line in _lines(each) if line.get("number") == topic.number]
        for said in [line["said"] for line in lines if line["outcome"] == "asked"]:
            command = Command.stored_in(said)
            checked = command.kind is MailCommand.ANSWER and not replaced
            past = checked and inbox.is_answered_since(each, topic.hand_id)
            if _asked_before(each, mail) and not past:
                found.setdefault(said["did"], command)
        if any(line.get("confirms") for line in lines):
            break
    return list(found.values())


def _asked_before(earlier: InboundMail, mail: InboundMail) -> bool:
    """Whether we had asked back about the earlier mail when this one came."""
    return earlier.settled_at is not None and earlier.settled_at <= mail.received_at


def _waiting_last(mail: InboundMail, topics: TOPICS) -> list[int]:
    """The numbers about which the last letter asked back; none if a later one asked about less."""
    before = (each for each in inbox.done_before(mail, ASKING) if _asked_before(each, mail))
    asking = ((each, _numbers(each, ("asked",))) for each in before)
    last, numbers = next((found for found in asking if found[1]), (None, []))
    other = at_table.waits(mail)
    if last is None or (other is not None and other.pk > last.pk):
        return []
    return [number for number in numbers if number in topics and _waiting(mail, topics[number])]


def _done_last(mail: InboundMail) -> list[int]:
    """The numbers with which the last mail that did something did it; none if it had no numbers."""
    for each in inbox.done_before(mail, (*inbox.WITH_EFFECT, "lines")):
        numbers = _numbers(each, inbox.WITH_EFFECT)
        if numbers or each.outcome != "lines":
            return numbers
    return []


def _numbers(mail: InboundMail, outcomes: Collection[str]) -> list[int]:
    return sorted(
        {line.get("number", NO_HAND) for line in _lines(mail) if line["outcome"] in outcomes}
    )


def _lines(mail: InboundMail) -> list[Details]:
    lines: list[Details] = inbox.result_of(mail).get("lines", [])
    return lines


# ------------------------------------------------------------------ held


def hold(mail: InboundMail, opened: Mail) -> Result:
    """Keeps a mail that may be forged, with all its lines, until it is confirmed."""
    topics = topics_of(mail)
    found = understood(opened, topics)
    lines = [line for line in found.lines if _may_wait(line)]
    left = [line.shown for line in found.lines if line not in lines]
    if not found.lines and personal.may_be_held(_of_a_person(mail, opened)):
        return personal.hold(mail, opened)
    days = found.whole.days if found.whole and found.whole.kind is MailCommand.VACATION else 0
    if not any(line.number in topics for line in lines) and not days:
        return execute.unproven(mail)
    known = [[line.number, line.text] for line in lines]
    kept = {"wish": LINES, "lines": known, "passed": list(found.passed), "vacation": days}
    return execute.with_left(Result("held", execute.HELD, kept, held=True), left)


def _may_wait(line: Line) -> bool:
    """Whether this line is kept; one about the sender's own mails isn't, nor a “yes”, which may be
    about another vote by then.
    """
    command = commands.read(line.text)
    return command is None or command.kind not in (MailCommand.UNDO, *at_table.AGREEING)


def confirm(mail: InboundMail) -> Result:
    """Carries out a held mail as if it came now."""
    kept = inbox.result_of(mail)
    if "lines" not in kept:
        return personal.confirm(mail)
    days = kept.get("vacation", 0)
    wanted = Understood(
        tuple(Line(number, text) for number, text in kept["lines"]),
        tuple(kept.get("passed", ())),
        Command(MailCommand.VACATION, days=days) if days else None,
    )
    return _settled(mail, wanted, _done(mail, topics_of(mail), wanted, database_clock.now()))
