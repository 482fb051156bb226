"""Removes our letter's links from its quote: `44 <mailto:re-…?body=44&subject=…>`.

Each contains an answer. Programs put them after or below the linked word, break them anywhere, and
leave the pieces unmarked. So we remove them before we look at quote marks, and treat every line
that contained one as quoted: nobody types such a link by hand.
"""

import re

from games.mail.inbound.our_letter import is_quoted

MAX_LENGTH = 900  # characters of one link
MARK = "\ue000"  # placeholder for a link during this; private use, so no mail needs it
SCHEME = "mailto:"
BREAK = r"\n[ >|]*+"  # a link continues on the next line; the quote mark there belongs to it
INSIDE = rf"(?:[^<>()\[\]|\s]|{BREAK}){{1,{MAX_LENGTH}}}+"
START = rf"(?:{BREAK})?".join(f"{SCHEME}re-")
LINKS = re.compile(
    rf"\[(?P<words>[^\[\]]{{1,60}})\](?:{BREAK})?\({START}{INSIDE}\)"  # [44](mailto:…)
    rf"|[<(\[]{START}{INSIDE}[>)\]]?"
    rf"|{START}[^\s<>()\[\]]{{1,{MAX_LENGTH}}}+",
    re.IGNORECASE,
)
NUMBERED = re.compile(rf"^[> |]*[0-9]{{1,3}}\.[\s>|]*{MARK}", re.MULTILINE)  # as in lists of links
NUMBERS = re.compile(r"\[[0-9]{1,3}\](?=\S)")  # references to them: [7]44


def taken_out(text: str) -> str:
    """The text without links. Marks lines with a link, and lines right above one, as quoted."""
    without = LINKS.sub(_words, text.replace(MARK, ""))
    if NUMBERED.search(without):
        without = NUMBERS.sub(MARK, without)
    lines = without.split("\n")
    held = [place for place, line in enumerate(lines) if MARK in line]
    above = [place - 1 for place in held if place and lines[place].lstrip().startswith(MARK)]
    for place in (*held, *above):
        if lines[place].strip() and not is_quoted(lines[place].replace(MARK, "")):
            lines[place] = f"> {lines[place]}"
    return "\n".join(lines).replace(MARK, "")


def _words(link: re.Match[str]) -> str:
    """What remains of a link: the linked words, in one line."""
    return re.sub(BREAK, "", link["words"] or "") + MARK
