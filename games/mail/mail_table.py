"""Answers to mails about a table that ask for something other than playing."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Notice
from accounts.notifications import digests, render
from accounts.notifications.kinds import Letter
from games import links
from games.mail import (
    command_words,
    letter_frame,
    own_settings,
    own_tables,
    reply_headers,
    show_table,
    waiting_hands,
)
from games.models import Game, InboundMail
from games.services.mail import inbox, loaded_mails, reply_addresses
from games.wording.base import Fact

LEADS = ("opened", "joined", "rematch", "begun")  # about another table than the mail was
ASKS = ("asks", "doubt")  # results that wait for one more word from the sender
BROKEN = gettext_lazy(
    "Something broke on our side, so we couldn’t read your e-mail, and it changed nothing. "
    "Send it again, or do the same on the page."
)
AWAY = gettext_lazy("A bot plays for you until you write “I am back”.")
# What a vote that nobody had to wait for has done.
DECIDED = {
    "pause": gettext_lazy("The game is paused: all clocks are stopped, and no hand is turned."),
    "cancel": gettext_lazy("Everybody wanted it: the game is cancelled."),
}
Details = dict[str, Any]


def compose(notice: Notice) -> Letter | None:
    """What was done, or why not, or what can be asked for."""
    mail = loaded_mails.of_person(notice.recipient_id or 0, notice.facts["mail"])
    if mail is None or notice.recipient is None:
        return None
    details = inbox.result_of(mail)
    did, rest = details.get("did"), besides(details)
    if did in ASKS and mail.state != InboundMail.State.HELD:
        return None
    if did == "games":
        return own_tables.letter(notice.recipient, mail, _back_to(mail), rest)
    if did == "show":
        found = show_table.letter(notice.recipient, mail, details["game"], _back_to(mail), rest)
        if found is not None:
            return found
    if did == "settings":
        return own_settings.letter(notice.recipient, mail, changed=bool(details.get("changed")))
    listed = _ways(mail) if did in ("help", "refused", "which") else []
    gist = {"title": _titles(details), "gist": lines(details)}
    entry: dict[str, Any] = {**gist, **_way(mail, details)}
    game = _game(details)
    heading = _("About your e-mail")
    return digests.of_entries(
        letter_frame.subject(game) if game is not None else heading,
        [] if listed else [entry],
        _back_to(mail, details),
        {
            **(letter_frame.thread(game) if game is not None else {}),
            **reply_headers.as_answer(mail),
        },
        about_mail=True,
        heading=heading,
        paragraphs=lines(details) if listed else [],
        ways=listed,
        facts=[_own(mail)] if listed else [],
    )


def _own(mail: InboundMail) -> Fact:
    """The reader's own address, which is always valid; shown in letters that list the commands."""
    row = reply_addresses.addresses_of_people([mail.address.user_id])[mail.address.user_id]
    words = _("Your personal address for all this, at any time; save it in your contacts")
    return Fact(words, reply_addresses.address_of(row))


def _ways(mail: InboundMail) -> list[Fact]:
    """The commands that are possible now at the table that the mail was about."""
    if mail.address.purpose in (reply_addresses.PERSON, reply_addresses.SEVERAL):
        return command_words.ways_of_a_person()
    hand, topic = mail.address.hand, mail.address.topics.select_related("game").first()
    game = hand.game if hand is not None else topic.game if topic is not None else None
    return command_words.ways(game.state if game is not None else "")


def _titles(details: Details) -> str:
    game = _game(details)
    return waiting_hands.titled(game) if game is not None else _("Playing by e-mail")


def _game(details: Details) -> Game | None:
    return Game.objects.filter(pk=details["game"]).first() if "game" in details else None


def _back_to(mail: InboundMail, details: Details | None = None) -> str:
    """The address that the mail came to, or that of the table it led to; empty if expired."""
    if details is not None and details.get("did") in LEADS:
        pair = (mail.address.user_id, details["game"])
        return reply_addresses.address_of(reply_addresses.addresses_of_tables([pair])[pair])
    good = reply_addresses.is_good(mail.address)
    return reply_addresses.address_of(mail.address) if good else ""


def _way(mail: InboundMail, details: Details) -> dict[str, str]:
    """The page to continue on: the confirmation, the record, or the table."""
    if details.get("did") in ASKS:
        return {"url": to_confirm(mail), "call": _("Or confirm it on a page:")}
    game = _game(details)
    if game is None:
        return {}
    if details.get("did") == "record":
        path = reverse("record", args=[game.code])
        return {"url": render.absolute(path), "call": _("The record:")}
    return {"url": letter_frame.address(game)}


