"""Finds the lines that the sender wrote; the first of them counts.

That is everything outside the quote, above any signature or forwarded header. If the quoted list of
our answers is damaged, or missing from a letter that had one, an answer below that counts only
after a “yes” (`Own.sure`). The line that programs put above a quote ("On …, … wrote:") is
recognised by its position, in any language, and skipped unless it could be an answer.

Below that is what a reply still contains of our letter: quote marks, typical lines, the list of
answers, and links.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from mailparser_reply import EmailReplyParser

from games.mail.inbound import commands
from games.wording import one_asked

MAX_LINES = 2000
MAX_WORD_LENGTH = 100
# Begins a text signed in the old way (RFC 4880, 7); the signature below it is one of the next.
SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
# Everything after these is somebody else's, or a signature.
CUTS = re.compile(
    r"\W*={4,} .+ ={4,}\W*"  # the line in our letters below which nothing is read
    r"|-- ?"  # a signature (RFC 3676, 4.3)
    r"|[-_*=]{2,}\s?[^-_]{1,60}\s?[-_*=]{2,}"  # -----Original Message-----
    r"|[-_]{8,}"  # a line drawn by Outlook
)
GAP = 40  # consecutive empty lines; below them nobody types anything
INTRODUCTION = 4  # lines at most in the introduction of a quote
LANGUAGES = ["de", "nl", "fr", "es", "it", "pl", "sv", "da", "cs"]
LIBRARY = EmailReplyParser(languages=LANGUAGES)
LIBRARY_LINES, LIBRARY_WIDTH = 12, 160  # its patterns are fast on this much text, whatever it is

Reads = Callable[[str], bool]  # whether a line alone may be an answer or a command


@dataclass(frozen=True)
class Own:
    """The sender's own lines.

    `near`: how many of them come before the next quoted line. `start`: how many at the top are only
    a greeting. `above`: for each line, how many lines above it are blank or not the sender's; it
    is the same for consecutive lines, and for those of a plan. `sure`: the quote is complete, or
    the lines are outside it.
    """

    lines: tuple[str, ...] = ()
    near: int = 0
    start: int = 0
    above: tuple[int, ...] = ()
    sure: bool = True

    def together(self, first: int) -> tuple[str, ...]:
        """The consecutive lines from this one on; none if there is no such line."""
        above = self.above[first : first + 1]
        return self.lines[first : bisect_right(self.above, *above)] if above else ()

    @property
    def first(self) -> str:
        """The line that counts; empty if the sender wrote nothing."""
        return self.lines[0] if self.lines else ""


def own(text: str, reads: Reads) -> Own:
    """The sender's own lines, without blank ones; `reads` tells what may be an answer."""
    lines = _lines(text)
    marked = [is_quoted(line) for line in lines]
    found: list[tuple[int, str]] = []
    for place, line in enumerate(lines):
        words = plain(line)
        if not words or marked[place]:
            continue
        if CUTS.fullmatch(words) and not reads(words):
            break
        if reads(words) or not _introduces(lines, place):
            found.append((place, words))
    written = tuple(words for _place, words in found)
    if any(words.startswith(beginnings()) for words in written):
        return Own()
    passed = (not reads(words) and commands.is_greeting(words) for words in written)
    start = next((number for number, greets in enumerate(passed) if not greets), len(written))
    top = found[0][0] if found else len(lines)
    quoted = [place for place, mark in enumerate(marked) if mark]
    next_quoted = next((place for place in quoted if place > top), len(lines))
    near = sum(place < next_quoted for place, _words in found)
    above = tuple(place - number for number, (place, _words) in enumerate(found))
    if commands.MAY_PLAN.search(text):
        above = _above_in_plans(found, quoted)
    sure = not quoted or _is_surely_own(lines, quoted, top, reads)
    return Own(written, near, start, above, sure)


def _above_in_plans(found: Sequence[tuple[int, str]], quoted: Sequence[int]) -> tuple[int, ...]:
    """As `above`, without the blank lines between those of a plan: many mail programs put one below
    each line.
    """
    above: list[int] = []
    in_plan = False
    for number, (place, words) in enumerate(found):
        goes_on = in_plan and commands.PLAN_GOES_ON.match(words) is not None
        torn = goes_on and any(found[number - 1][0] < each < place for each in quoted)
        above.append(above[-1] if goes_on and not torn else place - number)
        in_plan = (goes_on and not torn) or commands.MAY_PLAN.search(words) is not None
    return tuple(above)


