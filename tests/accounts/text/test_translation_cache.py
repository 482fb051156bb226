"""Words that are kept for each language."""

from django.utils import translation
from django.utils.translation import gettext as _

from accounts.text.translation_cache import each_once, once_a_language

ASKED: list[int] = []


@once_a_language
def told(number: int) -> str:
    """Says a number."""
    ASKED.append(number)
    return f"{_('Points')} {number}"


def test_each_language_and_number_is_asked_for_once() -> None:
    ASKED.clear()
    found = []
    for language in ("en", "de", "nl", "de", "en"):
        with translation.override(language):
            found += [told(1), told(2), told(1)]
    assert found[:3] == found[12:] == ["Points 1", "Points 2", "Points 1"]
    assert found[3:6] == found[9:12] == ["Punkte 1", "Punkte 2", "Punkte 1"]
    assert sorted(ASKED) == [1, 1, 1, 2, 2, 2]


def test_what_is_named_counts_as_well() -> None:
    assert (told(number=7), told(8), told(number=9)) == ("Points 7", "Points 8", "Points 9")


def test_without_a_language_the_source_speaks() -> None:
    with translation.override(None):
        assert told(3) == "Points 3"


def test_it_keeps_its_name_and_words() -> None:
    assert (told.__name__, told.__doc__) == ("told", "Says a number.")


@each_once
def counted(number: int) -> str:
    """Says several numbers."""
    ASKED.append(number)
    return f"{_('Points')} {number}"


def test_of_several_each_is_asked_for_once() -> None:
    ASKED.clear()
    for language, word in (("en", "Points"), ("de", "Punkte"), ("en", "Points")):
        with translation.override(language):
            assert counted([1, 2, 1]) == [f"{word} 1", f"{word} 2", f"{word} 1"]
    assert ASKED == [1, 2, 1, 2]
