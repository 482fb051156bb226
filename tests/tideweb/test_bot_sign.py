"""Bots have a drawn sign on every page, and the words beside it stay as they are. Looking for them
takes as long as the page is, whatever somebody wrote into it.

Planted: without the look ahead, a title and an attribute are broken by a drawing; without LETTERS,
there is a drawing in a letter.
"""

import time

import pytest
from django.template import loader
from django.test import Client

from games.services.lobby import tables
from tests.games.making import person
from tests.games.web.driving import browser, page
from tideweb.bot_sign import DRAWN, Page, drawn


@pytest.mark.parametrize(
    "html",
    [
        "<title>Ebba (bot)</title>", '<a title="Ebba (bot)">x</a>', "<option>Ebba (bot)</option>",
        '<input value="Ebba (bot)">', "<svg><text>Ebba (bot)</text></svg>", "Ebba <b>(robot)</b>",
        "<p>with “(bot)” behind it</p>", "<textarea>Ebba (bot), Ole (bot)</textarea>",
        '<a title="Ebba (bot), Ole (bot)">x</a>', "Ebba (bot)",
    ],
)  # fmt: skip
def test_where_only_words_may_stand_nothing_is_drawn(html: str) -> None:
    assert drawn(html) == html


def test_it_stands_behind_the_words_once_and_in_no_letter() -> None:
    assert drawn("<p>Ebba (bot), Ole (bot) plays</p>") == (
        f'<p>Ebba (bot)<span class="nb">{DRAWN},</span> Ole (bot){DRAWN} plays</p>'
    )
    for text in ("<b>Ebba (bot)</b>", "<b>Ebba (bot), at 8</b>", "Ebba (bot), Ole (bot)<br>"):
        once = drawn(text)
        assert drawn(once) == once != text
    for name, is_page in (("games/over.html", True), ("emails/digest.html", False)):
        assert isinstance(loader.get_template(name), Page) is is_page


@pytest.mark.parametrize("tag", ["textarea", "p"])
def test_a_page_of_nothing_but_bots_takes_as_long_as_it_is(tag: str) -> None:
    short, long = (f"<{tag}>{'x (bot) ' * times}</{tag}>" for times in (500, 8000))
    assert drawn(long).count(DRAWN) == (8000 if tag == "p" else 0)
    # Sixteen times the text; trying every name against the whole text would take 256 times as long.
    assert _seconds(long) < 64 * _seconds(short)


def _seconds(html: str) -> float:
    """Processor time, the least of several."""
    took = []
    for _time in range(5):
        began = time.process_time()
        drawn(html)
        took.append(time.process_time() - began)
    return min(took)


@pytest.mark.django_db
def test_what_was_sent_in_vain_comes_back_whole_and_without_a_drawing() -> None:
    text = "Ole (bot) " * 8000
    refused = Client(enforce_csrf_checks=True).post("/report/", {"text": text})
    assert refused.status_code == 403
    assert f">{text.strip()}</textarea>" in refused.content.decode()


@pytest.mark.django_db
def test_at_a_table_with_bots_each_has_it() -> None:
    marit = person()
    game = tables.play_now(marit)
    text = page(browser(marit), f"/g/{game.code}/")
    assert f"(bot){DRAWN}" in text
