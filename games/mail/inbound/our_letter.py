"""Recognises what a reply still contains of our letter: quote marks, typical lines, and the list of
answers."""

import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

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

Reads = Callable[[str], bool]  # whether a line alone may be an answer or a wish


def plain(line: str) -> str:
    """A line as people see it: no invisible characters, one width, single spaces."""
    if line.isascii():
        return " ".join(line.split())
    return " ".join(unicodedata.normalize("NFKC", line.translate(INVISIBLE)).split())


def is_quoted(line: str) -> bool:
    """Whether a mail program marked the line as quoted."""
    seen = line if line.isascii() else line.translate(INVISIBLE)
    return seen.lstrip().startswith((">", "|", "＞"))


def listed(lines: Sequence[str]) -> tuple[str, ...]:
    """The answers in the quoted lists; an empty one where a list is cut off."""
    found: list[str] = []
    for line in lines:
        text = plain(line).lstrip("> |＞")
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
        _("Reply with just one of these on the first line. Only you can see it."),
        _("Reply with just “help” to see everything you can do."),
        _("You can change your answer until the last one is in."),
        _("Answer them all in one reply: a line for each, with its number in front."),
        _("For instance, “1: 44” answers the first. Only you can see it."),
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
