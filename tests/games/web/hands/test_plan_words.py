"""The form for a plan says facts and answers in the words of their game."""

from games.web.hands.plan_words import answer_words, conditions
from games.wording import wording


def test_values_are_in_the_words_of_their_game() -> None:
    boat, ships = dict(conditions("rowboat")), dict(conditions("turning-tides"))
    assert boat["trump is oars"] == "the trump: oars"
    assert boat["led is rowboat"] == "the suit that was led: Rowboat"
    assert ships["enemy card is none"] == "the enemy’s card: none"
    assert ships["my card is fire"] == "my card: Fire"


def test_an_answer_is_told_with_what_follows_it() -> None:
    assert answer_words(wording("turning-tides"), "fire from 5") == "Fire, from zone 5"
    assert answer_words(wording("turning-tides"), "from 5") == "from zone 5"
    assert answer_words(wording("turn-the-tide"), "44") == "the 44"
    assert answer_words(wording("rowboat"), "lowest") == "my lowest answer"
