"""Bots have a drawn sign on every page, and the words beside it stay as they are.

Planted: without the look ahead, a title and an attribute are broken by a drawing; without LETTERS,
there is a drawing in a letter.
"""

import pytest
from django.template import loader

from games.services.lobby import tables
from tests.games.making import person
from tests.games.web.driving import browser, page
from tideweb.bot_sign import DRAWN, Page, drawn


@pytest.mark.parametrize(
    "html",
    [
        "<title>Ebba (bot)</title>", '<a title="Ebba (bot)">x</a>', "<option>Ebba (bot)</option>",
        '<input value="Ebba (bot)">', "<svg><text>Ebba (bot)</text></svg>", "Ebba <b>(robot)</b>",
        "<p>with “(bot)” behind it</p>",
    ],
)  # fmt: skip
def test_where_only_words_may_stand_nothing_is_drawn(html: str) -> None:
    assert drawn(html) == html


def test_it_stands_behind_the_words_once_and_in_no_letter() -> None:
    assert drawn("<p>Ebba (bot), Ole (bot) plays</p>") == (
        f'<p>Ebba (bot)<span class="nb">{DRAWN},</span> Ole (bot){DRAWN} plays</p>'
    )
    for text in ("<b>Ebba (bot)</b>", "<b>Ebba (bot), at 8</b>"):
        once = drawn(text)
        assert drawn(once) == once != text
    for name, is_page in (("games/over.html", True), ("emails/digest.html", False)):
        assert isinstance(loader.get_template(name), Page) is is_page


@pytest.mark.django_db
def test_at_a_table_with_bots_each_has_it() -> None:
    marit = person()
    game = tables.play_now(marit)
    text = page(browser(marit), f"/g/{game.code}/")
    assert f"(bot){DRAWN}" in text
