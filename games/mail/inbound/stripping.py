"""The one line of a mail that counts: the first that its writer wrote himself.

Quoted lines are never acted on.  What programs put in front of a quote ("On …, … wrote:") is
passed over, whatever its language, by where it stands; but never if it could be an answer.
"""

import re
import unicodedata
from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, islice

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from mailparser_reply import EmailReplyParser

from games.mail.inbound import commands
from games.mail.inbound.commands import Wish

MOST_LINES = 2000
LONGEST_LINE = 400  # characters of one that is looked at again and again
# Everything from these on is somebody else's, or a signature.
CUTS = re.compile(
    r"\W*={4,} .+ ={4,}\W*"  # the line in our letters under which nothing is read
    r"|-- ?"  # a signature (RFC 3676, 4.3)
    r"|[-_*=]{2,}\s?[^-_]{1,60}\s?[-_*=]{2,}"  # -----Original Message-----
    r"|[-_]{8,}"  # a line drawn by Outlook
)
SEPARATOR = "\N{MIDDLE DOT}"  # stands between the answers in our letters, never behind the last
BEGINNING = 28  # letters of a line of ours that are enough to know it by
MOST_ANSWERS = 200  # that are looked for in quoted lists; one letter names some dozens
GAP = 40  # empty lines in a row, below which nobody writes by hand
INTRODUCTION = 4  # lines at most that introduce a quote
INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"), None) | dict.fromkeys(
    [*range(0x200E, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A)], None
)
LANGUAGES = ["de", "nl", "fr", "es", "it", "pl", "sv", "da", "cs"]
LIBRARY = EmailReplyParser(languages=LANGUAGES)
LIBRARY_LINES, LIBRARY_WIDTH = 12, 160  # its patterns are quick on this much, whatever it is

Reads = Callable[[str], bool]


@dataclass(frozen=True)
class Own:
    """What the writer wrote himself: his lines, and how many of them stand together at first."""

    lines: tuple[str, ...] = ()
    together: int = 0

    @property
    def first(self) -> str:
        """The line that counts; empty if there is none."""
        return self.lines[0] if self.lines else ""


def plain(line: str) -> str:
    """A line in the letters that people see: no invisible ones, one width, single blanks."""
    if line.isascii():
        return " ".join(line.split())
    return " ".join(unicodedata.normalize("NFKC", line.translate(INVISIBLE)).split())


def is_quoted(line: str) -> bool:
    """Whether a program marked it as somebody else's."""
    seen = line if line.isascii() else line.translate(INVISIBLE)
    return seen.lstrip().startswith((">", "|", "＞"))


def _unmarked(line: str) -> str:
    return plain(line).lstrip("> |＞")


def own(text: str, reads: Reads) -> Own:
    """The lines that the writer wrote, without blank ones; `reads` tells what may be an answer."""
    lines = _lines(text)
    tails = _tails(lines)
    left = _left_of_a_broken_list(lines, reads)
    found: list[tuple[int, str]] = []
    for place, line in enumerate(lines):
        said = plain(line)
        if not said or is_quoted(line):
            continue
        if CUTS.fullmatch(said) and not reads(said):
            break
        if place in tails or (left is not None and _torn_out(said, left, reads)):
            continue
        if reads(said) or not _introduces(lines, place):
            found.append((place, said))
    if any(said.startswith(_of_ours()) for _place, said in found):
        return Own()
    return Own(tuple(said for _place, said in found), _together([place for place, _ in found]))


@cache
def _of_ours() -> tuple[str, ...]:
    """How lines of our letters begin that stand around the answers, in every language, as far as
    a letter has them in one line.

    Where one stands unmarked, and not below the line under which nothing is read, what marked
    our letter is lost, and with it who wrote what.
    """
    return _in_every_language(lambda: (_("You can answer:"), *_around()))


@cache
def _before_the_list() -> tuple[str, ...]:
    """The same of those right above the list of answers."""
    return _in_every_language(lambda: _around()[:2])


@cache
def _to_the_list() -> tuple[str, ...]:
    """The same with the list itself."""
    return _in_every_language(lambda: (_("You can answer:"), *_around()[:2]))


def _around() -> tuple[str, ...]:
    return (
        _("Answer by replying to this letter"),
        _("Write one of these alone on the first line; nobody else sees it."),
        _("If nothing but the word help stands there, we write back what else you can say."),
        _("You can change your answer until the last one is in."),
    )


