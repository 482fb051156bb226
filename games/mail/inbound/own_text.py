"""Finds the lines that the sender wrote; the first of them counts.

That is everything outside the quote, above any signature or forwarded header. If the quoted list of
our answers is damaged, or missing while the answer is in the middle of the quote, an answer counts
only after a “yes” (`Own.sure`). The line that programs put above a quote ("On …, … wrote:") is
recognised by its position, in any language, and skipped unless it could be an answer.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mailparser_reply import EmailReplyParser

from games.mail.inbound import commands, our_letter, quoted_links
from games.mail.inbound.our_letter import Reads, is_quoted, plain

MAX_LINES = 2000
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


@dataclass(frozen=True)
class Own:
    """The sender's own lines.

    `near`: how many of them come before the next quoted line. `start`: how many at the top are only
    a greeting. `runs`: for each line, how many are consecutive from there on. `sure`: the quote is
    complete, or the lines are outside it.
    """

    lines: tuple[str, ...] = ()
    near: int = 0
    start: int = 0
    runs: tuple[int, ...] = ()
    sure: bool = True

    @property
    def together(self) -> int:
        """How many lines are consecutive below the greeting."""
        return self.runs[self.start] if self.start < len(self.runs) else 0

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
    if any(words.startswith(our_letter.beginnings()) for words in written):
        return Own()
    passed = (commands.is_greeting(words) and not reads(words) for words in written)
    start = next((number for number, greets in enumerate(passed) if not greets), len(written))
    top = found[0][0] if found else len(lines)
    quoted = [place for place, mark in enumerate(marked) if mark]
    next_quoted = next((place for place in quoted if place > top), len(lines))
    # Surely not a part of our letter that lost its quote marks: every answer of its list can be
    # read or, if there is no list, the lines come before the quote or after it.
    if listed := our_letter.listed([lines[place] for place in quoted]):
        sure = all(map(reads, listed))
    else:
        sure = not quoted or top < quoted[0] or top > quoted[-1]
    near = sum(place < next_quoted for place, _said in found)
    return Own(written, near, start, _runs([place for place, _said in found]), sure)


def _runs(places: Sequence[int]) -> tuple[int, ...]:
    """For each of these places in a mail, how many follow each other without a gap from there."""
    found: list[int] = []
    after = -1
    for place in reversed(places):
        found.append(found[-1] + 1 if place + 1 == after else 1)
        after = place
    return tuple(reversed(found))


def _lines(text: str) -> list[str]:
    """The lines that may count: those above a wide gap.

    Only a line feed ends a line: other characters that look like one must not split a quoted line.
    """
    whole = text.replace("\r\n", "\n").replace("\r", " ")
    if quoted_links.SCHEME in whole.lower():
        whole = quoted_links.taken_out(whole)
    lines = _unarmoured(whole.split("\n", MAX_LINES)[:MAX_LINES])
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


def wrote_nothing(lines: Sequence[str]) -> bool:
    """Whether these lines are only what a program writes above its quote."""
    top = [line[:LIBRARY_WIDTH] for line in lines[:LIBRARY_LINES]]
    if not top:
        return True
    replies = LIBRARY.read("\n".join(top)).replies
    return not replies or not replies[0].body or bool(replies[0].headers)
