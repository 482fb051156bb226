"""Our letters as programs turn their HTML into the text that they quote, with links in many forms.

After their known shapes: Gmail, Apple Mail and Thunderbird write `44 <mailto:…>`, Outlook leaves
out the blank, others write Markdown, or number the links and list them at the end, as lynx does.
"""

import html
import re
import textwrap
from collections.abc import Callable
from functools import cache

from games.mail.inbound import html_text

LINK = re.compile(r'<a\b[^>]*\bhref="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
WIDTHS = (0, 72, 76)  # columns at which programs break lines; 0: nowhere
Form = Callable[[str, str, int], str]

FORMS: dict[str, Form] = {
    "angles": lambda words, link, _number: f"{words} <{link}>",
    "close": lambda words, link, _number: f"{words}<{link}>",
    "below": lambda words, link, _number: f"{words}\n<{link}>\n",
    "brackets": lambda words, link, _number: f"{words} [{link}]",
    "round": lambda words, link, _number: f"{words} ({link})",
    "markdown": lambda words, link, _number: f"[{words}]({link})",
    "bare": lambda words, link, _number: f"{words} {link}",
    "numbered": lambda words, _link, number: f"[{number}]{words}",
}
STAND_IN = re.compile(r"\ue001(\d+)\ue001")


@cache
def as_quoted(letter: str, form: str, width: int = 0, *, hard: bool = False) -> str:
    """The text of an HTML letter with its links in that form, broken at that width; `hard` breaks
    in the middle of words, too."""
    links = [
        (html.unescape(href), html_text.as_text(words)) for href, words in LINK.findall(letter)
    ]
    numbers = iter(range(len(links)))
    text = html_text.as_text(LINK.sub(lambda _link: f"\ue001{next(numbers)}\ue001", letter))
    text = STAND_IN.sub(lambda at: _form(form, links, int(at[1])), text)
    if form == "numbered":
        listed = [f"  {number}. {link}" for number, (link, _words) in enumerate(links, 1)]
        text = "\n".join([text, "", "References", "", *listed])
    return _broken(text, width, hard=hard) if width else text


def _form(form: str, links: list[tuple[str, str]], place: int) -> str:
    link, words = links[place]
    return FORMS[form](words, link, place + 1)


def _broken(text: str, width: int, *, hard: bool) -> str:
    if hard:
        cut = (re.findall(f".{{1,{width}}}", line) or [""] for line in text.split("\n"))
    else:
        cut = (
            textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]
            for line in text.split("\n")
        )
    return "\n".join(piece for pieces in cut for piece in pieces)
