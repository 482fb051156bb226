"""The letters that answer mails: what was understood, or why nothing was done, and how it stands.

What they say was settled when the mail was read (`games.mail.inbound`) and is kept sealed; the
table is that of now.  Subject and preview are those of every letter, and never name a card.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import ahead, letters, when
from accounts.folding import folded
from accounts.kinds import Letter
from accounts.models import Notice
from games import links
from games.mail import frame
from games.mail.sight import Sight, sight_of
from games.models import InboundMail
from games.refusals import REFUSALS
from games.services import inbox
from games.telling.base import Fact

MESSAGE_ID = re.compile(r"^message-id[ \t]*:\s*(<[^<>\s]{1,200}>)", re.IGNORECASE | re.MULTILINE)
Said = dict[str, Any]
MARKED = 68  # columns of a sentence that may end in an answer: each line gets a mark


@dataclass(frozen=True)
class About:
    """A settled mail, what was kept of it, its reader's view of the game, and where to reply to."""

    mail: InboundMail
    said: Said
    sight: Sight
    reply_to: str


def receipt(notice: Notice) -> Letter | None:
    """What was understood and done, until when it can be changed, and the bid's commitment."""
    about = _about(notice)
    if about is None or about.said.get("did") not in RECEIPTS:
        return None
    title, facts, more = RECEIPTS[about.said["did"]](about)
    return _letter(about, title, more, facts=facts)


def refused(notice: Notice) -> Letter | None:
    """Why nothing was done, and what would be possible."""
    about = _about(notice)
    if about is None:
        return None
    why = about.said.get("message") or str(REFUSALS["two_answers"].sentence)
    kept = _("Nothing was changed. Answer this letter with one line that holds nothing else.")
    if about.said.get("code") == "bad_plan":
        kept = _("Nothing was changed. Answer this letter with the whole plan once more.")
    return _letter(about, _("We could not do that"), [kept], why=why, table=True)


def held(notice: Notice) -> Letter | None:
    """A mail that may be somebody else's: a link to confirm it, for the verified address."""
    about = _about(notice)
    if about is None or (about.mail.state != InboundMail.State.HELD and about.said):
        return None
    first = _(
        "A mail came for you that we cannot be sure is yours: it came from another address, or its "
        "server did not vouch for it. Nothing was done."
    )
    if not about.said:
        more = _("No answer could be read in it either. If it was not you, you need do nothing.")
        return _letter(about, _("Was that you?"), [first, more])
    link = letters.absolute(reverse("confirm_mail", args=[links.confirm_token(about.mail.pk)]))
    return _letter(
        about,
        _("Was that you?"),
        [first, _("If it was you, open this page and say so. If not, say that there.")],
        facts=[Fact(_("The mail asked for"), wished(about.said))],
        link=link,
    )


def help_(notice: Notice) -> Letter | None:
    """What may be written, and how the table stands."""
    about = _about(notice)
    if about is None:
        return None
    opening = _("Answer a letter of ours with one line, at the very top, that holds nothing else.")
    if about.said.get("why") == "empty":
        opening = _("There was nothing above our letter in your mail.") + " " + opening
    return _letter(about, _("Playing by mail"), [opening], ways=ways(), table=True)


def state(notice: Notice) -> Letter | None:
    """The table as it stands now, and why it is told."""
    about = _about(notice)
    if about is None:
        return None
    return _letter(
        about, _("The table as it stands"), reasons(about.said.get("why", "")), table=True
    )


def reasons(why: str) -> list[str]:
    """In a sentence, if that needs one."""
    known = {
        "past": _("Your mail was about a hand that is past, so it changed nothing."),
        "late": _("Your answer came after your time had run out, so it does not count."),
        "overtaken": _("You have answered on the page since; that answer counts."),
    }
    return [known[why]] if why in known else []


def ways() -> list[Fact]:
    """What may be written, each with what it does; no line of it is itself such a line."""
    words = {
        "44": _("your answer, as this hand asks for it"),
        "plan next: 44, then 12": _("answers ahead, for the hands to come"),
        _("pass my turns to a bot"): _("until you are back"),
        _("I am back"): _("and play yourself again"),
        _("vacation 3 days"): _("your clocks stand still, from today"),
        _("show"): _("the table as it stands"),
        _("help"): _("this letter"),
    }
    return [Fact(quoted(line), what) for line, what in words.items()]


def quoted(line: str) -> str:
    """Words that somebody wrote, or may write, as the reader's language marks them."""
    return _("“%(said)s”") % {"said": line}


def wished(said: Said) -> str:
    """What a held mail asked for, in one line that cannot be mistaken for an answer."""
    words = {
        "pass": _("a bot to play your turns"),
        "back": _("your own turns back"),
        "no_plan": _("an end to your plan"),
        "vacation": _vacation_of(said.get("days", 0)),
        "plan": _("the plan “%(text)s”") % said,
    }
    return words.get(said["wish"]) or _("the answer “%(text)s”") % said


