"""Plays Canary through all interfaces, and records everything that can be observed."""

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.conf import settings
from django.core import mail
from django.db import connection
from django.test import Client

from accounts.models import User
from games import game_secrets
from games.models import Bid, Game
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.games.api.asking import at, signed_in
from tests.games.making import bid, fresh, hand_of, legal
from tests.games.web.driving import browser
from tests.secrecy.canary import rules
from tideweb.log_redaction import QuietTasks


@dataclass
class Heard:
    """What was logged and answered, by source."""

    log: io.StringIO = field(default_factory=io.StringIO)
    pages: dict[str, bytes] = field(default_factory=dict)

    def texts(self) -> dict[str, bytes]:
        """All texts, to be searched."""
        return {"log": self.log.getvalue().encode(), **self.pages, **_heads_of_mails()}


def _heads_of_mails() -> dict[str, bytes]:
    """What every mail server on the way can read: subjects and headers."""
    return {
        f"mail {number}": f"{sent.subject} {sent.extra_headers}".encode()
        for number, sent in enumerate(getattr(mail, "outbox", []))
    }


@contextmanager
def listening() -> Iterator[Heard]:
    """Context manager: sets all loggers to DEBUG, including queries, in the product's format."""
    heard = Heard()
    root = logging.getLogger()
    ear = logging.StreamHandler(heard.log)
    ear.setFormatter(formatter())
    ear.addFilter(QuietTasks())
    levels = {log: log.level for log in _all_loggers()}
    for log in levels:
        log.setLevel(logging.DEBUG)
    root.addHandler(ear)
    connection.force_debug_cursor = True
    try:
        yield heard
    finally:
        connection.force_debug_cursor = False
        root.removeHandler(ear)
        for log, level in levels.items():
            log.setLevel(level)


def _all_loggers() -> list[logging.Logger]:
    names = list(logging.root.manager.loggerDict)
    return [logging.getLogger(), *(logging.getLogger(name) for name in names)]


def formatter() -> logging.Formatter:
    """The formatter of the settings, whatever tests did to the handlers."""
    made = dict(settings.LOGGING["formatters"]["line"])
    kind = made.pop("()")
    formatter: logging.Formatter = kind(**made)
    return formatter


def created(users: list[User]) -> Game:
    """A started game of Canary."""
    game = tables.make_table(
        users[0], TableSettings(ruleset=rules.SLUG, name="Baltrum", seats=len(users))
    )
    for user in users[1:]:
        game = tables.join(user, game.code)
    return fresh(game)


def broken(game: Game, users: list[User]) -> Game:
    """All bids are in, and one is a card that its seat doesn't hold: the rules will quote it."""
    bid(game, users[1])
    sealed = Bid.objects.select_related("hand", "seat").get(hand=hand_of(game))
    game_secrets.seal_bid(sealed, game, game_secrets.Opened(legal(game, 0)[1], "0" * 32))
    sealed.save()
    bid(game, users[0])  # the last, since a worker may be waiting for it
    return fresh(game)


def bid_by_page(game: Game, user: User, seat: int) -> None:
    """Bids on the page: another seat's card, rubbish, a card, another card."""
    page = browser(user)
    own = legal(game, seat)
    for word in (_foreign(game, seat), f"{own[0]} {own[1]}", own[2], own[0]):
        page.post(f"/g/{game.code}/bid/", {"hand": game.hand_number, "bid": word})
    page.post(f"/g/{game.code}/notes/", {"text": f"I keep the {own[3]}.", "hand": "0"})
    page.get(f"/g/{game.code}/")


def bid_by_api(game: Game, user: User, seat: int) -> None:
    """The same bids by API, with a key."""
    ask = signed_in(user)
    own = legal(game, seat)
    path = at(game, "hands", game.hand_number, "bid")
    for word in (_foreign(game, seat), f"{own[0]}!?", own[1]):
        ask.put(path, {"bid": word}, headers={"Idempotency-Key": word.strip("!?")[::-1]})
    ask.post(at(game, "notes"), {"text": f"The {own[2]} is for later."}, format="json")
    ask.get(at(game))


def _foreign(game: Game, seat: int) -> str:
    return legal(game, (seat + 1) % game.seat_count)[0]


def looked_at(game: Game, client: Client) -> dict[str, bytes]:
    """Requests every page of a game that somebody without a seat may see."""
    paths = [f"/g/{game.code}/", f"/g/{game.code}/record.json", f"/g/{game.code}/replay/"]
    paths += [f"/g/{game.code}/hand/{number}/" for number in range(1, game.hand_number + 1)]
    paths += [at(game), at(game, "log"), at(game, "record"), "/games/?show=running"]
    return {path: client.get(path).content for path in paths}
