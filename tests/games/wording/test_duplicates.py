"""How a seat did compared to the others with the same cards, in words."""

import pytest

from games.wording.duplicates import verdict_words


@pytest.mark.parametrize(
    ("difference", "words"),
    [
        (2.5, "With the same cards you scored 2.5 more than the others. Place 1 of 4."),
        (-3, "With the same cards the others scored 3 more. Place 1 of 4."),
        (0, "With the same cards you scored as much as the others. Place 1 of 4."),
    ],
)
def test_the_sentence_says_who_scored_more_and_the_number_how_much(
    difference: float, words: str
) -> None:
    assert verdict_words(difference, place=1, tables=4) == words
