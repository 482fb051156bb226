"""The letters that answer a person's mails: what we understood, or why nothing was done.

Their content was decided when the mail was read (`games.mail.inbound`) and is stored encrypted; the
table is shown as it is now. Subjects and previews never name a card.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.email.wrap import folded
from accounts.models import Notice, User
from accounts.notifications import prefetch, render
from accounts.notifications.kinds import Letter, Part
from accounts.text import date_words
from games import links
from games.game_view import GameView
from games.mail import command_words, letter_frame, mail_table, reply_headers
from games.mail.command_words import quoted
from games.mail.letter_view import view_of
from games.models import InboundMail
from games.refusals import REFUSALS
from games.services.mail import inbox, loaded_mails
from games.wording.base import Fact

Details = dict[str, Any]
A_MINUTE = timedelta(minutes=1)  # within which the next hand follows, unless something is broken
MARKED = 68  # columns of a sentence that may end in an answer; each of its lines gets a mark


@dataclass(frozen=True)
class About:
    """A settled mail, the stored result, its sender's view of the game, the reply address, and the
    URL of a file with the deadline."""

    mail: InboundMail
    details: Details
    view: GameView
    reply_to: str
    calendar: str = ""


def receipt(notice: Notice) -> Letter | None:
    """The receipt: what we understood, until when it can be changed, and the proofs of a bid."""
    about = _about(notice)
    if about is None or about.details.get("did") not in RECEIPTS:
        return None
    title, facts, more = RECEIPTS[about.details["did"]](about)
    told = (
        " ".join(about.view.sentences_of_hand(about.details["hand"]))
        if "hand" in about.details
        else ""
    )
    next_time = _next_time(notice) if about.details["did"] == "answer" else ""
    return _letter(about, title, [*more, *filter(None, (told, next_time))], facts=facts)


def _next_time(notice: Notice) -> str:
    """When receipts come, for people whose digest setting may delay them; otherwise empty."""
    if notice.recipient is None or notice.recipient.digest == User.Digest.AT_ONCE:
        return ""
    return _(
        "From now on your receipt comes with your next e-mail about this table, and no later than "
        "a reminder would. If we can’t read an answer, we tell you at once. “settings at once” "
        "brings each receipt at once."
    )


def part(notice: Notice) -> Part | None:
    """The receipt inside another e-mail: what was done and, at the end, its proof."""
    about = _about(notice)
    if about is None or about.details.get("did") not in RECEIPTS:
        return None
    title, facts, more = RECEIPTS[about.details["did"]](about)
    shown, proofs = (facts[:1], facts[1:]) if about.details["did"] == "answer" else (facts, [])
    lines = [f"{fact.label}: {fact.text}" for fact in shown]
    return Part(
        (
            f"{title}.",
            *lines,
            *(more[:1] if proofs else more),
            *mail_table.besides(about.details),
        ),
        tuple((f"{fact.label}:", fact.text) for fact in proofs),
        reply_headers.as_answer(about.mail, "auto-generated"),
    )


def waits(notice: Notice) -> bool:
    """Whether all cards of the hand are in, as far as the reader may know. Then the receipt waits,
    to join the letter about the resolved hand.
    """
    view, hand = view_of(notice), notice.facts["hand"]
    fresh = timezone.now() - notice.created_at < A_MINUTE
    return (
        fresh
        and view is not None
        and view.settling
        and view.hand is not None
        and (view.hand.number == hand)
    )


def refused(notice: Notice) -> Letter | None:
    """Why nothing was done, and what can be done instead."""
    about = _about(notice)
    if about is None:
        return None
    why = about.details.get("message") or str(REFUSALS["two_answers"].sentence)
    if about.details.get("code") == "bad_plan":
        kept = _("Nothing was changed. Reply to this e-mail with the whole plan once more.")
    elif not _asks(about):
        kept = "" if "also" in about.details else _("Nothing was changed.")
    elif "also" in about.details:
        kept = _("No answer was sealed. Reply to this e-mail with your answer and nothing else.")
    else:
        kept = _("Nothing was changed. Reply to this e-mail with one line and nothing else.")
    return _letter(about, _("We couldn’t do that"), [kept] if kept else [], why=why, table=True)


def held(notice: Notice) -> Letter | None:
    """Asks the owner of the verified address about a mail that may be forged, with a link to
    confirm.
    """
    about = _about(notice)
    if about is None or (about.mail.state != InboundMail.State.HELD and about.details):
        return None
    first = _(
        "An e-mail came in your name that may not be yours: it came from another "
        "address, or its server didn’t vouch for it. Nothing was done."
    )
    if not about.details:
        more = _(
            "We couldn’t find an answer in it either. If it wasn’t you, there is nothing to do."
        )
        return _letter(about, _("Was that you?"), [first, more])
    link = render.absolute(reverse("confirm_mail", args=[links.confirm_token(about.mail)]))
    return _letter(
        about,
        _("Was that you?"),
        [first, _("If it was you, confirm it on this page. If it wasn’t, tell us there.")],
        facts=[Fact(_("The e-mail asked for"), asked_for(about.details))],
        link=link,
    )


def help_(notice: Notice) -> Letter | None:
    """The commands that mails can contain, and the table."""
    about = _about(notice)
    if about is None:
        return None
    opening = _(
        "Reply to one of our e-mails with one of these lines at the very top, and nothing else."
    )
    if about.details.get("why") == "empty":
        opening = _("There was nothing above our own text in your e-mail.") + " " + opening
    ways = command_words.ways_of_playing(about.view)
    return _letter(about, _("Playing by e-mail"), [opening], ways=ways, table=True)


def state(notice: Notice) -> Letter | None:
    """The table as it is now, and why it is shown."""
    about = _about(notice)
    if about is None:
        return None
    return _letter(
        about, _("The table as it stands"), reasons(about.details.get("why", "")), table=True
    )


def reasons(why: str) -> list[str]:
    """The sentence for a reason code; empty if it needs none."""
    known = {
        "past": _("Your e-mail was about a hand that is over, so it changed nothing."),
        "revoked": _(
            "You have new reply addresses, so your e-mail to the old one changed nothing. "
            "Write “games” to get the hands that wait for you."
        ),
        "broken": str(mail_table.BROKEN),
        "unseated": _("You no longer sit at this table."),
        "late": _("Your answer came after your time had run out, so it doesn’t count."),
        "overtaken": _("You have answered again since then, and that answer counts."),
    }
    return [known[why]] if why in known else []


def asked_for(details: Details) -> str:
    """What a held mail asked for, in one line that can't be mistaken for an answer."""
    if "beside" in details:
        one = asked_for({name: each for name, each in details.items() if name != "beside"})
        return _("%(one)s, and %(other)s") % {"one": one, "other": asked_for(details["beside"])}
    if "lines" in details:
        return _several_of(details)
    words = {
        "pass": _("a bot to play for you"),
        "back": _("your seat back"),
        "no_plan": _("your plan to be deleted"),
        "vacation": _vacation_of(details.get("days", 0)),
        "plan": _("the plan “%(text)s”") % details,
    }
    found = words.get(details["wish"]) or command_words.described(details)
    return found or _("the answer “%(text)s”") % details


