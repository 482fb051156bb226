"""Understands a reply to a letter about one hand, from its text alone.

A single line above the quote that is a command or an answer is all there is to understand. Of more
lines the first is a command or an answer; a greeting above it is skipped. Otherwise, if exactly one
line is an answer among courtesies, that counts, whatever is around it. An answer among other words
is doubtful, and so is any next to a damaged quote (`own_text`): we ask the sender. We never choose
between two answers.

Next to an answer may be one command, in a line of its own: both are done. What else looks like a
command is left, and its sender is told so.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from games.mail.inbound import commands, own_text
from games.mail.inbound.commands import Command, MailCommand
from games.mail.inbound.own_text import Own

Answers = Callable[[str], str | None]  # the answer that a line is, in its canonical form

# The rules of a game come first if they use the same word: to accept a surrender, or `back`.
RULED = frozenset(
    (
        MailCommand.JOIN,
        MailCommand.ACCEPT,
        MailCommand.DECLINE,
        MailCommand.START,
        MailCommand.YES,
        MailCommand.NO,
        MailCommand.SAY,
        MailCommand.NOTE,
        MailCommand.OPEN,
        MailCommand.CANCEL,
        MailCommand.RESUME,
        MailCommand.PAUSE,
        MailCommand.UNDO,
        MailCommand.BACK,
    )
)
# A single word that may also introduce an answer: "Yes!", and then the card.
SHORT = (MailCommand.YES, MailCommand.NO, MailCommand.CONFIRM)
SPOKEN = (MailCommand.SAY, MailCommand.NOTE)
LONG = frozenset((MailCommand.PLAN, *SPOKEN))  # they may have several lines
# Commands that may be next to an answer: they bind nobody else, and need no letter of their own.
SECOND = frozenset(
    (
        MailCommand.SAY,
        MailCommand.NOTE,
        MailCommand.PLAN,
        MailCommand.NO_PLAN,
        MailCommand.PASS,
        MailCommand.VACATION,
    )
)
MAX_DOUBTFUL_LINES = 8  # of a mail in which we look for a doubtful answer
MAX_ANSWER_LENGTH = 6  # words
MAX_LEFT, MAX_SHOWN = 5, 80  # lines that are left and told, and the characters of each


@dataclass(frozen=True)
class Entry:
    """A command in a mail: its first line, and the places of its lines from `first` up to `after`,
    which isn't one any more.
    """

    command: Command
    line: str
    first: int
    after: int


@dataclass(frozen=True)
class Understood:
    """`command` counts; `to_confirm` is a probable answer to ask the sender about; `ambiguous`:
    there are several answers, so none counts. All empty: the sender wrote nothing.

    `second` is done together with the answer; `left` are lines that look like commands, too.
    """

    command: Command | None = None
    to_confirm: Command | None = None
    ambiguous: bool = False
    second: Entry | None = None
    left: tuple[str, ...] = ()


def understood(words: str, reads: Answers) -> Understood:
    """Understands the text of a mail; `reads` returns this seat's answer in a line, or None."""

    def means_something(line: str) -> bool:
        return strict(line, reads) is not None

    own = own_text.own(words, means_something)
    alone = strict(own.lines[0], reads) if own.near == 1 and own.sure else None
    if alone is not None:
        return Understood(alone)
    entries = list(_entries(own, reads))
    told = [each for each in entries if each.command.kind in SPOKEN]
    if any(_all_certain(own.lines[each.first + 1 : each.after], reads) for each in told):
        return Understood(ambiguous=True)  # a card may be in the text that everybody would see
    command = _first(own, reads)
    found = _unless_two(own, command, entries, reads) if command else _among(own, reads)
    if not own.sure and found.command is not None and found.command.kind is MailCommand.ANSWER:
        found = Understood(to_confirm=found.command if reads(found.command.text) else None)
    return _with_commands(found, own, entries, reads)


