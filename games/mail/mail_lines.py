"""Letters about a mail that answered several hands: what each numbered line did."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Notice, User
from accounts.notifications import digests, render
from accounts.notifications.kinds import Letter
from accounts.text import date_words
from games import links
from games.game_view import GameView
from games.mail import command_words, mail_answer, mail_table, reply_headers, waiting_hands
from games.mail.command_words import quoted
from games.mail.mail_answer import RECEIPTS, About, Details
from games.models import InboundMail, ReplyTopic
from games.services.mail import inbox, loaded_mails, reply_addresses
from games.wording.base import Fact

# The other reasons are about hands that may still wait, and those are listed below.
REASONS = ("late", "overtaken", "past", "unseated")


def lines(notice: Notice) -> Letter | None:
    """What each line did, and then the hands that still wait, under the same numbers."""
    mail, user = _mail_of(notice), notice.recipient
    if mail is None or user is None:
        return None
    details = inbox.result_of(mail)
    topics = {topic.number: topic for topic in loaded_mails.topics_of(mail.address)}
    views = _views(user, topics)
    done = details.get("lines", [])
    told = [_told(mail, line, topics, views) for line in _marked(done)]
    title = _("What your e-mail did") if told else _("Playing by e-mail")
    late = {line.get("number") for line in done if line["outcome"] == "late"}
    open_ = {} if user.is_suspended else {n: topics[n] for n in topics if n not in late}
    sheet = _waiting(user, mail, open_, views, title)
    return digests.of_entries(
        title,
        [*(entry for entry, _proofs in told), *sheet.entries],
        sheet.reply_to,
        reply_headers.as_answer(mail),
        about_mail=True,
        paragraphs=_paragraphs(details, sheet),
        ways=ways() if details.get("why") in ("help", "empty", "unnumbered") else [],
        facts=[proof for _entry, proofs in told for proof in proofs],
    )


def held(notice: Notice) -> Letter | None:
    """Asks about a mail that may be forged, whatever letter it answered."""
    if "game" in notice.facts:
        return mail_answer.held(notice)
    mail = loaded_mails.of_person(notice.recipient_id or 0, notice.facts["mail"])
    if mail is None:
        return None
    details = inbox.result_of(mail)
    if details and mail.state != InboundMail.State.HELD:
        return None
    first = _(
        "An e-mail came in your name that may not be yours: it came from another "
        "address, or its server didn’t vouch for it. Nothing was done."
    )
    more = {"about_mail": True, "paragraphs": [first]}
    entries: list[dict[str, Any]] = []
    if details:
        link = reverse("confirm_mail", args=[links.confirm_token(mail)])
        asks = _("If it was you, confirm it on this page. If it wasn’t, tell us there.")
        entries = [
            {
                "title": _("The e-mail asked for"),
                "gist": [mail_answer.asked_for(details), *mail_table.besides(details), asks],
                "url": render.absolute(link),
                "call": _("Confirm it, or say that it wasn’t you:"),
            }
        ]
    else:
        more["paragraphs"] = [
            first,
            _("We couldn’t find an answer in it either. If it wasn’t you, there is nothing to do."),
        ]
    return digests.of_entries(
        _("Was that you?"), entries, "", reply_headers.as_answer(mail), **more
    )


def ways() -> list[Fact]:
    """The commands for a reply to a letter about several hands."""
    extend, say = _("extend"), _("say Well played!")
    words = {
        "1: 44": _("your answer in the hand with that number; as many such lines as you like"),
        "1: plan next: lowest, then highest": _("answers for the hands to come at that table"),
        _("1: undo"): _("takes back what your last line with that number did"),
        f"1: {extend}": _("more time for the open hand, once a game"),
        f"1: {say}": _("everybody at the table can read it"),
        _("show"): _("the hands that still wait"),
        _("help"): _("this e-mail"),
    }
    return [*(Fact(quoted(line), what) for line, what in words.items()), *command_words.ways("")]


def _marked(lines: Sequence[Details]) -> list[Details]:
    """The lines, each that changed nothing marked if another one about that table did something."""
    done = {line.get("number") for line in lines if line["outcome"] in inbox.WITH_EFFECT}
    return [{**line, "beside": line.get("number") in done} for line in lines]


def _mail_of(notice: Notice) -> InboundMail | None:
    mail = loaded_mails.of_person(notice.recipient_id or 0, notice.facts["mail"])
    several = mail is not None and mail.address.purpose == reply_addresses.SEVERAL
    return mail if several else None


def _views(user: User, topics: Mapping[int, ReplyTopic]) -> dict[int, GameView]:
    views = waiting_hands.seen_by(user, [topic.game_id for topic in topics.values()])
    return {view.game.pk: view for view in views}


def _waiting(
    user: User,
    mail: InboundMail,
    topics: Mapping[int, ReplyTopic],
    views: Mapping[int, GameView],
    subject: str,
) -> waiting_hands.Sheet:
    """The hands of that letter without an answer, and its address while any answer can change."""
    open_ = [
        topic
        for topic in topics.values()
        if (view := views.get(topic.game_id)) is not None
        and view.hand is not None
        and view.hand.pk == topic.hand_id
        and view.may_answer
    ]
    if not open_ or not reply_addresses.is_good(mail.address):
        return waiting_hands.Sheet([])
    owing = [topic for topic in open_ if views[topic.game_id].own is None]
    return waiting_hands.of_topics(user, owing, reply_addresses.address_of(mail.address), subject)


def _paragraphs(details: Details, sheet: waiting_hands.Sheet) -> list[str]:
    whys = {
        "empty": _("There was nothing above our own text in your e-mail."),
        "unnumbered": _(
            "We couldn’t tell which hand your e-mail is about: none of its lines begins with a "
            "number. Nothing was changed."
        ),
        "past": _("Your e-mail was about hands that are over, so it changed nothing."),
    }
    if details.get("why") in ("revoked", "broken"):
        return mail_answer.reasons(details["why"])
    found = [whys[details["why"]]] if details.get("why") in whys else []
    if details.get("passed"):
        passed = " ".join(quoted(line) for line in details["passed"])
        found.append(
            _("Skipped, because there is no number in front: %(lines)s") % {"lines": passed}
        )
    if not sheet.entries:
        found.append(_("None of the hands in that e-mail is waiting for you now."))
    return found


# ------------------------------------------------------------------ one line

Told = tuple[dict[str, Any], list[Fact]]


def _told(
    mail: InboundMail,
    line: Details,
    topics: Mapping[int, ReplyTopic],
    views: Mapping[int, GameView],
) -> Told:
    """The result of one line, and its proofs for the end of the letter."""
    number = line.get("number", 0)
    topic = topics.get(number) or (next(iter(topics.values()), None) if not number else None)
    view = views.get(topic.game_id) if topic is not None else None
    title = waiting_hands.titled(topic.game) if topic is not None and number else ""
    entry: dict[str, Any] = {"title": _title(number, title)}
    did = line.get("said", {}).get("did")
    if did == "doubt":
        return {**entry, "gist": _doubted(line["said"]["text"], number)}, []
    if did in mail_table.LINES:
        return {**entry, "gist": mail_table.lines(line["said"])}, []
    if did in RECEIPTS and view is not None:
        gist, proofs = _done(About(mail, line["said"], view, ""), number)
    else:
        gist, proofs = _not_done(line), []
    return {**entry, "gist": gist}, proofs


def _title(number: int, title: str) -> str:
    if title:
        return waiting_hands.numbered(number, title)
    return _("Number %(number)s") % {"number": number} if number else _("For all tables")


def _done(about: About, number: int) -> tuple[list[str], list[Fact]]:
    title, facts, more = RECEIPTS[about.details["did"]](about)
    if about.details["did"] != "answer":
        return [f"{title}.", *(f"{fact.label}: {fact.text}" for fact in facts), *more], []
    proofs = [Fact(f"{fact.label} ({number})", fact.text) for fact in facts[2:]]
    kept = [f"{facts[0].label}: {facts[0].text}", _changeable(about, number)]
    return [f"{title}.", *kept], proofs


def _changeable(about: About, number: int) -> str:
    view, until = about.view, about.view.until
    past = view.hand is None or view.hand.number != about.details["hand"] or not view.may_answer
    if past or until is None:
        return _("It was the last one, so the hand has been turned.")
    if view.game.paused_at is not None:
        words = _(
            "You can change it while the game is paused: reply with another one, and the number "
            "%(number)s in front."
        )
        return words % {"number": number}
    words = _(
        "You can change it until the last answer is in, until %(until)s in %(place)s at the "
        "latest: reply with another one, and the number %(number)s in front."
    )
    told = {"until": date_words.moment(until), "place": date_words.place(), "number": number}
    return words % told


def _doubted(answer: str, number: int) -> list[str]:
    return [
        mail_table.doubted(answer),
        _("Reply with “%(number)s: yes” within a day, or with that number and the answer alone.")
        % {"number": number},
    ]


def _not_done(line: Details) -> list[str]:
    outcome = line["outcome"]
    whys = {
        "unknown": _(
            "There is no hand with this number in that e-mail, or moderators have taken it back."
        ),
        "doubled": _("Two lines give different answers for it, and we don’t want to guess."),
        "unread": _("This line is too long to be an answer."),
        "beyond": _(
            "We carry out the first %(most)s numbered lines of an e-mail, and this one comes "
            "later, so none with its number counted. Send them again in a shorter e-mail."
        )
        % {"most": line.get("most", 0)},
        "two_commands": _(
            "Two lines ask for different things at this table, so we did neither: send them one "
            "at a time."
        ),
        "alone": _(
            "This isn’t about a hand, so write it without a number, at the top of a new reply."
        ),
        "shown": _("Here is how it stands."),
        "helped": _("Here is how it stands."),
    }
    why = mail_answer.reasons(outcome) if outcome in REASONS else []
    message = line.get("said", {}).get("message") or whys.get(outcome, "")
    found = [*why, *([message] if message else [])]
    if outcome in ("shown", "helped"):
        return found
    written = _("You wrote %(line)s.") % {"line": quoted(line.get("line", ""))}
    kept = _("That changed nothing.") if line["beside"] else _("Nothing was changed at this table.")
    return [written, *found, kept]
