"""Sentences of Rowboat that follow a capital letter, a number or a name of English too closely."""

from typing import Any

import pytest
from django.utils import translation

from games.catalogue.rowboat import wording as told
from tests.games.wording.rowboat.observing import seating
from tests.games.wording.rowboat.test_sentences import event, scored

WON = {"winners": [0, 2], "scores": [210, 50, 210, 50]}
LAST = event("trick_tied", trick=8, pending=2, lost=True)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "You and Aoife won with 210 points."),
        ("de", "Gewonnen: du und Aoife, 210 Punkte."),
        ("nl", "Gewonnen met 210 punten: jij en Aoife."),
    ],
)
def test_you_are_no_capital_within_a_sentence(language: str, text: str) -> None:
    with translation.override(language):
        assert told.result(WON, seating(0, 4)) == text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Play the Rowboat"),
        ("de", "Das Ruderboot spielen"),
        ("nl", "Speel de Roeiboot"),
    ],
)
def test_a_button_begins_with_a_capital(language: str, text: str) -> None:
    with translation.override(language):
        assert told.seal_label("play rowboat") == text


@pytest.mark.parametrize(
    ("side", "texts"),
    [
        ({"misplays": 1}, ["Jij: 1 fout, dat kost 2 zandzakken."]),
        ({"misplays": 2}, ["Jij: 2 fouten, dat kost 4 zandzakken."]),
        (
            {"misplays": 1, "cancelled": True},
            [
                "Jij: 1 fout, dat kost 2 zandzakken.",
                "Jij: dat was de winst geweest; na een fout levert het geen punten op.",
            ],
        ),
    ],
)
def test_misplays_are_counted_in_dutch(side: dict[str, Any], texts: list[str]) -> None:
    with translation.override("nl"):
        assert told.sentences([scored(side, {})], seating(0, 2))[-len(texts) :] == texts


def test_a_win_that_is_lost_begins_with_a_capital_in_german() -> None:
    with translation.override("de"):
        said = told.sentences([scored({"cancelled": True}, {})], seating(0, 2))[-1]
    assert said == "Du: Das wäre der Sieg gewesen; mit einem Fehlspiel bringt es keine Punkte."


def test_one_tied_trick_that_waited_for_the_last_is_one() -> None:
    (said,) = told.sentences([LAST], seating(0, 2))
    assert said == "Trick 8, the last one, is tied: nobody gets it, nor what was waiting."
