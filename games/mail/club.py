"""The letters that answer what was wished by mail about a table, besides playing."""

from collections.abc import Callable, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.email import render
from accounts.models import Notice, User
from accounts.notifications import digests, prefetch
from accounts.notifications.kinds import Letter
from games import links, selectors
from games.mail import answers, letter_frame, sheets, wishes
from games.mail.answers import Said
from games.mail.letter_view import view_of
from games.models import Game, InboundMail, Invitation, ReplyAddress
from games.services.mail import inbox, reply_addresses
from games.wording.base import Fact

MAX_TABLES = 30  # tables in one list


def told(notice: Notice) -> Letter | None:
    """What was done, or why not; or what may be written."""
    mail = inbox.of_person(notice.recipient_id or 0, notice.facts["mail"])
    if mail is None or notice.recipient is None:
        return None
    said = inbox.result_of(mail)
    if said.get("did") == "asks" and mail.state != InboundMail.State.HELD:
        return None
    if said.get("did") == "games":
        return _games(notice.recipient, mail)
    shown = _ways(mail) if said.get("did") in ("help", "refused") else []
    entry: dict[str, Any] = {"title": _titles(said), "gist": lines(said), **_way(mail, said)}
    return digests.of_entries(
        _("About your e-mail"),
        [] if shown else [entry],
        _back_to(mail),
        answers.as_answer(mail),
        about_mail=True,
        paragraphs=lines(said) if shown else [],
        ways=shown,
    )


def _ways(mail: InboundMail) -> list[Fact]:
    """What is possible now at the table that the mail was about."""
    hand, topic = mail.address.hand, mail.address.topics.select_related("game").first()
    game = hand.game if hand is not None else topic.game if topic is not None else None
    return wishes.ways(game.state if game is not None else "")


def _titles(said: Said) -> str:
    game = _game(said)
    return sheets.titled(game) if game is not None else _("Playing by e-mail")


def _game(said: Said) -> Game | None:
    return Game.objects.filter(pk=said["game"]).first() if "game" in said else None


def _back_to(mail: InboundMail) -> str:
    good = reply_addresses.is_good(mail.address)
    return reply_addresses.written(mail.address) if good else ""


def _way(mail: InboundMail, said: Said) -> dict[str, str]:
    """The page to go on at: to confirm, the record, or the table."""
    if said.get("did") == "asks":
        path = reverse("confirm_mail", args=[links.confirm_token(mail.pk)])
        return {"url": render.absolute(path), "call": _("Or confirm it on a page:")}
    game = _game(said)
    if game is None:
        return {}
    if said.get("did") == "record":
        path = reverse("record", args=[game.code])
        return {"url": render.absolute(path), "call": _("The record:")}
    return {"url": letter_frame.address(game)}


def lines(said: Said) -> list[str]:
    """What became of a wish, in sentences."""
    return LINES[said["did"]](said) if said.get("did") in LINES else []


def _asks(said: Said) -> list[str]:
    asked = _("You asked for %(what)s.") % {"what": wishes.told(said)}
    more = _(
        "It is for everybody at the table, so nothing is done yet: reply with just “confirm” "
        "within a day."
    )
    return [asked, more]


def _helped(said: Said) -> list[str]:
    if said.get("why") == "no_answer":
        return [
            _(
                "That e-mail asks for no card, and we couldn’t read a command either. Nothing was "
                "changed. Cards go to the e-mail that asks for them."
            )
        ]
    if said.get("why") == "empty":
        return [_("There was nothing above our own text in your e-mail.")]
    return [
        _(
            "Reply to one of our e-mails with a single line, at the very top, that holds nothing "
            "else."
        )
    ]


def _join(said: Said) -> list[str]:
    name = {"name": said.get("name", "")}
    if not said.get("found"):
        return [_("There is no open table “%(name)s” that you could join.") % name]
    first = _("Several open tables have that name. Write “join” and the code of one of them.")
    return [first, *said["found"]]


def _vote(said: Said) -> list[str]:
    if said.get("wishes"):
        named = ", ".join(str(wishes.VOTES[wish]) for wish in said["wishes"])
        return [_("There is more than one vote: %(wishes)s. Vote on the page.") % {"wishes": named}]
    return [_("Nobody asks for a vote at this table, so your yes changed nothing.")]


