"""What damage tore out of a quoted letter of ours, and left without a mark: it is no answer.

Mail programs break lines and forget to mark their ends, and whatever damages a mail on its way may
move pieces of the list of answers anywhere.  A letter tells the writer how it should be done; a
card that he did not choose cannot be put back.
"""

from bisect import bisect
from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby, islice

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from games.mail.inbound import commands
from games.mail.inbound.commands import Wish
from games.mail.inbound.quote_marks import Reads, is_quoted, plain, unmarked

MAX_LINE_LENGTH = 400  # characters of one that is looked at again and again
SEPARATOR = "\N{MIDDLE DOT}"  # stands between the answers in our letters, never behind the last
BEGINNING = 28  # letters of a line of ours that are enough to know it by
SHORT = 4  # characters that are too few to know one by
LONG = 50  # characters after which a program may have wrapped a quoted line of ours
MAX_ANSWERS = 200  # that are looked for in quoted lists; one letter names some dozens
FORMERLY = (  # said by e-mails before version 0.2: replies to them still come
    "Write one of these alone on the first line; nobody else sees it.",
    "If nothing but the word help stands there, we write back what else you can say.",
)
OFTEN = 3  # times that nobody writes the same answer


def is_nobodys(lines: Sequence[str]) -> bool:
    """Whether no one person wrote these unmarked lines: ours are among them, or the first stands
    there too often."""
    if any(line.startswith(_of_ours()) for line in lines):
        return True
    return bool(lines) and lines.count(lines[0]) >= OFTEN


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
    """Our lines right above the list of answers."""
    return _in_every_language(lambda: (*_around()[:2], FORMERLY[0]))


@cache
def _to_the_list() -> tuple[str, ...]:
    """Our lines down to the list of answers, which belongs to them."""
    return _in_every_language(lambda: (_("You can answer:"), *_around()[:2], FORMERLY[0]))


def _around() -> tuple[str, ...]:
    return (
        _("Answer by replying to this letter"),
        _("Reply with just one of these on the first line. Only you can see it."),
        _("Reply with just “help” to see everything you can do."),
        _("You can change your answer until the last one is in."),
        _("Answer them by one reply: a line for each, its number in front."),
        _("For instance, “1: 44” answers the first. Only you can see it."),
        *FORMERLY,
    )


@cache
def _whole_lines() -> tuple[str, ...]:
    return _in_every_language(_around, whole=True)


def _in_every_language(
    said: Callable[[], tuple[str, ...]], *, whole: bool = False
) -> tuple[str, ...]:
    found: list[str] = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found += map(plain, said())
    return tuple(found if whole else [line[:BEGINNING] for line in found])


@cache
def _heads() -> tuple[str, ...]:
    """How the lines of a list of answers begin, in every language."""
    return _in_every_language(lambda: (_("You can answer:"), _("or:")))


def left_of_a_broken_list(lines: Sequence[str], reads: Reads) -> tuple[str, ...] | None:
    """What the quoted lists of answers still hold, if damage has made anything in them unreadable;
    None if they are whole, or not there."""
    found: list[str] = []
    for line in lines:
        said = unmarked(line)
        head = next(filter(said.startswith, _heads()), "") if is_quoted(line) else ""
        if head:
            found.append(said[len(head) :])
        elif found and (found[-1].endswith(SEPARATOR) or (not found[-1] and is_quoted(line))):
            found[-1] += f" {said}"
    listed = (answer.strip() for said in found for answer in said.split(SEPARATOR))
    answers = tuple(islice(listed, MAX_ANSWERS))
    return None if all(map(reads, answers)) else answers


def torn_out(said: str, left: Sequence[str], reads: Reads) -> bool:
    """Whether this answer is missing where it was listed: whoever writes one leaves it there."""
    command = commands.read(said)
    if command is None or command.wish is not Wish.ANSWER or not reads(said):
        return False
    bare = commands.bare(said).casefold().rstrip(" .!")
    listed = filter(None, map(str.casefold, left))
    return not any(f" {bare}".endswith(f" {one}") or one.endswith(f" {bare}") for one in listed)


def tails(lines: Sequence[str]) -> frozenset[int]:
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
    said, then = (unmarked(quoted[:MAX_LINE_LENGTH]) for quoted in (above, below))
    gone = said.startswith(_before_the_list()) and not then.startswith(_to_the_list())
    return gone or plain(above[-MAX_LINE_LENGTH:]).endswith(SEPARATOR) or _breaks_off(said)


def _breaks_off(said: str) -> bool:
    """Whether this is the beginning of a line of ours that no program would have wrapped there."""
    lines = _whole_lines() if len(said) >= SHORT else ()
    whole = next((line for line in lines if line.startswith(said[:BEGINNING])), said)
    wrapped = len(said) >= LONG and whole.startswith(f"{said} ")
    return not said.startswith(whole) and not wrapped


def _kind(line: str) -> str:
    if is_quoted(line):
        return "quoted"
    return "own" if line.strip() else "blank"
