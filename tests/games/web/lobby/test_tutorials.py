"""Each game can be learned by a few taps; every piece leads on, or says why not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games.catalogue.rowboat.rules.tricks import strength
from games.catalogue.turning_tides.tutorial import steps as of_the_ships
from games.drawing.belts import belts_of
from games.wording.tutorials import TUTORIALS
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db
WHOLE = 2  # half belts


def taps_of(scene: Any) -> Iterator[str]:
    """The names of all pieces that can be tapped."""
    if isinstance(scene, dict):
        yield from [scene["tap"]] if "tap" in scene else []
    inside = scene.values() if isinstance(scene, dict) else scene if isinstance(scene, list) else ()
    for each in inside:
        yield from taps_of(each)


@pytest.mark.parametrize("slug", TUTORIALS)
def test_every_piece_leads_on_or_says_why_not(slug: str) -> None:
    steps, ask = TUTORIALS[slug].steps(), browser()
    assert 6 <= len(steps) == TUTORIALS[slug].TAPS <= 8
    for number, step in enumerate(steps, 1):
        here = f"/learn/{slug}/{number}/"
        text = page(ask, here)
        taps = set(taps_of(step.scene))
        assert step.tap in taps
        assert set(step.hints) <= taps
        assert f'href="/learn/{slug}/{number + 1}/"' in text
        for tap in taps - {step.tap}:
            assert f'href="{here}?tap={tap}"' in text
            assert said(page(ask, here, tap=tap))
        assert not said(text)
        assert not said(page(ask, here, tap=step.tap))
    assert "Play a first game" in page(ask, f"/learn/{slug}/{len(steps) + 1}/")


def said(text: str) -> str:
    found = re.search(r'<p class="tip-no" role="status">(.*?)</p>', text)
    assert found is not None
    return found[1]


def test_the_title_tells_where_one_is_and_why_a_tap_led_nowhere() -> None:
    """It is what a screen reader says of a page that was just loaded."""
    ask = browser()
    begins = page(ask, "/learn/rowboat/2/")
    assert "<title>Learn Rowboat, 2 of 7 · Tideweb</title>" in begins
    wrong = page(ask, "/learn/rowboat/2/", tap="8o")
    assert f"<title>{said(wrong)} · Learn Rowboat, 2 of 7 · Tideweb</title>" in wrong
    assert "<title>That is the game · Learn Rowboat" in page(ask, "/learn/rowboat/8/")


def test_the_islands_tell_what_they_show_and_no_more() -> None:
    """Not twelve cards where a stage is over, nor a card that was turned where none has been."""
    for number, mine in ((1, "dry, no tide card, 4 of 4 belts"), (7, "water at 4, 3 of 4 belts")):
        text = page(browser(), f"/learn/turn-the-tide/{number}/")
        assert f"<title>You: {mine}</title>" in text
        assert "cards left" not in text


@pytest.mark.parametrize("path", ["/learn/chess/", "/learn/rowboat/0/", "/learn/rowboat/9/"])
def test_there_is_nothing_else(path: str, client: Client) -> None:
    assert client.get(path).status_code == 404


def test_what_the_ships_tell_is_so() -> None:
    """The drawn sea says itself what could hit what."""
    faces, ready, _fire, _empty, _mast, swing, _first = of_the_ships()
    for step, card in ((faces, "fire"), (ready, "fire"), (swing, "swing")):
        channel = step.scene["sea"]["channel"]
        mine = {
            str(pair["own"])
            for pair in channel
            for mark in pair["marks"]
            if (mark.card, mark.towards) == (card, "to-foe")
        }
        assert mine == {step.tap}


def test_what_the_tides_tell_is_so() -> None:
    step = TUTORIALS["turn-the-tide"].steps()[5]
    whole = [each["tap"] for each in step.scene["cards"] if belts_of(each["card"]) == WHOLE]
    assert whole == [step.tap]


def test_what_the_tricks_tell_is_so() -> None:
    """By the rules' own order: the highest card on the table, or in the hand, is the answer."""
    for place in (2, 3, 4, 6):  # who wins, the Knob, a tie, the Rowboat
        step = TUTORIALS["rowboat"].steps()[place]
        pieces = step.scene["hand"] if place in (3, 6) else step.scene["trick"]
        cards = [each.get("card") or each["special"] for each in pieces]
        ranked = sorted(cards, key=lambda card: strength(card, step.scene["ruling"]))
        assert ranked[-1] == step.tap
