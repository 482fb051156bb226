"""The lines of a mail that its writer wrote; of them the first counts.

What stands outside of the quote, below no signature and no forwarded header, is the writer's own.
Where the quoted list of our answers is damaged, or is gone and the answer stands amid the rest of
the quote, an answer counts only after a “yes” (`Own.sure`).

What programs put in front of a quote ("On …, … wrote:") is passed over, whatever its language, by
where it stands; but never if it could be an answer.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mailparser_reply import EmailReplyParser

from games.mail.inbound import forgiving, our_letter, quoted_links
from games.mail.inbound.our_letter import Reads, is_quoted, plain

MAX_LINES = 2000
# Everything from these on is somebody else's, or a signature.
CUTS = re.compile(
    r"\W*={4,} .+ ={4,}\W*"  # the line in our letters under which nothing is read
    r"|-- ?"  # a signature (RFC 3676, 4.3)
    r"|[-_*=]{2,}\s?[^-_]{1,60}\s?[-_*=]{2,}"  # -----Original Message-----
    r"|[-_]{8,}"  # a line drawn by Outlook
)
GAP = 40  # empty lines in a row, below which nobody writes by hand
INTRODUCTION = 4  # lines at most that introduce a quote
LANGUAGES = ["de", "nl", "fr", "es", "it", "pl", "sv", "da", "cs"]
LIBRARY = EmailReplyParser(languages=LANGUAGES)
LIBRARY_LINES, LIBRARY_WIDTH = 12, 160  # its patterns are quick on this much, whatever it is


@dataclass(frozen=True)
class Own:
    """What the writer wrote himself: his lines, and how many of them stand above or below
    everything that is quoted, without a quoted one between them (`near`). `start`: the number of
    lines at the top that only greet; `together`: how many follow each other from there without a
    gap. `sure`: the quote is whole, or they stand beside it."""

    lines: tuple[str, ...] = ()
    near: int = 0
    start: int = 0
    together: int = 0
    sure: bool = True

    @property
    def first(self) -> str:
        """The line that counts; empty if there is none."""
        return self.lines[0] if self.lines else ""


def own(text: str, reads: Reads) -> Own:
    """The lines that the writer wrote, without blank ones; `reads` tells what may be an answer."""
    lines = _lines(text)
    marked = [is_quoted(line) for line in lines]
    found: list[tuple[int, str]] = []
    for place, line in enumerate(lines):
        said = plain(line)
        if not said or marked[place]:
            continue
        if CUTS.fullmatch(said) and not reads(said):
            break
        if reads(said) or not _introduces(lines, place):
            found.append((place, said))
    written = tuple(said for _place, said in found)
    if any(said.startswith(our_letter.beginnings()) for said in written):
        return Own()
    passed = (forgiving.is_greeting(said) and not reads(said) for said in written)
    start = next((number for number, greets in enumerate(passed) if not greets), len(written))
    below = [place - number for number, (place, _said) in enumerate(found)][start:]
    top = found[0][0] if found else len(lines)
    quoted = [place for place, mark in enumerate(marked) if mark]
    next_quoted = next((place for place in quoted if place > top), len(lines))
    # Surely no piece of our letter that lost its mark: its list of answers can be read as a whole,
    # or, where there is none, the lines stand above the quote or below it.
    if listed := our_letter.listed([lines[place] for place in quoted]):
        sure = all(map(reads, listed))
    else:
        sure = not quoted or top < quoted[0] or top > quoted[-1]
    near = sum(place < next_quoted for place, _said in found)
    return Own(written, near, start, below.count(below[0]) if below else 0, sure)


def _lines(text: str) -> list[str]:
    """Those that may count, which none below a wide gap does.

    Only a line feed ends a line: what else may look like it must not cut a quoted one.
    """
    whole = text.replace("\r\n", "\n").replace("\r", " ")
    if quoted_links.SCHEME in whole.lower():
        whole = quoted_links.taken_out(whole)
    lines = whole.split("\n", MAX_LINES)[:MAX_LINES]
    empty = 0
    for place, line in enumerate(lines):
        empty = 0 if line.strip() else empty + 1
        if empty > GAP:
            return lines[:place]
    return lines


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