def to_confirm(mail: InboundMail) -> str:
    """The page on which what we asked back is confirmed."""
    return render.absolute(reverse("confirm_mail", args=[links.confirm_token(mail)]))


def lines(details: Details) -> list[str]:
    """The result of a request, in sentences."""
    return [*of_command(details), *besides(details)]


def of_command(details: Details) -> list[str]:
    """The same, without what stood next to it."""
    return LINES[details["did"]](details) if details.get("did") in LINES else []


def besides(details: Details) -> list[str]:
    """The outcome of the command next to an answer, and which lines were skipped."""
    found = []
    if also := details.get("also"):
        said = also["said"]
        words = [said["message"]] if "message" in said else lines(said)
        about = {"line": command_words.shortened(also["line"]), "said": " ".join(words)}
        found.append(_("Also in your e-mail, %(line)s: %(said)s") % about)
    if left := details.get("left"):
        about = {"lines": ", ".join(map(command_words.shortened, left))}
        found.append(
            _("We did nothing about %(lines)s; if you want that, send it in an e-mail of its own.")
            % about
        )
    return found


def _asks(details: Details) -> list[str]:
    asked = _("We understood: %(what)s.") % {"what": command_words.described(details)}
    more = _(
        "It affects everybody at the table, so nothing has been done yet: reply with just "
        "“confirm” within a day."
    )
    return [asked, more]


def doubted(answer: str) -> str:
    """Asks whether this is the answer that somebody meant."""
    words = _("Do you mean %(answer)s? There was more in your e-mail, so nothing is sealed yet.")
    return words % {"answer": command_words.quoted(answer)}


def _doubts(details: Details) -> list[str]:
    how = _("Reply with just “yes” within a day, or with the answer alone.")
    return [doubted(details["text"]), how]


def _helped(details: Details) -> list[str]:
    if details.get("why") == "no_answer":
        return [
            _(
                "That e-mail doesn’t ask for a card, and we couldn’t read a command either. "
                "Nothing was changed. Cards go to the e-mail that asks for them."
            )
        ]
    if details.get("why") == "empty":
        return [_("There was nothing above our own text in your e-mail.")]
    return [
        _("Reply to one of our e-mails with one of these lines at the very top, and nothing else.")
    ]


def _join(details: Details) -> list[str]:
    name = {"name": details.get("name", "")}
    if not details.get("found"):
        return [_("There is no open table “%(name)s” that you could join.") % name]
    first = _("Several open tables have that name. Write “join” and the code of one of them.")
    return [first, *details["found"]]


def _vote(details: Details) -> list[str]:
    if details.get("wishes"):
        named = ", ".join(map(command_words.quoted, (_("pause?"), _("cancel?"))))
        return [_("More than one vote is open. Write which you mean: %(ways)s.") % {"ways": named}]
    return [_("There is nothing to vote on at this table, so your “yes” changed nothing.")]


def _voted(details: Details) -> list[str]:
    if details.get("decided"):
        return [str(DECIDED[details["wish"]])]
    what = str(command_words.VOTES.get(details.get("wish", ""), ""))
    return [_("Your vote counts for seven days: %(what)s.") % {"what": what}]


def _unvoted(details: Details) -> list[str]:
    if details.get("away"):
        return [_("A bot plays for you, so you have no vote. To vote, write “I am back” first.")]
    if details.get("paused"):
        return [
            _("You have no vote to withdraw."),
            str(DECIDED["pause"]),
            _("To end the pause, reply with just “resume”."),
        ]
    return [
        _("Your votes are withdrawn. Nothing that needs everybody’s vote will happen without you.")
    ]


def _opened(details: Details) -> list[str]:
    game = _game(details)
    if game is None:
        return []
    words = ngettext(
        "The table is open: %(hours)s hour for each hand, %(seats)s seats.",
        "The table is open: %(hours)s hours for each hand, %(seats)s seats.",
        game.hours,
    )
    more = _("Reply with “invite” and an address to ask somebody, and with “start” to begin.")
    return [words % {"hours": game.hours, "seats": game.seat_count}, more]


def _invited(details: Details) -> list[str]:
    return [_("We’ve invited %(address)s to your table.") % {"address": details.get("address", "")}]


