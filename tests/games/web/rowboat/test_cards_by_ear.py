"""Which cards may be played is said in words too, not by brightness alone."""

import re
from collections.abc import Callable

import pytest

from games.models import Game
from games.rules.base import Observation
from games.rules.registry import ruleset
from tests.games.fast_forward import fast_forward, like_bots, played_on
from tests.games.making import fresh, hand_of, people, running, user_at
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db

LABEL = re.compile(r'<label class="boatpick([^"]*)">(.*?)</label>', re.DOTALL)


def reached(told: Callable[[Observation], bool], **options: bool) -> Game:
    """A game before the first hand in which whoever is asked sees a table of this sort."""
    game, rules = running(people(3), ruleset="rowboat", options=options), ruleset("rowboat")
    for hand in played_on(game, like_bots()):
        (seat,) = rules.awaiting(hand.state)
        if told(rules.observation(hand.state, seat)):
            return fast_forward(fresh(game), hand.number, like_bots())
    raise AssertionError("Never reached.")


def spoken(game: Game) -> tuple[dict[str, list[str]], str]:
    """The words beside the pictures of the cards, by how they are drawn; and the whole page."""
    (seat,) = hand_of(game).awaiting
    text = page(browser(user_at(game, seat)), f"/g/{game.code}/")
    found: dict[str, list[str]] = {}
    for drawn, label in LABEL.findall(text):
        words = re.sub(r"<[^>]*>", "", re.sub(r"<svg.*?</svg>", "", label, flags=re.DOTALL))
        found.setdefault(drawn.strip(), []).append(words)
    return found, text


def test_a_card_that_may_not_be_played_says_so() -> None:
    def some_barred(table: Observation) -> bool:
        return table["phase"] == "play" and len(table["you"]["legal"]) < len(table["you"]["cards"])

    cards, text = spoken(reached(some_barred))
    assert cards["dim off"]
    assert all(words.endswith(", not now") for words in cards["dim off"])
    assert not any("not now" in words for words in cards["lit"])
    assert "Choose a card you may play" in text
    assert "Choose a highlighted card" not in text


def test_a_card_that_would_be_a_misplay_says_so() -> None:
    def some_misplays(table: Observation) -> bool:
        return table["phase"] == "play" and len(table["you"]["proper"]) < len(table["you"]["legal"])

    cards, _text = spoken(reached(some_misplays, misplays=True))
    assert cards["dim"]
    assert all(words.endswith(", a misplay") for words in cards["dim"])
    assert not any("misplay" in words for words in cards["lit"])