def _in_every_language(said: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    found: list[str] = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found += [plain(line)[:BEGINNING] for line in said()]
    return tuple(found)


@cache
def _heads() -> tuple[str, ...]:
    """How the lines of a list of answers begin, in every language."""
    return _in_every_language(lambda: (_("You can answer:"), _("or:")))


def _left_of_a_broken_list(lines: Sequence[str], reads: Reads) -> tuple[str, ...] | None:
    """What the quoted lists of answers still hold, if damage has made anything in them unreadable;
    None if they are whole, or not there."""
    found: list[str] = []
    for line in lines:
        said = _unmarked(line)
        head = next(filter(said.startswith, _heads()), "") if is_quoted(line) else ""
        if head:
            found.append(said[len(head) :])
        elif found and found[-1].endswith(SEPARATOR):
            found[-1] += f" {said}"
    listed = (answer.strip() for said in found for answer in said.split(SEPARATOR))
    answers = tuple(islice(listed, MOST_ANSWERS))
    return None if all(map(reads, answers)) else answers


def _torn_out(said: str, left: Sequence[str], reads: Reads) -> bool:
    """Whether this answer is missing where it was listed: whoever writes one leaves it there."""
    command = commands.read(said)
    if command is None or command.wish is not Wish.ANSWER or not reads(said):
        return False
    bare = said.casefold().rstrip(" .!")
    listed = filter(None, map(str.casefold, left))
    return not any(f" {bare}".endswith(f" {one}") or one.endswith(f" {bare}") for one in listed)


def _together(places: Sequence[int]) -> int:
    """How many of these lines follow each other without a gap, from the first."""
    return sum(place - places[0] == number for number, place in enumerate(places))


def _lines(text: str) -> list[str]:
    """Those that may count, which none below a wide gap does.

    Only a line feed ends a line: what else may look like it must not cut a quoted one.
    """
    whole = text.replace("\r\n", "\n").replace("\r", " ")
    lines = whole.split("\n", MOST_LINES)[:MOST_LINES]
    empty = 0
    for place, line in enumerate(lines):
        empty = 0 if line.strip() else empty + 1
        if empty > GAP:
            return lines[:place]
    return lines


def _tails(lines: Sequence[str]) -> frozenset[int]:
    """The lines that are probably the end of a quoted one that some program broke, and forgot to
    mark: those below a piece of a list of answers without a mark as well."""
    found: list[int] = []
    above = ""
    quoted = [place for place, line in enumerate(lines) if is_quoted(line)]
    for kind, group in groupby(range(len(lines)), lambda place: _kind(lines[place])):
        run = list(group)
        if kind == "own":
            after = bisect(quoted, run[-1])
            below = lines[quoted[after]] if after < len(quoted) else ""
            found += run if _goes_on(above, below) else _beside(lines, run)
            pieces = [place for place in run if SEPARATOR in lines[place].split()]
            found += range(pieces[0] + 1, run[-1] + 1) if pieces else ()
            above = SEPARATOR if pieces else above
        elif kind == "quoted":
            above = lines[run[-1]].rstrip()
    return frozenset(found)


def _beside(lines: Sequence[str], run: Sequence[int]) -> Sequence[int]:
    """Which of these lines, that follow each other, a broken line right beside them may have left:
    all between two quoted ones, the indented ones right below or above one."""
    around = [*lines[max(run[0] - 1, 0) : run[0]], *lines[run[-1] + 1 : run[-1] + 2]]
    beside = list(map(is_quoted, around))
    if len(around) == 2 and all(beside):
        return run
    return [place for place in run if any(beside) and lines[place][0].isspace()]


def _goes_on(above: str, below: str) -> bool:
    """Whether more of the list of answers belongs between these quoted lines."""
    said, then = (_unmarked(quoted[:LONGEST_LINE]) for quoted in (above, below))
    gone = said.startswith(_before_the_list()) and not then.startswith(_to_the_list())
    return gone or plain(above[-LONGEST_LINE:]).endswith(SEPARATOR)


def _kind(line: str) -> str:
    if is_quoted(line):
        return "quoted"
    return "own" if line.strip() else "blank"


def _introduces(lines: Sequence[str], place: int) -> bool:
    """Whether this line and those right behind it end in a colon before a quoted one."""
    for end in range(place, min(place + INTRODUCTION, len(lines))):
        said = plain(lines[end])
        if not said or is_quoted(lines[end]):
            return False
        if said.endswith(":"):
            return _quoted_next(lines, end + 1)
    return False


def _quoted_next(lines: Sequence[str], start: int) -> bool:
    following = (line for line in lines[start : start + 4] if line.strip())
    return is_quoted(next(following, ""))


def wrote_nothing(lines: Sequence[str]) -> bool:
    """Whether these lines are just what a program writes above the letter that it quotes."""
    top = [line[:LIBRARY_WIDTH] for line in lines[:LIBRARY_LINES]]
    if not top:
        return True
    replies = LIBRARY.read("\n".join(top)).replies
    return not replies or not replies[0].body or bool(replies[0].headers)
