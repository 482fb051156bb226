"""A name is found as a word, not within another one."""

import pytest

from accounts.text import mentions


@pytest.mark.parametrize("text", ["Al.", "AL was slow", "(al)", "Al's table", "Al’s", "Joost, Al"])
def test_a_short_name_is_found_as_a_word(text: str) -> None:
    assert mentions.has(text, "Al")


@pytest.mark.parametrize("text", ["always", "Galaxy", "als", "real", "al_1"])
def test_a_short_name_is_not_found_within_a_word(text: str) -> None:
    assert not mentions.has(text, "Al")
    assert mentions.replaced(text, "Al", "Former player") == text


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("Marits Tisch", "Marit", "Former players Tisch"),
        ("MARIT’s", "Marit", "Former player’s"),
        ("Marita", "Marit", "Marita"),
        ("Kraken (bot) lies", "Kraken (bot)", "Former player lies"),
        ("al, Al", "Al", "Former player, Former player"),
    ],
)
def test_a_longer_name_is_replaced_with_its_genitive(text: str, name: str, expected: str) -> None:
    assert mentions.replaced(text, name, "Former player") == expected


def test_a_name_in_capitals_is_the_same() -> None:
    assert mentions.has("With GROSS", "Groß")
