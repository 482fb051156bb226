"""Answers to people who sent too many mails: they go to the top of the next letter."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Notice
from accounts.notifications import prefetch
from accounts.notifications.preface import First
from accounts.text import date_words
from accounts.text.bidi_isolation import isolated
from games.mail import mail_table
from games.mail.mail_answer import reasons
from games.models import InboundMail, ReplyAddress
from games.services.mail import inbox, loaded_mails

MAX_LINES = 5  # per letter; the rest goes into the next one
HELD = "mail_held"
TABLE = "mail_table"  # its lines tell all that became of a mail
DONE = (*inbox.WITH_EFFECT, "shown", "helped")


def first(notice: Notice) -> Iterator[First]:
    """Results that the reader hasn't been told; mails that may be forged are only counted."""
    waiting = [mail for mail in prefetch.found("held_back", notice) if mail.said_at is None]
    for mail in [mail for mail in waiting if mail.held_back != HELD][:MAX_LINES]:
        yield First(_about(mail), partial(inbox.mark_told, [mail]))
    doubtful = [mail for mail in waiting if mail.held_back == HELD]
    if doubtful:
        yield First(_doubtful(len(doubtful)), partial(inbox.mark_told, doubtful))


def _waiting(notices: Sequence[Notice]) -> list[list[InboundMail]]:
    """For each notice, the mails whose results its reader hasn't been told."""
    found = inbox.unsaid({notice.recipient_id for notice in notices if notice.recipient_id})
    return [found.get(notice.recipient_id or 0, []) for notice in notices]


prefetch.register("held_back", _waiting)


def _about(mail: InboundMail) -> str:
    """Which mail it was, and its result."""
    result = inbox.result_of(mail)
    gist = [_gist(mail, result)]
    about = {
        "at": date_words.short(mail.received_at),
        "table": _table(mail),
        "said": " ".join(gist if mail.held_back == TABLE else [*gist, *mail_table.besides(result)]),
    }
    if mail.address.purpose == ReplyAddress.Purpose.HANDS:
        return _("Your e-mail of %(at)s, about several tables: %(said)s") % about
    if not about["table"]:
        return _("Your e-mail of %(at)s: %(said)s") % about
    return _("Your e-mail of %(at)s, table %(table)s: %(said)s") % about


def _table(mail: InboundMail) -> str:
    """The name of the table that the mail was about; empty if it was about none, or several."""
    if mail.address.hand is not None:
        return isolated(mail.address.hand.game.name)
    games = loaded_mails.tables_of(mail.address)
    about_one = mail.address.purpose == ReplyAddress.Purpose.TABLE and games
    return isolated(games[0].name) if about_one else ""


def _gist(mail: InboundMail, result: dict[str, Any]) -> str:
    kind, why = mail.held_back, str(result.get("why", ""))
    if kind == "mail_receipt":
        return _("it was carried out.")
    if kind == "mail_lines" and result.get("lines"):
        return _lines(result)
    if kind == TABLE:
        return " ".join(_told(mail, result)) or _("it was carried out.")
    if kind == "mail_refused":
        more = result.get("message") or _("its first two lines are two different answers.")
        return _("%(why)s Nothing was changed.") % {"why": more}
    if why == "empty":
        return _("there was nothing above our own text in it.")
    found = reasons(why)
    return (
        found[0]
        if found
        else _("you had sent so many that we didn’t reply to it; send it once more.")
    )


def _told(mail: InboundMail, result: dict[str, Any]) -> list[str]:
    """What became of a mail about a table. What we ask can't be confirmed by replying here, since
    replies to this letter go to another address.
    """
    if result.get("did") not in mail_table.ASKS:
        return mail_table.lines(result)
    page = {"url": mail_table.to_confirm(mail)}
    asked = mail_table.of_command(result)[0]
    only = _("It is done only once you confirm it: %(url)s") % page
    return [asked, *mail_table.besides(result), only]


def _lines(result: dict[str, Any]) -> str:
    """Which numbered lines of a mail were carried out, and which weren't."""
    lines = result.get("lines", [])
    done = _numbers(line for line in lines if line["outcome"] in DONE)
    left = _numbers(line for line in lines if line["outcome"] not in DONE)
    numbers = {"done": done or "–", "left": left or "–"}
    return _("done by number: %(done)s; not done: %(left)s.") % numbers


def _numbers(lines: Iterable[dict[str, Any]]) -> str:
    """Their numbers, each once; what was asked for all tables has none."""
    return ", ".join(dict.fromkeys(str(line["number"]) for line in lines if line.get("number")))


def _doubtful(count: int) -> str:
    words = ngettext(
        "One more e-mail came in your name that may not be yours. Nothing was "
        "done. If it was yours, send it once more in an hour, or answer on the "
        "page.",
        "%(count)s more e-mails came in your name that may not be yours. Nothing "
        "was done. If one of them was yours, send it once more in an hour, or "
        "answer on the page.",
        count,
    )
    return words % {"count": count}