def _entries(own: Own, reads: Answers) -> Iterator[Entry]:
    """The commands above the quote, from the first one to the last."""
    place = 0
    while place < own.near:
        lines = own.together(place)
        command, length = _read(lines, reads)
        if command is not None and command.kind is not MailCommand.ANSWER:
            yield Entry(command, lines[0][:MAX_SHOWN], place, place + length)
        place += length


def _read(lines: Sequence[str], reads: Answers) -> tuple[Command | None, int]:
    """The command at the top of consecutive lines, and how many of them it takes."""
    command, whole = strict(lines[0], reads), commands.read_lines(lines)
    ruled = command is not None and command.kind is MailCommand.ANSWER
    if whole is not None and whole.kind in LONG and not ruled:
        return whole, len(lines)
    command = command or courteous(lines[0], reads)
    if command is None or command.kind not in LONG:
        return command, 1
    return replace(command, text="\n".join([command.text, *lines[1:]])), len(lines)


def _with_commands(
    found: Understood, own: Own, entries: Sequence[Entry], reads: Answers
) -> Understood:
    """Adds the command next to the answer, and tells which commands are left."""
    command = found.command
    if not entries or found.ambiguous or (command is None and found.to_confirm is None):
        return found
    answers = command is not None and command.kind is MailCommand.ANSWER
    second = _next_to_answer(own, entries, reads) if answers else None
    left = [each for each in entries if each is not second and not _passes(each, found)]
    spoken = second or next((each for each in entries if each.command == command), None)
    below = _below(own, entries, spoken, reads) if spoken is not None else ()
    lines = tuple(dict.fromkeys((*below, *(each.line for each in left))))[:MAX_LEFT]
    return replace(found, second=second, left=lines)


def _below(own: Own, entries: Sequence[Entry], spoken: Entry, reads: Answers) -> tuple[str, ...]:
    """The lines between a message or note and the next thing that counts: they aren't part of it,
    but may have been meant so.
    """
    if spoken.command.kind not in SPOKEN:
        return ()
    later = (each.first for each in entries if each.first >= spoken.after)
    lines = own.lines[spoken.after : next(later, own.near)]
    answers = (place for place, line in enumerate(lines) if certain(line, reads))
    below = own_text.unsigned(lines[: next(answers, len(lines))])
    return tuple(line[:MAX_SHOWN] for line in below)


def _passes(entry: Entry, found: Understood) -> bool:
    """Whether nothing is left of this command: it is the one that counts, or said as a courtesy, or
    what any answer does.
    """
    kind, command = entry.command.kind, found.command
    courtesy = kind in SHORT and (found.to_confirm is not None or not entry.command.plain)
    answers = command is None or command.kind is MailCommand.ANSWER
    return courtesy or entry.command == command or (kind is MailCommand.BACK and answers)


def _next_to_answer(own: Own, entries: Sequence[Entry], reads: Answers) -> Entry | None:
    """The first command with nothing between it and the answer."""
    answers = {place for place in range(own.near) if certain(own.lines[place], reads)}
    near = (each for each in entries if {each.first - 1, each.after} & answers)
    return next((each for each in near if each.command.kind in SECOND), None)


def strict(line: str, reads: Answers) -> Command | None:
    """The command or answer that this line is, without anything else."""
    command = commands.read(line)
    if command is None:
        return None
    answers = command.kind is MailCommand.ANSWER
    if answers or command.kind in RULED:
        text = command.text if answers else commands.answer(line)
        if reads(text) is not None:
            return Command(MailCommand.ANSWER, text)
    return None if answers else command


def _first(own: Own, reads: Answers) -> Command | None:
    """The command in the first line after a greeting, or a whole plan, message or note."""
    lines = own.together(own.start if own.start < own.near else 0)
    return _read(lines, reads)[0] if lines else None


def courteous(line: str, reads: Answers) -> Command | None:
    """A command or an answer among courtesies: “accept, please”."""
    found = (strict(text, reads) for text in commands.pared_if_short(line))
    command = next((command for command in found if command is not None), None)
    return replace(command, plain=False) if command is not None else None


