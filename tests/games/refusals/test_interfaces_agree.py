"""The same refusal has one status: on a page, over the API and in the panel of the moderators."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.refusals import REFUSALS
from tests.accounts.making import staff
from tests.games.api.asking import ROOT, at, client
from tests.games.making import legal, people, running, table_of
from tests.games.web.driving import browser

pytestmark = pytest.mark.django_db


def not_hers(game: Game) -> str:
    """A card that can be read, but is not in the hand of the first seat."""
    return next(str(card) for card in range(1, 61) if str(card) not in legal(game, 0))


def sent(code: str, game: Game, user: User) -> tuple[Any, Any]:
    """The answers of a page and of the API to the same wish."""
    shown, ask = browser(user), client(user)
    match code:
        case "record_running":
            return shown.get(reverse("record", args=[game.code])), ask.get(at(game, "record"))
        case "not_ignorable":
            ignore = reverse("person-ignore", args=[user.name])
            return shown.post(ignore), ask.put(f"{ROOT}/me/ignored/{user.name}")
    bid = {"bid": not_hers(game)}
    form = reverse("bid", args=[game.code])
    return shown.post(form, {**bid, "hand": "1"}), ask.put(at(game, "hands", 1, "bid"), bid)


@pytest.mark.parametrize("code", ["record_running", "not_ignorable", "illegal"])
def test_a_page_and_the_api(code: str) -> None:
    users = people(3)
    on_page, over_api = sent(code, running(users), users[0])

    assert over_api.json()["code"] == code
    assert on_page.status_code == over_api.status_code == REFUSALS[code].status


def test_the_panel_and_the_api() -> None:
    game, chief = table_of(3)[1], staff("Hedda", "chief")
    sent = {"hand": 7, "reason": "asked", "text": "They asked for it."}
    over_api = client(chief).post(f"{ROOT}/moderation/take_back", {**sent, "target": game.code})
    in_panel = browser(chief).post(reverse("admin:act", args=["take_back", game.code]), sent)

    assert over_api.json()["code"] == "no_such_hand"
    assert over_api.status_code == in_panel.status_code == REFUSALS["no_such_hand"].status
