"""The letters that answer mails: what was done, and why not."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from unittest.mock import patch

from django.test import override_settings

from accounts.email.inbound_routes import LMTP, Arrival
from accounts.models import User
from games import selectors
from games.mail.inbound import process
from games.mail.inbound.house_mail import House
from games.models import Game
from games.services.mail import reply_addresses
from games.services.mail.reply_addresses import reply_address_for
from games.services.seats import absence, votes
from tests.games.mail import reading
from tests.games.mail.goldens.frame import LANGUAGES, MOMENT, Golden, in_each
from tests.games.mail.inbound.mailing import OURS, PASSED, VOUCHED, a_reply, arrive, stored, write
from tests.games.making import bid, bid_all, hand_of, legal, user_at
from tests.secrecy.frozen import undone

SORT = "mail"
Doing = Callable[[Game, User], object]


def letters() -> Iterator[Golden]:
    """Why nothing was done is settled as a mail is read: those come in each language."""
    users = reading.members(3, zone="Europe/Amsterdam")
    game = reading.started(users)
    bid_all(game)
    for (kind, variant), do in DOING.items():
        for language in LANGUAGES if kind == "mail_refused" else ("",):
            with undone():
                users[0].language = language or "en"
                users[0].save()
                do(game, users[0])
                told = (language,) if language else LANGUAGES
                yield from in_each(SORT, kind, users[0], variant, languages=told)
    with undone():
        pair = reading.started(users[:2], ruleset="turning-tides")
        write(pair, users[0], "Surrender")
        yield from in_each(SORT, "mail_receipt", users[0], "aside")
    with undone():
        House().take(Arrival(a_reply(users[0], "Thanks!").as_bytes(), "play@testserver", "m@x.org"))
        yield from in_each(SORT, "mail_house", users[0])
        bid(game, users[0])
        yield from in_each(SORT, "mail_house", users[0], "nothing-waits")
    with undone():
        yield from _several(users)
    for variant, bodies in AT_TABLE.items():
        with undone():
            votes.vote(users[1], game.code, "cancel")
            _to_table(game, users[0], *bodies)
            yield from in_each(SORT, "mail_table", users[0], variant)
    for (kind, variant), do in BESIDE.items():
        with undone():
            do(game, users[0])
            yield from in_each(SORT, kind, users[0], variant)
    for variant, prepare in NO.items():
        with undone():
            prepare(game, users)
            _to_table(game, users[0], "no")
            yield from in_each(SORT, "mail_table", users[0], variant)


def _to_table(game: Game, user: User, *bodies: str) -> None:
    """Replies to a letter about the table that asks for no card, one after the other."""
    rows = reply_addresses.addresses_of_tables([(user.pk, game.pk)])
    for body in bodies:
        stored(reply_addresses.address_of(rows[user.pk, game.pk]), a_reply(user, body))
        process.read_all()


def _all_pause(game: Game, users: list[User]) -> None:
    for user in users:
        votes.vote(user, game.code, "pause")


def _several(users: list[User]) -> Iterator[Golden]:
    """One letter asked for three hands: what of a reply was done, and what not."""
    for slug in ("turning-tides", "rowboat"):
        reading.started(users[:2], ruleset=slug, name=slug.title())
    hands = list(selectors.lobby.lists.waiting_for(users[0]))
    to = reply_addresses.address_of(reply_addresses.address_of_several(users[0], hands))
    data = {hand.game.ruleset: number for number, hand in enumerate(hands, start=1)}
    tide, ships = data["turn-the-tide"], data["turning-tides"]
    card = legal(hands[tide - 1].game, 0)[0]
    bodies = {
        "": f"Hello!\n{tide}: {card}\n{ships}: fire from nowhere\n9: 44",
        "help": "help",
        "unnumbered": "44",
    }
    for variant, body in bodies.items():
        with undone():
            stored(to, a_reply(users[0], body))
            process.read_all()
            yield from in_each(SORT, "mail_lines", users[0], variant)
    with undone():
        stored(to, a_reply(users[0], f"{tide}: {card}\n{ships}: wait", **ELSEWHERE))
        process.read_all()
        yield from in_each(SORT, "mail_held", users[0], "several")


def _lines(*lines: str, **headers: str) -> Doing:
    """One mail after the other with these lines; {} is a card that may be played, {other} not."""

    def do(game: Game, user: User) -> None:
        for line in lines:
            if "{" in line:
                line = line.format(*legal(game, 0), other=legal(game, 1)[0])
            write(game, user, line, **headers)

    return do


def _last_of_all(game: Game, user: User) -> None:
    """The hand is turned before the letter about it goes."""
    for index in (1, 2):
        bid(game, user_at(game, index))
    write(game, user, legal(game, 0)[0])
    bid_all(game)


def _past(game: Game, user: User) -> None:
    """Only a mail that is vouched for is told how the table stands."""
    mail = f"{VOUCHED}: {PASSED}\n".encode() + a_reply(user, "44").as_bytes()
    to = reply_address_for(user, hand_of(game))
    bid_all(game)
    arrive(game, user, mail, to=to, origin=LMTP)
    with override_settings(AUTHSERV_ID=OURS):
        process.read_all()


def _late(game: Game, user: User) -> None:
    hand = hand_of(game)
    with patch("django.utils.timezone.now", return_value=hand.deadline + timedelta(seconds=1)):
        arrive(game, user, a_reply(user, legal(game, 0)[5]))
        process.read_all()


def _overtaken(game: Game, user: User) -> None:
    by_mail, on_page = legal(game, 0)[:2]
    with patch("django.utils.timezone.now", return_value=MOMENT - timedelta(minutes=2)):
        arrive(game, user, a_reply(user, by_mail))
    bid(game, user, on_page)
    process.read_all()


# By the replies to a letter about a table that asks for no card.
AT_TABLE: dict[str, tuple[str, ...]] = {
    "": ("help",),
    "games": ("games",),
    "yes": ("yes",),
    "confirmed": ("yes", "confirm"),
    "said": ("say Hello!",),
    "no-table": ("join Nowhere",),
    "no-card": ("44",),
    "not-over": ("record",),
    "opened": ("open rowboat 24h “Kitchen table”",),
    "settings": ("settings",),
    "undone": ("note Joost keeps his 44", "undo"),
    "shown": ("show",),
}
NO: dict[str, Callable[[Game, list[User]], object]] = {
    "no": lambda game, users: votes.vote(users[0], game.code, "pause"),
    "no-paused": _all_pause,
    "no-away": lambda game, users: absence.pass_to_bot(users[0], game.code),
}
ELSEWHERE = {"sender": "marit@elsewhere.example"}
DOING: dict[tuple[str, str], Doing] = {
    ("mail_receipt", ""): _lines("{2}"),
    ("mail_receipt", "turned"): _last_of_all,
    ("mail_receipt", "plan"): _lines("plan next: {2}, then {3}"),
    ("mail_receipt", "no-plan"): _lines("plan next: {2}", "no plan"),
    ("mail_receipt", "bot"): _lines("Pass my turns to a bot."),
    ("mail_receipt", "back"): _lines("Pass my turns to a bot.", "I am back"),
    ("mail_receipt", "vacation"): _lines("vacation 3 days"),
    ("mail_refused", ""): _lines("the storm, I think"),
    ("mail_table", "doubt"): _lines("I think {2} would be best"),
    ("mail_refused", "not-held"): _lines("{other}"),
    ("mail_refused", "two-answers"): _lines("{2}\n{3}"),
    ("mail_refused", "plan"): _lines("plan whatever comes"),
    ("mail_refused", "vacation"): _lines("vacation 3 days", "urlaub 3 tage"),
    ("mail_refused", "no-days"): _lines("vacation 0 days"),
    ("mail_held", ""): _lines("{2}", **ELSEWHERE),
    ("mail_held", "unread"): _lines("Win a prize!", **ELSEWHERE),
    ("mail_held", "plan"): _lines("plan always: lowest", **ELSEWHERE),
    ("mail_held", "no-plan"): _lines("no plan", **ELSEWHERE),
    ("mail_held", "bot"): _lines("Pass my turns to a bot.", **ELSEWHERE),
    ("mail_held", "back"): _lines("I am back", **ELSEWHERE),
    ("mail_held", "vacation"): _lines("vacation 1 day", **ELSEWHERE),
    ("mail_help", ""): _lines("help"),
    ("mail_help", "empty"): _lines("> help\n"),
    ("mail_state", ""): _lines("show"),
    ("mail_state", "past"): _past,
    ("mail_state", "late"): _late,
    ("mail_state", "overtaken"): _overtaken,
}
BESIDE: dict[tuple[str, str], Doing] = {
    ("mail_receipt", "beside"): _lines("{2}\nsay Well played!\n\nextend"),
    ("mail_held", "beside"): _lines("{2}\nsay Well played!", **ELSEWHERE),
}
