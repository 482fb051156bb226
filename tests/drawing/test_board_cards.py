"""Cards of Rowboat and Turning Tides are sound markup and say their names."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from games.catalogue.rowboat.rules.cards import DECK, SPECIALTIES
from games.drawing import board_cards as cards

EVIL = "<b>&"


def titles(html: str) -> list[str | None]:
    return [title.text for title in ElementTree.fromstring(html).iter("title")]


@pytest.mark.parametrize("card", DECK)
def test_every_card_of_the_deck(card: str) -> None:
    assert titles(cards.boat_card(card)) == [cards.boat_card_words(card)]
    assert titles(cards.mini_card(card)) == [cards.boat_card_words(card)]


@pytest.mark.parametrize(
    ("card", "words"), [("7w", "7 of waves"), ("Ao", "Anchor of oars"), ("Wm", "Whale of maps")]
)
def test_words(card: str, words: str) -> None:
    assert cards.boat_card_words(card) == words


@pytest.mark.parametrize("name", SPECIALTIES)
def test_a_special_card(name: str) -> None:
    assert titles(cards.special_card(name)) == [str(cards.SPECIAL_WORDS[name])]


@pytest.mark.parametrize("card", cards.SHIP_WORDS)
def test_a_ship_card(card: str) -> None:
    html = cards.ship_card(card)
    text = "".join(ElementTree.fromstring(html).itertext())
    assert f"Level {cards.LEVELS[card]}. {cards.SHIP_WORDS[card]}" in text


def test_titles_are_escaped() -> None:
    assert titles(cards.mini_card("7w", EVIL)) == [EVIL]