def _undo(details: Details) -> list[str]:
    whys = {
        "nothing": _("None of your e-mails to this address has changed anything in the last day."),
        "stands": _("What your last e-mail did can’t be taken back."),
        "first": _(
            "It was your first answer, so it stands until you reply with another one. You can "
            "replace an answer, but not withdraw it: it stopped your clock."
        ),
    }
    undone = details.get("also", {}).get("outcome") == "undone"
    kept = [] if undone else [_("Nothing was changed.")]
    return [whys[details["why"]], *kept] if details.get("why") in whys else []


def _planned(details: Details) -> list[str]:
    return [_("Your plan is saved") + ".", *from_when(details)]


def _unplanned(details: Details) -> list[str]:
    return [_("Your plan is deleted") + ".", *from_when(details)]


def from_when(details: Details) -> list[str]:
    """From when a plan counts, or that there is none; and what an earlier one has answered."""
    stays = _("Your earlier plan has answered hand %(hand)s. You can still change that.")
    hand = details.get("stays")
    return [_from_when(details), *([stays % {"hand": hand}] if hand else [])]


def _from_when(details: Details) -> str:
    if "answered" in details:
        since = _("It has already answered hand %(hand)s, which opened after your e-mail came.")
        return since % {"hand": details["answered"]}
    if details["did"] == "no_plan":
        return str(AWAY) if details.get("waits") else _("From the next hand on we ask you again.")
    if details.get("waits"):
        return _(
            "It waits while a bot is playing for you: write “I am back” to play yourself again."
        )
    return _("It answers from the next hand on. Where it doesn’t fit, we ask you.")


def _fixed(*sentences: Any) -> Callable[[Details], list[str]]:
    return lambda _said: [str(each) for each in sentences]


LINES: dict[str, Callable[[Details], list[str]]] = {
    "asks": _asks,
    "doubt": _doubts,
    "help": _helped,
    "join": _join,
    "vote": _vote,
    "voted": _voted,
    "opened": _opened,
    "invited": _invited,
    "undo": _undo,
    "undone": _fixed(gettext_lazy("Taken back.")),
    "resumed": _fixed(gettext_lazy("The game has been resumed.")),
    "which": _fixed(
        gettext_lazy(
            "At which table? Begin with its letters and a colon, for instance “k7mp: start”. Write "
            "“games” to see the letters of each."
        )
    ),
    "revoked": _fixed(
        gettext_lazy(
            "That address no longer works for you. Reply “help” to a newer e-mail of ours to get "
            "the new one."
        )
    ),
    "plan": _planned,
    "no_plan": _unplanned,
    "pass": _fixed(AWAY),
    "refused": lambda details: [details.get("message", ""), _("Nothing was changed.")],
    "joined": _fixed(gettext_lazy("You have a seat. The game begins once all seats are taken.")),
    "declined": _fixed(gettext_lazy("You declined, so no seat is kept for you there.")),
    "begun": _fixed(gettext_lazy("You have a seat, and the game has begun.")),
    "started": _fixed(gettext_lazy("The game has begun.")),
    "rematch": _fixed(gettext_lazy("You have a seat at the new table. We’ve asked the others.")),
    "extended": _fixed(gettext_lazy("Everybody has more time for this hand.")),
    "unvoted": _unvoted,
    "let_go": _fixed(
        gettext_lazy("All right, we’ll leave it."), gettext_lazy("Nothing was changed.")
    ),
    "back": _fixed(gettext_lazy("You are playing again.")),
    "say": _fixed(gettext_lazy("The others at the table can read what you said.")),
    "tells": _fixed(
        gettext_lazy(
            "One line of your message is an answer that everybody would see, so we haven’t "
            "posted it. Send it again without that line."
        )
    ),
    "said_and_noted": _fixed(
        gettext_lazy(
            "One line is a message to the table and another a note for yourself, so we’ve done "
            "neither. Send each in an e-mail of its own."
        )
    ),
    "note": _fixed(gettext_lazy("Your note is saved; only you can see it.")),
    "show": lambda details: show_table.not_begun(_game(details)),
    "record": _fixed(gettext_lazy("Everything that was played is in the record.")),
    "running": _fixed(gettext_lazy("The game is still running; its record opens when it is over.")),
    "broken": _fixed(BROKEN),
    "past": _fixed(
        gettext_lazy(
            "That e-mail was about a table where you have no seat now, and none is kept for you. "
            "Nothing was changed."
        )
    ),
    "confirm": _fixed(gettext_lazy("There is nothing for you to confirm. Nothing was changed.")),
    "vacation": _fixed(
        gettext_lazy("Your vacation is booked; your clocks are stopped until it ends.")
    ),
}