def _voted(said: Said) -> list[str]:
    what = str(wishes.VOTES.get(said.get("wish", ""), ""))
    return [_("Your vote counts for seven days: %(what)s.") % {"what": what}]


def _fixed(*sentences: Any) -> Callable[[Said], list[str]]:
    return lambda _said: [str(each) for each in sentences]


LINES: dict[str, Callable[[Said], list[str]]] = {
    "asks": _asks,
    "help": _helped,
    "join": _join,
    "vote": _vote,
    "voted": _voted,
    "refused": lambda said: [said.get("message", ""), _("Nothing was changed.")],
    "joined": _fixed(gettext_lazy("You have a seat. The game begins once all seats are taken.")),
    "declined": _fixed(gettext_lazy("You said no, and no seat is kept for you there.")),
    "started": _fixed(gettext_lazy("The game has begun.")),
    "rematch": _fixed(gettext_lazy("You have a seat at the new table. The others are asked.")),
    "extended": _fixed(gettext_lazy("Everybody has more time for this hand.")),
    "unvoted": _fixed(
        gettext_lazy("You vote for nothing now. What takes everybody does not happen without you.")
    ),
    "back": _fixed(gettext_lazy("You are playing again.")),
    "say": _fixed(gettext_lazy("The others at the table can read what you said.")),
    "note": _fixed(gettext_lazy("Your note is kept; only you can see it.")),
    "record": _fixed(gettext_lazy("Everything that was played is in the record.")),
    "running": _fixed(gettext_lazy("The game still runs; its record opens when it is over.")),
    "past": _fixed(
        gettext_lazy("That e-mail was about a table where you no longer sit. Nothing was changed.")
    ),
    "confirm": _fixed(gettext_lazy("Nothing of yours waits to be confirmed. Nothing was changed.")),
    "vacation": _fixed(gettext_lazy("Your vacation is booked; your clocks stand still meanwhile.")),
}


def _games(user: User, mail: InboundMail) -> Letter:
    """The hands that wait, to be answered by a reply; then the other tables."""
    sheet = sheets.of_hands(user, selectors.lobby.lists.waiting_for(user)[: sheets.MAX_HANDS])
    asked = {entry["game"] for entry in sheet.entries}
    others = [_entry(game) for game in _others(user) if game.pk not in asked]
    none = [] if sheet.entries or others else [_("You sit at no table now.")]
    return digests.of_entries(
        _("Your tables"),
        [*sheet.entries, *others],
        sheet.reply_to or _back_to(mail),
        answers.as_answer(mail),
        about_mail=True,
        paragraphs=none,
    )


def _others(user: User) -> list[Game]:
    going = (Game.State.OPEN, Game.State.RUNNING)
    games = selectors.lobby.lists.games_of(user).filter(state__in=going).order_by("-pk")
    return list(games[:MAX_TABLES])


def _entry(game: Game) -> dict[str, Any]:
    says = {
        Game.State.OPEN: _("It has not begun yet."),
        Game.State.RUNNING: _("It waits for others."),
    }
    said = says.get(Game.State(game.state), "")
    return {"title": sheets.titled(game), "text": said, "url": letter_frame.address(game)}


# ------------------------------------------------------------------ where letters are answered to


def back_to(notice: Notice) -> str:
    """The address of the table that this letter is about, if its reader has to do with it."""
    found: str = prefetch.found("table reply", notice)
    return found


def _addresses(notices: Sequence[Notice]) -> list[str]:
    games = [_about(notice) for notice in notices]
    pairs = [
        (notice.recipient_id, game) if game and notice.recipient_id else None
        for notice, game in zip(notices, games, strict=True)
    ]
    rows: dict[tuple[int, int], ReplyAddress] = {}
    if asked := [pair for pair in pairs if pair]:
        rows = reply_addresses.addresses_of_tables(asked)
    return [reply_addresses.written(rows[pair]) if pair else "" for pair in pairs]


prefetch.register("table reply", _addresses)


def _about(notice: Notice) -> int | None:
    """The game where this reader sits, or is asked to sit."""
    if notice.recipient is None:
        return None
    if "invitation" in notice.facts:
        rows = Invitation.objects.filter(pk=notice.facts["invitation"])
        return rows.values_list("game", flat=True).first()
    game: int | None = notice.facts.get("game")
    if game is None or view_of(notice) is not None:
        return game
    kept = Game.objects.filter(pk=game, seats__kept_for=notice.recipient)
    return game if kept.exists() else None