def _vacation_of(days: int) -> str:
    words = ngettext("a vacation of %(days)s day", "a vacation of %(days)s days", days)
    return words % {"days": days}


# ------------------------------------------------------------------ receipts

Receipt = tuple[str, list[Fact], list[str]]


def _answer(about: About) -> Receipt:
    said = about.said
    facts = [
        Fact(_("Understood"), f"{about.sight.words.label(said['notation'])} ({said['notation']})"),
        Fact(_("Sealed at"), when.moment(datetime.fromisoformat(said["placed_at"]))),
        Fact(_("Receipt"), said["digest"]),
        Fact(_("Salt"), said["salt"]),
    ]
    title = _("Your answer in hand %(hand)s is sealed") % {"hand": said["hand"]}
    return title, facts, [*_changeable(about), _("With receipt and salt anybody can check it.")]


def _changeable(about: About) -> list[str]:
    """Until when; nothing once all cards of the hand are in."""
    sight, until = about.sight, about.sight.until
    past = sight.hand is None or sight.hand.number != about.said["hand"] or not sight.may_answer
    if past or until is None:
        return [_("It was the last one: the hand is turned.")]
    words = _(
        "You can change it until the last answer is in, at the latest until %(until)s in "
        "%(place)s: answer this letter with another."
    )
    return [words % {"until": when.moment(until), "place": when.place()}]


def _aside(about: About) -> Receipt:
    """What was done; what follows from it, as long as it still stands."""
    act = about.said["act"]
    words = about.sight.words.aside(act, about.sight.table, about.sight.circle)
    facts = [Fact(_("Understood"), f"{words.button} ({act})")]
    return _("Done, out of turn"), facts, [line for line in (words.what, words.cost) if line]


def _vacation(about: About) -> Receipt:
    days = {
        name: date_format(date.fromisoformat(about.said[name]), _("j M Y"))
        for name in ("first", "last")
    }
    facts = [Fact(_("First day"), days["first"]), Fact(_("Last day"), days["last"])]
    return _("Your vacation is booked"), facts, [_("On these days your clocks stand still.")]


def _plan(about: About) -> Receipt:
    lines = [line.strip() for line in about.said["text"].splitlines()]
    facts = [Fact(_("Your plan"), quoted(" · ".join(filter(None, lines))))]
    more = _("It answers from the next hand on; where it does not fit, you are asked.")
    return _("Your plan is kept"), facts, [more]


def _no_plan(about: About) -> Receipt:
    return _("Your plan is forgotten"), [], [_("From the next hand on you are asked again.")]


def _pass(about: About) -> Receipt:
    more = _("Write “I am back” when you want to play yourself again; nobody else takes your seat.")
    return _("A bot plays for you"), [], [more]


def _back(about: About) -> Receipt:
    return (
        _("You play yourself again"),
        [],
        [_("What the bot has sealed may be changed while the hand is open.")],
    )


RECEIPTS: dict[str, Callable[[About], Receipt]] = {
    "answer": _answer,
    "aside": _aside,
    "pass": _pass,
    "back": _back,
    "plan": _plan,
    "no_plan": _no_plan,
    "vacation": _vacation,
}


# ------------------------------------------------------------------ the frame of all of them


def _about(notice: Notice) -> About | None:
    sight = sight_of(notice)
    mail = inbox.of_person(notice.recipient_id or 0, notice.facts["mail"])
    if sight is None or mail is None:
        return None
    return About(mail, inbox.result_of(mail), sight, ahead.found("reply", notice).address)


def _letter(
    about: About,
    title: str,
    paragraphs: list[str],
    *,
    facts: list[Fact] | None = None,
    ways: list[Fact] | None = None,
    link: str = "",
    why: str = "",
    table: bool = False,
) -> Letter:
    sight = about.sight
    more = _standing(sight) if table else {}
    letter = frame.letter(
        "mail_answer",
        sight,
        sight.hand.stage.number if sight.hand else None,
        about.reply_to,
        title=title,
        paragraphs=paragraphs,
        facts=facts or [],
        ways=ways or [],
        link=link,
        why=why,
        why_lines=folded(why, MARKED),
        **more,
    )
    return replace(letter, headers={**letter.headers, **_as_answer(about.mail)})


def _standing(sight: Sight) -> dict[str, Any]:
    """The table, and what this hand asks of the reader if it asks anything."""
    if sight.hand is not None and sight.may_answer:
        return {**frame.asking(sight, sight.hand), "table": True, "owes": True}
    return {**frame.table(sight), "table": True}


def _as_answer(mail: InboundMail) -> dict[str, str]:
    """In the thread of the mail that it answers, and not to be answered by a machine (RFC 3834)."""
    headers = {"Auto-Submitted": "auto-replied"}
    stored = inbox.content_of(mail)
    head = stored.raw.decode("latin-1").replace("\r\n", "\n") if stored else ""
    if named := MESSAGE_ID.search(head.partition("\n\n")[0]):
        headers["In-Reply-To"] = named[1]
    return headers
