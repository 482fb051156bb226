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

from games.mail.inbound import our_letter, quoted_links
from games.mail.inbound.quote_marks import Reads, is_quoted, plain

MAX_LINES = 2000
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
    """The sender's own lines and their places in the mail.

    `near`: how many of them come before the next quoted line. `sure`: the quote is complete, or the
    lines are outside it.
    """

    lines: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    near: int = 0
    sure: bool = True

    @property
    def first(self) -> str:
        """The line that counts; empty if the sender wrote nothing."""
        return self.lines[0] if self.lines else ""

    def together(self, start: int = 0) -> int:
        """How many lines, from `start` on, are consecutive."""
        places = self.places[start:]
        return sum(place - places[0] == number for number, place in enumerate(places))

    def place_below(self, passed: Reads) -> int:
        """The number of lines at the top for which `passed` is true."""
        return next((n for n, line in enumerate(self.lines) if not passed(line)), len(self.lines))


def own(text: str, reads: Reads) -> Own:
    """The sender's own lines, without blank ones; `reads` tells what may be an answer."""
    lines = _lines(text)
    found: list[tuple[int, str]] = []
    for place, line in enumerate(lines):
        said = plain(line)
        if not said or is_quoted(line):
            continue
        if CUTS.fullmatch(said) and not reads(said):
            break
        if reads(said) or not _introduces(lines, place):
            found.append((place, said))
    written = tuple(said for _place, said in found)
    if our_letter.is_among(written):
        return Own()
    places = tuple(place for place, _said in found)
    return Own(written, places, _near(lines, places), _is_sure(lines, places, reads))


def _is_sure(lines: Sequence[str], places: Sequence[int], reads: Reads) -> bool:
    """Whether these lines can't be a part of our letter that lost its quote marks."""
    whole = our_letter.is_whole(lines, reads)
    if whole is not None or not places:
        return whole is not False
    quoted = [place for place, line in enumerate(lines) if is_quoted(line)]
    return not quoted or places[0] < quoted[0] or places[0] > quoted[-1]


def _near(lines: Sequence[str], places: Sequence[int]) -> int:
    """How many of these lines come before the next quoted one."""
    if not places:
        return 0
    after = (place for place in range(places[0], len(lines)) if is_quoted(lines[place]))
    quoted = next(after, len(lines))
    return sum(place < quoted for place in places)


def _lines(text: str) -> list[str]:
    """The lines that may count: those above a wide gap.

    Only a line feed ends a line: other characters that look like one must not split a quoted line.
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
    """Whether this line and those directly below end with a colon before a quoted line."""
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
    """Whether these lines are only what a program writes above its quote."""
    top = [line[:LIBRARY_WIDTH] for line in lines[:LIBRARY_LINES]]
    if not top:
        return True
    replies = LIBRARY.read("\n".join(top)).replies
    return not replies or not replies[0].body or bool(replies[0].headers)
