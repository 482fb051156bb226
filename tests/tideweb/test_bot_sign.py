"""Bots have a drawn sign on every page, and the words beside it stay as they are.

Planted: without the look ahead, a title and an attribute are broken by a drawing.
"""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from games.services.lobby import tables
from tests.games.making import person
from tests.games.web.driving import browser, page
from tideweb.bot_sign import DRAWN, bot_sign_middleware

SVG = DRAWN.decode()


def shown(html: str, kind: str = "text/html; charset=utf-8") -> str:
    answer: Any = bot_sign_middleware(lambda _request: HttpResponse(html, kind))
    return answer(RequestFactory().get("/")).content.decode()


@pytest.mark.parametrize(
    "html",
    [
        "<title>Ebba (bot)</title>", '<a title="Ebba (bot)">x</a>', "<option>Ebba (bot)</option>",
        '<input value="Ebba (bot)">', "<svg><text>Ebba (bot)</text></svg>", "Ebba <b>(robot)</b>",
        "<p>with “(bot)” behind it</p>",
    ],
)  # fmt: skip
def test_where_only_words_may_stand_nothing_is_drawn(html: str) -> None:
    assert shown(html) == html


def test_it_stands_behind_the_words_and_in_pages_alone() -> None:
    assert shown("<p>Ebba (bot), Ole (bot) plays</p>") == (
        f"<p>Ebba (bot){SVG}, Ole (bot){SVG} plays</p>"
    )
    assert shown("<p>Ebba (bot)</p>", "text/plain") == "<p>Ebba (bot)</p>"


@pytest.mark.django_db
def test_at_a_table_with_bots_each_has_it() -> None:
    marit = person()
    game = tables.play_now(marit)
    text = page(browser(marit), f"/g/{game.code}/")
    assert f"(bot){SVG}" in text
    length = Client().get("/")
    assert int(length["Content-Length"]) == len(length.content)
