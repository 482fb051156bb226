"""Recognises what a reply still contains of our letter: typical lines, and the list of answers."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from games.mail.inbound.quote_marks import Reads, is_quoted, plain, unmarked

SEPARATOR = "\N{MIDDLE DOT}"  # separates the answers in our letters; never after the last
BEGINNING = 28  # characters of one of our lines that are enough to recognise it
MAX_ANSWERS = 200  # read from quoted lists; a letter has some dozens
FORMERLY = (  # in e-mails before version 0.2, to which replies still come
    "Write one of these alone on the first line; nobody else sees it.",
    "If nothing but the word help stands there, we write back what else you can say.",
)


def is_among(lines: Sequence[str]) -> bool:
    """Whether one of these unmarked lines is ours. Then the quote has lost its marks, and nobody
    can tell who wrote which line.
    """
    return any(line.startswith(_beginnings()) for line in lines)


def listed(lines: Sequence[str]) -> tuple[str, ...]:
    """The answers in the quoted lists; an empty one where a list is cut off."""
    found: list[str] = []
    for line in lines:
        said = unmarked(line)
        head = next(filter(said.startswith, _heads()), "") if is_quoted(line) else ""
        if head:
            found.append(said[len(head) :])
        elif found and is_quoted(line) and (not found[-1] or found[-1].endswith(SEPARATOR)):
            found[-1] += f" {said}"
    answers = (answer.strip() for said in found for answer in said.split(SEPARATOR))
    return tuple(islice(answers, MAX_ANSWERS))


def is_whole(lines: Sequence[str], reads: Reads) -> bool | None:
    """Whether every answer in the quoted lists can be read; None if there is no list."""
    answers = listed(lines)
    return all(map(reads, answers)) if answers else None


@cache
def _beginnings() -> tuple[str, ...]:
    """The beginnings of our lines around the answers, in every language."""
    return tuple(line[:BEGINNING] for line in _in_every_language(_around))


def _around() -> tuple[str, ...]:
    return (
        _("You can answer:"),
        _("Answer by replying to this letter"),
        _("Reply with just one of these on the first line. Only you can see it."),
        _("Reply with just “help” to see everything you can do."),
        _("You can change your answer until the last one is in."),
        _("Answer them by one reply: a line for each, its number in front."),
        _("For instance, “1: 44” answers the first. Only you can see it."),
        *FORMERLY,
    )


@cache
def _heads() -> tuple[str, ...]:
    """The beginnings of lines that list answers, in every language."""
    return _in_every_language(lambda: (_("You can answer:"), _("or:")))


def _in_every_language(said: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    found: list[str] = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found += map(plain, said())
    return tuple(found)