def _is_surely_own(lines: Sequence[str], quoted: Sequence[int], top: int, reads: Reads) -> bool:
    """Whether the line at `top` is surely no part of our letter that lost its quote marks: every
    answer of the quoted list can be read or, if there is no list, the line comes before the quote
    or after one that has none.
    """
    quote = [lines[place] for place in quoted]
    if answers := listed(quote):
        return all(map(reads, answers))
    return top < quoted[0] or (top > quoted[-1] and not _lacks_list(quote))


def _lines(text: str) -> list[str]:
    """The lines that may count: those above a wide gap.

    Only a line feed ends a line: other characters that look like one must not split a quoted line.
    """
    whole = text.replace("\r\n", "\n").replace("\r", " ")
    if SCHEME in whole.lower():
        whole = without_links(whole)
    lines = whole.split("\n", MAX_LINES)[:MAX_LINES]
    if SIGNED in whole:
        lines = _unarmoured(lines)
    empty = 0
    for place, line in enumerate(lines):
        empty = 0 if line.strip() else empty + 1
        if empty > GAP:
            return lines[:place]
    return lines


def _unarmoured(lines: list[str]) -> list[str]:
    """The lines without what PGP puts around a signed text, if the whole mail is one."""
    top = next((place for place, line in enumerate(lines) if line.strip()), 0)
    if not lines or lines[top].rstrip() != SIGNED:
        return lines
    text = next((place for place in range(top, len(lines)) if not lines[place].strip()), len(lines))
    return [line.removeprefix("- ") for line in lines[text:]]


def _introduces(lines: Sequence[str], place: int) -> bool:
    """Whether this line and those directly below end with a colon before a quoted line."""
    for end in range(place, min(place + INTRODUCTION, len(lines))):
        text = plain(lines[end])
        if not text or is_quoted(lines[end]):
            return False
        if text.endswith(":"):
            return _quoted_next(lines, end + 1)
    return False


def _quoted_next(lines: Sequence[str], start: int) -> bool:
    following = (line for line in lines[start : start + 4] if line.strip())
    return is_quoted(next(following, ""))


SIGN_OFF = re.compile(
    rf"(?:{'|'.join(map(re.escape, commands.FAREWELLS))})(?:[\s,.!]+[^\W\d_]+)?[\s,.!]*",
    re.IGNORECASE,
)
PROGRAMS = re.compile(r"\b(?:iphone|ipad|android|outlook|samsung|galaxy)\b", re.IGNORECASE)
MAX_PROGRAM_WORDS = 8  # of the line in which a mail program names itself


