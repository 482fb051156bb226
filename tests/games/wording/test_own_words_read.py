"""Whoever writes an answer as our pages and letters call it is understood, in every language."""

import pytest
from django.conf import settings
from django.utils import translation

from games.catalogue.rowboat.rules.cards import DECK
from games.catalogue.rowboat.rules.reading import understood
from games.rules.registry import ruleset
from games.wording import wording
from tests.games.web.sea_states import PHASES

LANGUAGES = [code for code, _name in settings.LANGUAGES]
SOME = 40  # of the swaps and moves, of which there are many


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", PHASES)
def test_answers_of_turning_tides(phase: str, language: str) -> None:
    rules, state = ruleset("turning-tides"), PHASES[phase]()
    legal = rules.legal(state, 0)
    with translation.override(language):
        for notation in legal[:: len(legal) // SOME + 1]:
            label = wording("turning-tides").label(notation)
            assert rules.read(state, 0, label) == notation, label


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_of_rowboat(language: str) -> None:
    answers = [*(f"play {card}" for card in DECK), "play rowboat", "no moon"]
    with translation.override(language):
        labels = [wording("rowboat").label(notation) for notation in answers]
    assert [understood(label, "play") for label in labels] == answers


@pytest.mark.parametrize(
    "text", ["7 der Wellen", "die Welle-7", "Wellen 7", "de 7 van golven", "golven 7"]
)
def test_the_same_card_in_other_words(text: str) -> None:
    assert understood(text, "exchange") == "give 7w"
