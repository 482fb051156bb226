"""What a reply still holds of our letter: the marks by which programs quote it, lines by which we
know it, and the list of answers."""

import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

SEPARATOR = "\N{MIDDLE DOT}"  # stands between the answers in our letters, never behind the last
BEGINNING = 28  # letters of a line of ours that are enough to know it by
MAX_ANSWERS = 200  # that are looked for in quoted lists; one letter names some dozens
FORMERLY = (  # said by e-mails before version 0.2: replies to them still come
    "Write one of these alone on the first line; nobody else sees it.",
    "If nothing but the word help stands there, we write back what else you can say.",
)
INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"), None) | dict.fromkeys(
    [*range(0x200E, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A)], None
)

Reads = Callable[[str], bool]  # whether a line alone may be an answer or a wish


def plain(line: str) -> str:
    """A line in the letters that people see: no invisible ones, one width, single blanks."""
    if line.isascii():
        return " ".join(line.split())
    return " ".join(unicodedata.normalize("NFKC", line.translate(INVISIBLE)).split())


def is_quoted(line: str) -> bool:
    """Whether a program marked it as somebody else's."""
    seen = line if line.isascii() else line.translate(INVISIBLE)
    return seen.lstrip().startswith((">", "|", "＞"))


def listed(lines: Sequence[str]) -> tuple[str, ...]:
    """The answers in the lists of these quoted lines; an empty one stands where a list breaks
    off."""
    found: list[str] = []
    for line in lines:
        said = plain(line).lstrip("> |＞")
        if head := next(filter(said.startswith, _heads()), ""):
            found.append(said[len(head) :])
        elif found and (not found[-1] or found[-1].endswith(SEPARATOR)):
            found[-1] += f" {said}"
    answers = (answer.strip() for said in found for answer in said.split(SEPARATOR))
    return tuple(islice(answers, MAX_ANSWERS))


@cache
def beginnings() -> tuple[str, ...]:
    """How lines of our letters begin that stand around the answers, as far as a letter has them
    in one line. Where one stands unmarked, what marked our letter is lost, and with it who wrote
    what."""
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
    """How the lines of a list of answers begin."""
    return _in_every_language(lambda: (_("You can answer:"), _("or:")))


def _in_every_language(said: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    found: list[str] = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found += map(plain, said())
    return tuple(found)