def unsigned(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines above a sign-off, what a mail program adds, or a single name."""
    signed = (
        number
        for number, line in enumerate(lines)
        if SIGN_OFF.fullmatch(line)
        or (PROGRAMS.search(line) and len(line.split()) <= MAX_PROGRAM_WORDS)
        or (line.isalpha() and number == len(lines) - 1)
    )
    return tuple(lines[: next(signed, len(lines))])


def wrote_nothing(lines: Sequence[str]) -> bool:
    """Whether these lines are only what a program writes above its quote."""
    top = [line[:LIBRARY_WIDTH] for line in lines[:LIBRARY_LINES]]
    if not top:
        return True
    replies = LIBRARY.read("\n".join(top)).replies
    return not replies or not replies[0].body or bool(replies[0].headers)


# ------------------------------------------------------------------ our letter in the quote

SEPARATOR = "\N{MIDDLE DOT}"  # separates the answers in our letters; never after the last
BEGINNING = 28  # characters of one of our lines that are enough to recognise it
MAX_ANSWERS = 200  # read from quoted lists; a letter has some dozens
FORMERLY = (  # in earlier e-mails, to which replies still come
    "Answer by replying to this letter",
    "Answer them by one reply: a line for each, its number in front.",
    "Write one of these alone on the first line; nobody else sees it.",
    "If nothing but the word help stands there, we write back what else you can say.",
)
INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"), None) | dict.fromkeys(
    [*range(0x200E, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A)], None
)


def plain(line: str) -> str:
    """A line as people see it: no invisible characters, one width, single spaces."""
    if line.isascii():
        return " ".join(line.split())
    words = map(_of_one_width, line.translate(INVISIBLE).split())
    return " ".join(" ".join(words).split())


def _of_one_width(word: str) -> str:
    """Nobody writes words of more letters than that, and sorting the accents on a letter takes the
    square of their number."""
    return unicodedata.normalize("NFKC", word) if len(word) <= MAX_WORD_LENGTH else word


def is_quoted(line: str) -> bool:
    """Whether a mail program marked the line as quoted."""
    seen = line if line.isascii() else line.translate(INVISIBLE)
    return seen.lstrip().startswith((">", "|", "＞"))


def _lacks_list(quote: Sequence[str]) -> bool:
    """Whether a quoted letter has a line that stands around a list of answers."""
    return any(_unmarked(line).startswith(beginnings()) for line in quote)


def _unmarked(line: str) -> str:
    return plain(line).lstrip("> |＞")


def listed(lines: Sequence[str]) -> tuple[str, ...]:
    """The answers in the quoted lists; an empty one where a list is cut off."""
    found: list[str] = []
    for line in lines:
        text = _unmarked(line)
        if head := next(filter(text.startswith, _heads()), ""):
            found.append(text[len(head) :])
        elif found and (not found[-1] or found[-1].endswith(SEPARATOR)):
            found[-1] += f" {text}"
    answers = (answer.strip() for text in found for answer in text.split(SEPARATOR))
    return tuple(islice(answers, MAX_ANSWERS))


@cache
def beginnings() -> tuple[str, ...]:
    """The beginnings of our lines around the answers, in every language.

    If such a line is unmarked, the quote has lost its marks, and nobody can tell who wrote what.
    """
    return tuple(line[:BEGINNING] for line in _in_every_language(_around))


def _around() -> tuple[str, ...]:
    return (
        _("You can answer:"),
        _("Answer by replying to this e-mail"),
        *(one_asked.reply_with(alone=alone) for alone in (False, True)),
        _("Reply with just “help” to see everything you can do."),
        one_asked.changeable(alone=False, secret=False),
        *(one_asked.at_once(secret=secret) for secret in (False, True)),
        _("Answer them all in one reply: a line for each, with its number in front."),
        _("To answer the first, for instance, write “%(answer)s”. Only you can see it."),
        *FORMERLY,
    )


@cache
def _heads() -> tuple[str, ...]:
    """The beginnings of lines that list answers, in every language."""
    return _in_every_language(lambda: (_("You can answer:"), _("or:")))


def _in_every_language(words: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    found: list[str] = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found += map(plain, words())
    return tuple(found)


# ------------------------------------------------------------------ and its links

MAX_LINK_LENGTH = 900  # characters of one link
MARK = "\ue000"  # placeholder for a link during this; private use, so no mail needs it
SCHEME = "mailto:"
BREAK = r"\n[ >|]*+"  # a link continues on the next line; the quote mark there belongs to it
LINK_INSIDE = rf"(?:[^<>()\[\]|\s]|{BREAK}){{1,{MAX_LINK_LENGTH}}}+"
LINK_START = rf"(?:{BREAK})?".join(f"{SCHEME}re-")
LINKS = re.compile(
    rf"\[(?P<words>[^\[\]]{{1,60}})\](?:{BREAK})?\({LINK_START}{LINK_INSIDE}\)"  # [44](mailto:…)
    rf"|[<(\[]{LINK_START}{LINK_INSIDE}[>)\]]?"
    rf"|{LINK_START}[^\s<>()\[\]]{{1,{MAX_LINK_LENGTH}}}+",
    re.IGNORECASE,
)
# As in lists of links, and references to them: [7]44.
NUMBERED_LINKS = re.compile(rf"^[> |]*[0-9]{{1,3}}\.[\s>|]*{MARK}", re.MULTILINE)
LINK_NUMBERS = re.compile(r"\[[0-9]{1,3}\](?=\S)")


def without_links(text: str) -> str:
    """The text without our links: `44 <mailto:re-…?body=44&subject=…>`.

    Each contains an answer. Programs put them after or below the linked word, break them anywhere,
    and leave the pieces unmarked. So they go before quote marks are looked at, and every line with
    one, or right above one, is marked as quoted: nobody types such a link by hand.
    """
    without = LINKS.sub(_linked_words, text.replace(MARK, ""))
    if NUMBERED_LINKS.search(without):
        without = LINK_NUMBERS.sub(MARK, without)
    lines = without.split("\n")
    held = [place for place, line in enumerate(lines) if MARK in line]
    above = [place - 1 for place in held if place and lines[place].lstrip().startswith(MARK)]
    for place in (*held, *above):
        if lines[place].strip() and not is_quoted(lines[place].replace(MARK, "")):
            lines[place] = f"> {lines[place]}"
    return "\n".join(lines).replace(MARK, "")


def _linked_words(link: re.Match[str]) -> str:
    """What remains of a link: the linked words, in one line."""
    return re.sub(BREAK, "", link["words"] or "") + MARK