def long_in(line: str) -> str:
    """The first line of a plan, message or note, without courtesies; empty if it begins none."""
    for text in (line, *commands.pared_if_short(line)):
        command = commands.read(text)
        if command is not None and command.kind in LONG:
            return text
    return ""


def below_spoken(line: str, below: Sequence[str]) -> tuple[str, ...]:
    """The lines below this one that may have been meant to belong to it, if it is a message or
    note.
    """
    command = commands.read(long_in(line))
    return own_text.unsigned(below) if command and command.kind in SPOKEN else ()


def _unless_two(own: Own, command: Command, entries: Sequence[Entry], reads: Answers) -> Understood:
    """The command of the first line, or the answer below it; neither if there are two answers."""
    taken = {place for each in entries for place in range(each.first, each.after)}
    below = [own.lines[place] for place in range(1, own.near) if place not in taken]
    sure, others = _all_certain(below, reads), corrected(below, reads)
    others |= sure
    if command.kind is MailCommand.ANSWER:
        others.discard(reads(command.text) or command.text)
        return Understood(ambiguous=True) if others else Understood(command)
    if command.kind in SHORT and len(others) == 1:
        return Understood(to_confirm=Command(MailCommand.ANSWER, others.pop()))
    if (sure and len(others) > 1) or (command.kind in SPOKEN and others - sure):
        return Understood(ambiguous=True)
    return Understood(Command(MailCommand.ANSWER, sure.pop(), plain=False) if sure else command)


def _all_certain(lines: Sequence[str], reads: Answers) -> set[str]:
    found = (certain(line, reads) for line in lines)
    return {answer for answer in found if answer is not None}


def _among(own: Own, reads: Answers) -> Understood:
    """The one answer in a line of its own, wherever that stands; else it is doubtful."""
    answers = _all_certain(own.lines[: own.near], reads)
    if not answers and own_text.wrote_nothing(own.lines):
        return Understood()
    answers |= corrected(own.lines[1 : own.near], reads) if answers else set()
    if len(answers) == 1:
        return Understood(Command(MailCommand.ANSWER, answers.pop(), plain=False))
    if answers:
        return Understood(ambiguous=True)
    doubts = doubtful(own.lines[: own.near], reads)
    if len(doubts) == 1:
        return Understood(to_confirm=Command(MailCommand.ANSWER, doubts.pop()))
    if doubts:
        return Understood(ambiguous=True)
    return Understood(commands.read(own.first))


# ------------------------------------------------------------------ answers among other words


def certain(line: str, reads: Answers) -> str | None:
    """The answer, if this line is one answer among courtesies; otherwise None."""
    for text in commands.pared_if_short(line):
        if (found := reads(commands.answer(text)) or reads(text)) is not None:
            return found
    return None


def doubtful(lines: Sequence[str], reads: Answers) -> set[str]:
    """The answers found among other words in a short mail."""
    text = " \n ".join(lines)
    short = len(lines) <= MAX_DOUBTFUL_LINES and len(text.split()) <= commands.MAX_WORDS
    if not short or commands.REFUSES.search(text):
        return set()
    return {found for line in lines for found in _answers_in(line, reads)}


def corrected(lines: Sequence[str], reads: Answers) -> set[str]:
    """The answers in lines that seem to take back what is above them."""
    lines = [line for line in lines if commands.CORRECTS.match(line)]
    return {found for line in lines for found in _answers_in(line, reads)}


def _answers_in(line: str, reads: Answers) -> Iterator[str]:
    """The answers in a line, from left to right; at each word the longest one."""
    text = commands.undecorated(line[: commands.MAX_COURTEOUS_LENGTH])
    words = [word.strip(" ,;:!?.…()\"'“”„*_") for word in text.split()]
    place = 0
    while place < len(words):
        for length in range(min(MAX_ANSWER_LENGTH, len(words) - place), 0, -1):
            piece = " ".join(words[place : place + length])
            if piece and (found := reads(commands.answer(piece)) or reads(piece)) is not None:
                yield found
                place += length - 1
                break
        place += 1
