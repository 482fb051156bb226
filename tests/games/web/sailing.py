"""Playing Turning Tides by its forms, as a browser without a script would."""

import html
import random
import re
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from accounts.models import User
from games.models import Game
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.answers import Answer
from tests.games.making import fresh, settle
from tests.games.web.driving import page


@dataclass
class Form:
    """The fields of the form that answers a hand: what is hidden, and what can be chosen."""

    hidden: dict[str, str]
    boxes: dict[str, list[str]] = field(default_factory=dict)

    @property
    def asks(self) -> str:
        """What kind of answer it is: card, choice, move, exchange or damage."""
        if "mover" in self.hidden:
            return "move"
        if "stow_count" in self.hidden:
            return "damage"
        if "give" in self.boxes:
            return "exchange"
        return "card" if "wait" in self.boxes["bid"] else "choice"


def against_bot(user: User, **options: object) -> Game:
    """A game that has started, the person silver."""
    wish = TableSettings(ruleset="turning-tides", name="Ameland", seats=2, bots=1, options=options)
    return fresh(tables.make_table(user, wish))


def two_sail(users: list[User], **options: object) -> Game:
    """A game of two people."""
    wish = TableSettings(ruleset="turning-tides", name="Ameland", seats=2, options=options)
    return fresh(tables.join(users[1], tables.make_table(users[0], wish).code))


def form_of(text: str) -> Form | None:
    """The answer form of a page; None if nothing is asked."""
    found = re.search(r'<form class="play.*?</form>', text, re.DOTALL)
    if found is None:
        return None
    form = Form({})
    for tag in re.findall(r"<input[^>]*>", found[0]):
        name, value = (
            html.unescape((re.search(rf'{key}="([^"]*)"', tag) or ["", ""])[1])
            for key in ("name", "value")
        )
        if 'type="hidden"' in tag:
            form.hidden[name] = value
        else:
            form.boxes.setdefault(name, []).append(value)
    return form


def filled(form: Form, rng: random.Random) -> dict[str, object]:
    """Some answer to it, chosen as a person would: part by part."""
    if form.asks in ("card", "choice"):
        return {"bid": rng.choice(form.boxes["bid"])}
    if form.asks == "move":
        return {"bid": rng.choice([pair for pair in form.boxes["bid"] if " to " in pair])}
    if form.asks == "damage":
        return {"stow": rng.sample(form.boxes["stow"], int(form.hidden["stow_count"]))}
    give, take = form.boxes["give"], form.boxes["take"]
    if rng.random() < 0.3:
        return {"bid": "keep"}
    count = rng.randint(1, min(len(give), len(take)))
    return {"swap": "1", "give": rng.sample(give, count), "take": rng.sample(take, count)}


def send(client: Client, game: Game, form: Form, **answer: Any) -> Answer:
    """Posts the form with this answer."""
    return client.post(f"/g/{game.code}/bid/", {**form.hidden, **answer})


def answer_somehow(client: Client, game: Game, rng: random.Random) -> str:
    """Answers what the page asks; returns what it asked."""
    form = form_of(page(client, f"/g/{game.code}/"))
    assert form is not None
    response = send(client, game, form, **filled(form, rng))
    assert response.status_code == 302, response.content.decode()[:3000]
    settle(game)
    return form.asks
