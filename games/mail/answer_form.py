"""Writes the possible answers into a letter, so that no line of it is an answer by itself.

We read a reply by its first complete line. Mail programs quote our letter below it, some without
marking it, so every line that lists answers begins with words of ours.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.email.inline_css import element, escape_once
from accounts.models import Notice
from accounts.notifications import prefetch, render
from games import links
from games.mail.letter_view import view_of
from games.models import ReplyAddress
from games.services.mail import reply_addresses

# The kinds that ask for an answer, and those that answer a mail: both can be replied to.
KINDS_WITH_FORM = ("your_move", "reminder", "deadline_moved", "briefing")
ANSWERING = ("mail_receipt", "mail_refused", "mail_held", "mail_help", "mail_state")
WIDTH = 72
MAX_ANSWERS = 40  # written out, if there are no more
SOME = 12  # of more than that, those that are written out; swapping cards can have hundreds
BETWEEN = " \N{MIDDLE DOT} "


def answers(
    legal: Sequence[str], reply_to: str = "", subject: str = "", number: int = 0
) -> dict[str, Any]:
    """The legal answers, lowest first, as context for both templates.

    If there is a `reply_to`, those in the HTML link to a prepared reply; with the hand's `number`,
    if the letter asks about several, where only some are links: each takes 350 bytes, and some
    programs cut letters above 102 KB.
    """
    named = legal if len(legal) <= MAX_ANSWERS else legal[:SOME]
    about = quote(f"Re: {subject}", safe="")
    tapped = SOME if number else MAX_ANSWERS
    words = [
        _tappable(notation, reply_to if place < tapped else "", about, number)
        for place, notation in enumerate(named)
    ]
    return {
        "answer_lines": list(_lines(named)),
        "answers": SafeString(f"{BETWEEN}\n".join(words)),
        "plain_answers": SafeString(f"{BETWEEN}\n".join(map(_unbroken, named))),
        "more_answers": len(legal) - len(named),
        "more_example": _example(legal, len(named)),
    }


def _example(legal: Sequence[str], named: int) -> str:
    """An example of the answers that aren't written out, if possible a longer form than theirs."""
    most = max((len(notation.split()) for notation in legal[:named]), default=0)
    rest = legal[named:]
    longer = [notation for notation in rest if len(notation.split()) > most]
    return min(longer or rest, key=len, default="")


def _tappable(notation: str, reply_to: str, about: str, number: int) -> SafeString:
    """One answer in HTML, on a line of its own, since mail limits lines to 998 characters."""
    words = _unbroken(notation)
    if not reply_to:
        return words
    text = f"{number}: {notation}" if number else notation
    href = escape_once(mailto(text, reply_to, about))
    return element("a", "tap", words, f' href="{href}"')


def _unbroken(notation: str) -> SafeString:
    return SafeString(escape_once(notation.replace(" ", "\N{NO-BREAK SPACE}")))


def mailto(notation: str, reply_to: str, about: str) -> str:
    """A link that opens a prepared mail with this answer (RFC 6068); it works offline, too.

    The subject (`about`, quoted) comes last: if a program breaks the link, no line has only the
    answer.
    """
    return f"mailto:{reply_to}?body={_quoted(notation)}&subject={about}"


@lru_cache(1024)
def _quoted(words: str) -> str:
    return quote(words, safe="")


@dataclass(frozen=True)
class Reply:
    """Where a letter can be answered: by mail and on a page; empty where it can't be. `calendar` is
    the URL of a file with the deadline.
    """

    address: str = ""
    link: str = ""
    calendar: str = ""


def replies(notices: Sequence[Notice]) -> list[Reply]:
    """The reply address and page of each letter; one query for all addresses."""
    pairs = [_pair(notice) for notice in notices]
    rows = reply_addresses.addresses_for([pair for pair in pairs if pair])
    return [_reply(rows[pair]) if pair else Reply() for pair in pairs]


prefetch.register("reply", replies)


def _reply(row: ReplyAddress) -> Reply:
    path = reverse("answer-link", args=[links.answer_token(row)])
    link = render.absolute(path)
    return Reply(reply_addresses.address_of(row), link, f"{link}deadline.ics")


def _pair(notice: Notice) -> tuple[int, int] | None:
    view = view_of(notice) if notice.kind in (*KINDS_WITH_FORM, *ANSWERING) else None
    if view is None or view.hand is None or notice.recipient_id is None:
        return None
    asked = (
        view.is_asked(notice.facts["hand"]) if notice.kind in KINDS_WITH_FORM else view.may_answer
    )
    return (notice.recipient_id, view.hand.pk) if asked else None


def _lines(named: Sequence[str]) -> Iterator[str]:
    """The list of answers in lines of at most 72 columns; no notation is broken."""
    first, more = _("You can answer:"), _("or:")
    lead, line = f"  {first} ", ""
    for notation in named:
        longer = f"{line}{BETWEEN}{notation}" if line else notation
        if line and len(lead) + len(longer) > WIDTH:
            yield lead + line
            lead, line = f"  {more} ", notation
        else:
            line = longer
    if line:
        yield lead + line
