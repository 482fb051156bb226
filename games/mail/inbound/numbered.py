"""Reads lines that begin with a hand's number: `1: 44`, `- 1: 44`, `*1: 44*`, `1 - 44`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from games.mail.inbound import commands, understanding
from games.mail.inbound.commands import Command, MailCommand
from games.mail.inbound.understanding import Answers, strict

# `1: 44`, `#1 = 44`, `1) 44`, `(1) 44`, `1. 44`; not `1.44` or `1 44`, which are ambiguous.
NUMBERED = re.compile(
    r"(?:#|n[or]\.? ?|\((?=[0-9]{1,2}\)))?([0-9]{1,2}) ?(?:[:)=]|\.(?= )) ?(\S.*)",
    re.IGNORECASE | re.DOTALL,
)
# `1 - 44`: hours and scores look the same, so it counts only with a command or an answer.
DASHED = re.compile(r"#?([0-9]{1,2}) [-–—] (\S.*)", re.DOTALL)
BOLD_NUMBER = re.compile(r"([*_]{1,3})([^*_]{1,6})\1")  # `*1:* 44`
READS = Mapping[int, Answers]  # how to read the answers of each hand, by its number


@dataclass(frozen=True)
class Line:
    """A line's number, and its text after that. Not `sure`: perhaps the text is the number."""

    number: int
    text: str
    sure: bool = True

    @property
    def shown(self) -> str:
        return f"{self.number}: {self.text}"[: understanding.MAX_SHOWN]


@dataclass(frozen=True)
class Meant:
    """The command or answer in a line; if it isn't `sure`, we ask back."""

    command: Command
    sure: bool = True


def numbered(line: str, reads: READS) -> Line | None:
    """The number and text of a line; None if it has no number."""
    for text in _undressed(line):
        if found := NUMBERED.fullmatch(text):
            return Line(int(found[1]), found[2])
        if (found := DASHED.fullmatch(text)) and (dashed := _dashed(text, found, reads)):
            return dashed
    return None


def _undressed(line: str) -> Iterator[str]:
    """The line, then without bold print around its number, then without list mark and emoji."""
    yield BOLD_NUMBER.sub(r"\2", line, count=1) if BOLD_NUMBER.match(line) else line
    if len(line) <= commands.MAX_LENGTH:
        yield commands.undecorated(line)


def _dashed(line: str, found: re.Match[str], reads: READS) -> Line | None:
    number, text = int(found[1]), found[2]
    whole = any(read(line) is not None for read in reads.values())
    if whole or number not in reads or not is_certain(text, reads[number]):
        return None
    turned = text.isdecimal() and int(text) in reads  # `2 - 3` could be the 2 for the third hand
    return Line(number, text, sure=not turned)


def is_certain(text: str, reads: Answers) -> bool:
    """Whether this is a command, or certainly an answer to this hand."""
    command = commands.read(text)
    if command is None or command.kind is not MailCommand.ANSWER:
        return command is not None
    return is_answer(text, reads)


def is_answer(text: str, reads: Answers) -> bool:
    """Whether this is certainly an answer to this hand."""
    return understanding.certain(text, reads) is not None


def answers_any(line: str, reads: READS) -> bool:
    """Whether this may be an answer to one of the hands."""
    return any(is_answer(line, read) for read in reads.values())


def meant(line: Line, reads: Answers) -> Meant | None:
    """What a line asks for; answers are canonical: `44` and `play 44` are the same. Text that is
    nothing else is left to the rules, which say why it is no answer.
    """
    command = strict(line.text, reads) or understanding.courteous(line.text, reads)
    if command is None and len(doubts := understanding.doubtful([line.text], reads)) == 1:
        return Meant(Command(MailCommand.ANSWER, doubts.pop()), sure=False)
    command = command or commands.read_lines(line.text.split("\n"))
    if command is None:
        return None
    if command.kind is MailCommand.ANSWER:
        command = Command(MailCommand.ANSWER, reads(command.text) or command.text)
    return Meant(replace(command, plain=True), line.sure)  # “extend, please” asks for no more
