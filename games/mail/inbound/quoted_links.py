"""The links of our letters that a quote has kept: `44 <mailto:re-…?body=44&subject=…>`.

Each holds an answer.  Programs write them behind or below the word that was a link, break them
anywhere, and forget to mark what they broke; so they are taken out before the marks of a quote are
read, and what stood in a line with one is nobody's own: no one writes such a link by hand.
"""

import re

from games.mail.inbound.our_letter import is_quoted

MAX_LENGTH = 900  # characters of one link
MARK = "\ue000"  # stands where a link was, while that is looked at; private to nobody's mail
SCHEME = "mailto:"
BREAK = r"\n[ >|]*+"  # a link goes on in the next line, whose mark belongs to it
INSIDE = rf"(?:[^<>()\[\]|\s]|{BREAK}){{1,{MAX_LENGTH}}}+"
START = rf"(?:{BREAK})?".join(f"{SCHEME}re-")
LINKS = re.compile(
    rf"\[(?P<words>[^\[\]]{{1,60}})\](?:{BREAK})?\({START}{INSIDE}\)"  # [44](mailto:…)
    rf"|[<(\[]{START}{INSIDE}[>)\]]?"
    rf"|{START}[^\s<>()\[\]]{{1,{MAX_LENGTH}}}+",
    re.IGNORECASE,
)
NUMBERED = re.compile(rf"^[> |]*[0-9]{{1,3}}\.[\s>|]*{MARK}", re.MULTILINE)  # as lists of links are
NUMBERS = re.compile(r"\[[0-9]{1,3}\](?=\S)")  # what refers to those: [7]44


def taken_out(text: str) -> str:
    """The text without them; each line that held one, or whose link begins the next, is marked as
    quoted."""
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
    """What stays of a link: the words that it was written around, in one line."""
    return re.sub(BREAK, "", link["words"] or "") + MARK
