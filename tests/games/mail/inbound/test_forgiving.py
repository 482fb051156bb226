"""What stands around an answer: courtesies say nothing, other words raise a doubt."""

import pytest

from games.mail.inbound import commands, understanding
from games.mail.inbound.commands import MailCommand
from games.mail.inbound.understanding import Understood, understood
from tests.games.mail.corpus import reading

tide = reading.answers("turn-the-tide")


def read(words: str) -> Understood:
    """Of a hand in which 17 and 28 may be played."""
    return understood(words, tide)


def played(words: str) -> str | None:
    command = read(words).command
    found = command is not None and command.kind is MailCommand.ANSWER
    return tide(command.text) if found and command is not None else None


@pytest.mark.parametrize(
    "text",
    ["17 please", "*17*", "I play the 17", "I’ll take 17, thanks!", "Ich nehme die 17, bitte",
     "Dan maar 17, groetjes Anna", "17 🙂🙂", "Hi Tideweb,\n17", "\n\nHallo!\n\nbitte 17\n\nAnna",
     "What a hand.\n\n17\n\nSee you", "→ 17", "17 LG Ute", "Answer: 17", "ok. 17."],
)  # fmt: skip
def test_one_answer_among_courtesies_counts(text: str) -> None:
    assert played(text) == "17"


@pytest.mark.parametrize(
    "text",
    ["17?", "I think 17", "17 or so", "perhaps 17 would do", "17x 17", "yes\n17", "1: 17",
     "My phone has 17 % left", "17 28c"],
)  # fmt: skip
def test_one_answer_among_other_words_is_asked_back(text: str) -> None:
    doubt = read(text).to_confirm
    assert doubt is not None
    assert doubt.text == "17"
    assert played(text) is None


@pytest.mark.parametrize(
    "text",
    ["not 17", "never 17", "nicht die 17", "niet 17", "don’t play 17", "anything except 17",
     "17x", "44", "44 please", "Thanks!", "I have 1 card and 7 belts"],
)  # fmt: skip
def test_what_is_refused_or_not_there_is_not_even_asked_about(text: str) -> None:
    assert (read(text).to_confirm, played(text)) == (None, None)


@pytest.mark.parametrize(
    "text",
    ["17\n28", "17 or 28", "17 please\n\nno, 28", "17\n\nMarit\n\n\n28", "say hello\n17",
     "note I play\n28"],
)  # fmt: skip
def test_of_two_answers_none_counts_and_no_card_is_told_to_others(text: str) -> None:
    assert read(text).ambiguous


def test_what_is_quoted_between_is_never_looked_at() -> None:
    assert played("Hello\n\n> You can answer: 5 · 17\n\n17") is None
    assert played("Hello\n17\n\n> You can answer: 5 · 17\n\n28") == "17"


def test_long_mails_are_not_searched_for_a_doubtful_answer() -> None:
    long = "\n".join(["We sat on the terrace and talked"] * 9)
    assert read(f"{long}\nabout the 17 you played").to_confirm is None


def test_a_wish_below_a_greeting() -> None:
    text = read("Hallo zusammen,\n\nHilfe, bitte").command
    assert text is not None
    assert text.kind is MailCommand.HELP


@pytest.mark.parametrize("text", ["Hi,", "Hello Tideweb!", "Liebe Marit,", "Goedemorgen allemaal"])
def test_greetings(text: str) -> None:
    assert commands.is_greeting(text)


@pytest.mark.parametrize("text", ["Hi 17", "hello world 28", "all", "17", "I am back"])
def test_what_looks_like_an_answer_is_no_greeting_that_is_passed_over(text: str) -> None:
    assert text == "all" or not commands.is_greeting(text)


def test_a_line_is_pared_in_little_time() -> None:
    """However many courtesies stand in it."""
    assert understanding.certain("please " * 2000 + "17", tide) is None
    assert len(list(commands.pared("please, " * 14 + "17"))) < 20