def _several_of(details: Details) -> str:
    found = " ".join(quoted(f"{number}: {text}") for number, text in details["lines"])
    wished = [_("several answers: %(lines)s") % {"lines": found}] if found else []
    wished += [_vacation_of(days)] if (days := details.get("vacation")) else []
    one, *others = wished
    return _("%(one)s, and %(other)s") % {"one": one, "other": others[0]} if others else one


def _vacation_of(days: int) -> str:
    words = ngettext("a vacation of %(days)s day", "a vacation of %(days)s days", days)
    return words % {"days": days}


# ------------------------------------------------------------------ receipts

Receipt = tuple[str, list[Fact], list[str]]


def _answer(about: About) -> Receipt:
    details = about.details
    facts = [
        Fact(_("Understood"), _understood(about)),
        Fact(_("Sealed at"), date_words.moment(datetime.fromisoformat(details["placed_at"]))),
        Fact(_("Receipt"), details["digest"]),
        Fact(_("Salt"), details["salt"]),
    ]
    title = _("Your answer in hand %(hand)s is sealed") % {"hand": details["hand"]}
    proof = _("With the receipt and the salt anybody can check it.")
    return title, facts, [*_changeable(about), proof]


def _understood(about: About) -> str:
    """The answer, and what a card is to do."""
    parts = [each for each in (about.details["notation"], about.details.get("follow")) if each]
    return _named(", ".join(map(about.view.wording.label, parts)), " ".join(parts))


def _named(label: str, notation: str) -> str:
    """The answer in words and, unless they hold it, in its notation: "7 of waves (play 7w)"."""
    same = notation.casefold() in label.casefold().split()
    return label if same else f"{label} ({notation})"


