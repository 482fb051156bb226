"""Understands a reply to a letter about one hand, from its text alone.

The first line of the sender's own text is a command or an answer; a greeting above it is skipped.
Otherwise, if exactly one line is an answer among courtesies, that counts, whatever is around it. An
answer among other words is doubtful, and so is any next to a damaged quote (`own_text`): we ask the
sender. We never choose between two answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.mail.inbound import commands, forgiving, own_text
from games.mail.inbound.commands import Command, Wish
from games.mail.inbound.forgiving import Answers
from games.mail.inbound.own_text import Own

# The rules of a game come first if they use the same word: to accept a surrender, or `back`.
RULED = frozenset(
    (
        *(Wish.JOIN, Wish.ACCEPT, Wish.DECLINE, Wish.START, Wish.YES, Wish.NO, Wish.SAY, Wish.NOTE),
        *(Wish.OPEN, Wish.CANCEL, Wish.RESUME, Wish.PAUSE, Wish.UNDO, Wish.BACK),
    )
)
# A single word that may also introduce an answer: "Yes!", and then the card.
SHORT = (Wish.YES, Wish.NO, Wish.CONFIRM)
SPOKEN = (Wish.SAY, Wish.NOTE)


@dataclass(frozen=True)
class Understood:
    """`command` counts; `to_confirm` is a probable answer to ask the sender about; `ambiguous`:
    there are several answers, so none counts. All empty: the sender wrote nothing.
    """

    command: Command | None = None
    to_confirm: Command | None = None
    ambiguous: bool = False


def understood(words: str, reads: Answers) -> Understood:
    """Understands the text of a mail; `reads` returns this seat's answer in a line, or None."""

    def means_something(line: str) -> bool:
        return strict(line, reads) is not None

    own = own_text.own(words, means_something)
    command = _first(own, reads)
    found = _unless_two(own, command, reads) if command is not None else _among(own, reads)
    if own.sure or found.command is None or found.command.wish is not Wish.ANSWER:
        return found
    return Understood(to_confirm=found.command) if reads(found.command.text) else Understood()


def strict(line: str, reads: Answers) -> Command | None:
    """The command or answer that this line is, without anything else."""
    command = commands.read(line)
    if command is None:
        return None
    text = command.text if command.wish is Wish.ANSWER else commands.answer(line)
    if command.wish is Wish.ANSWER or command.wish in RULED:
        found = reads(text)
        if found is not None:
            return Command(Wish.ANSWER, text)
    return None if command.wish is Wish.ANSWER else command


def _first(own: Own, reads: Answers) -> Command | None:
    """The command in the first line after a greeting, or a whole plan, message or note."""
    lines = own.lines[own.start if own.start < own.near else 0 :]
    if not lines:
        return None
    command, whole = strict(lines[0], reads), commands.read_lines(lines[: own.together])
    ruled = command is not None and command.wish is Wish.ANSWER
    if whole is not None and whole.wish in (Wish.PLAN, *SPOKEN) and not ruled:
        return whole
    return command or _courteous(lines[0], reads)


def _courteous(line: str, reads: Answers) -> Command | None:
    """A command among courtesies: “accept, please”."""
    if len(line) > forgiving.MAX_LENGTH:
        return None
    found = (strict(text, reads) for text in forgiving.pared(line))
    command = next((command for command in found if command is not None), None)
    return replace(command, plain=False) if command is not None else None


def _unless_two(own: Own, command: Command, reads: Answers) -> Understood:
    """The command of the first line, unless another line gives a different answer."""
    below = own.lines[1 : own.near]
    others = _certain(below, reads) | forgiving.corrected(below, reads)
    if command.wish is Wish.ANSWER:
        others.discard(reads(command.text) or command.text)
        return Understood(ambiguous=True) if others else Understood(command)
    if command.wish in SPOKEN and others:
        return Understood(ambiguous=True)  # a card may be in the text that everybody would see
    if command.wish in SHORT and len(others) == 1:
        return Understood(to_confirm=Command(Wish.ANSWER, others.pop()))
    return Understood(command)


def _certain(lines: Sequence[str], reads: Answers) -> set[str]:
    found = (forgiving.certain(line, reads) for line in lines)
    return {answer for answer in found if answer is not None}


def _among(own: Own, reads: Answers) -> Understood:
    """The one answer in a line of its own, wherever that stands; else it is doubtful."""
    answers = _certain(own.lines[: own.near], reads)
    if not answers and own_text.wrote_nothing(own.lines):
        return Understood()
    answers |= forgiving.corrected(own.lines[1 : own.near], reads) if answers else set()
    if len(answers) == 1:
        return Understood(Command(Wish.ANSWER, answers.pop(), plain=False))
    if answers:
        return Understood(ambiguous=True)
    doubts = forgiving.doubtful(own.lines[: own.near], reads)
    if len(doubts) == 1:
        return Understood(to_confirm=Command(Wish.ANSWER, doubts.pop()))
    if doubts:
        return Understood(ambiguous=True)
    return Understood(commands.read(own.first))