def _changeable(about: About) -> list[str]:
    """Until when the answer can be changed, or why it can't be."""
    view, until = about.view, about.view.until
    past = view.hand is None or view.hand.number != about.details["hand"]
    if not past and _is_replaced(about):
        return [_("You have answered again since then, and that answer counts.")]
    if not past and view.settling:
        return [_("All answers are in; the cards are being turned.")]
    if past or not view.may_answer or until is None:
        return [_("The hand has been turned.")]
    if view.game.paused_at is not None:
        return [
            _("You can change it while the game is paused: reply to this e-mail with another one.")
        ]
    words = _(
        "You can change it until the last answer is in, until %(until)s in "
        "%(place)s at the latest: just reply to this e-mail with another one."
    )
    return [words % {"until": date_words.moment(until), "place": date_words.place()}]


def _is_replaced(about: About) -> bool:
    """Whether another answer of this seat is in the hand now."""
    sealed = about.view.receipts.get(about.view.own_seat.index)
    return sealed is not None and sealed != about.details["digest"]


def _aside(about: About) -> Receipt:
    """The receipt of an action out of turn: what was done, and what it costs."""
    act = about.details["act"]
    words = about.view.wording.aside(act, about.view.table, about.view.seating)
    facts = [Fact(_("Understood"), _named(words.button, act))]
    return _("Done, out of turn"), facts, [line for line in (words.what, words.cost) if line]


def _vacation(about: About) -> Receipt:
    days = {
        name: date_format(date.fromisoformat(about.details[name]), _("j M Y"))
        for name in ("first", "last")
    }
    facts = [Fact(_("First day"), days["first"]), Fact(_("Last day"), days["last"])]
    return _("Your vacation is booked"), facts, [_("Your clocks are stopped on these days.")]


def _plan(about: About) -> Receipt:
    lines = [line.strip() for line in about.details["text"].splitlines()]
    facts = [Fact(_("Your plan"), quoted(" · ".join(filter(None, lines))))]
    return _("Your plan is saved"), facts, mail_table.from_when(about.details)


def _no_plan(about: About) -> Receipt:
    return _("Your plan is deleted"), [], mail_table.from_when(about.details)


def _pass(about: About) -> Receipt:
    more = _(
        "Write “I am back” when you want to play yourself again. Nobody else can take your seat."
    )
    return _("A bot plays for you"), [], [more]


def _back(about: About) -> Receipt:
    more = _("You can change what the bot has sealed while the hand is open.")
    return _("You are playing again"), [], [more]


RECEIPTS: dict[str, Callable[[About], Receipt]] = {
    "answer": _answer,
    "aside": _aside,
    "pass": _pass,
    "back": _back,
    "plan": _plan,
    "no_plan": _no_plan,
    "vacation": _vacation,
}


# ------------------------------------------------------------------ shared by all of them


def _about(notice: Notice) -> About | None:
    view = view_of(notice)
    mail = loaded_mails.of_person(notice.recipient_id or 0, notice.facts["mail"])
    if view is None or mail is None:
        return None
    reply = prefetch.found("reply", notice)
    return About(mail, inbox.result_of(mail), view, reply.address, reply.calendar)


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
    view = about.view
    more = _table_context(about) if table else {}
    letter = letter_frame.letter(
        "mail_answer",
        view,
        about.reply_to,
        title=title,
        paragraphs=[*paragraphs, *mail_table.besides(about.details)],
        facts=facts or [],
        fact_lines=[_in_text(fact) for fact in facts or []],
        ways=ways or [],
        link=link,
        why=why,
        why_lines=folded(why, MARKED),
        **more,
    )
    return replace(letter, headers={**letter.headers, **reply_headers.as_answer(about.mail)})


def _in_text(fact: Fact) -> str:
    """A fact in plain text: on one line if that fits, since "Fire" alone on a line is an answer."""
    line = f"{fact.label}: {fact.text}"
    return line if len(line) <= render.WIDTH else f"{fact.label}:\n  {fact.text}"


def _asks(about: About) -> bool:
    """Whether the letter asks for an answer to the open hand: not somebody whose time for it has
    run out, or who is suspended."""
    view, late = about.view, about.details.get("why") == "late"
    past = late and view.hand is not None and view.hand.pk == about.mail.address.hand_id
    return view.may_answer and not past and not about.mail.address.user.is_suspended


def _table_context(about: About) -> dict[str, Any]:
    """The context for the table, and for the reader's question if the open hand asks them."""
    view = about.view
    if view.hand is not None and _asks(about):
        asked = letter_frame.asking(view, view.hand, reply_to=about.reply_to)
        calendar = "" if view.own or view.game.paused_at else about.calendar
        return {**asked, "table": True, "owes": True, "calendar_url": calendar}
    return {**letter_frame.table(view), "table": True}
