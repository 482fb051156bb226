"""German and Dutch say everything that English says, with the same blanks to fill in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from tests.extracting import ROOT, extract

LANGUAGES = ("de", "nl")
BLANKS = re.compile(r"%\(\w+\)[a-z]|%[a-z]|%%|\{\w*\}")
TAGS = re.compile(r"<[^<>]+>")
# what a person or a program types stays as it is
TYPED = re.compile(r'`[^`]+`|<span class="keys">.*?</span>|<code>.*?</code>')

# other names of a deadline, a suit, to rule a trick and a chat; no translation of "no such", and
# what an "invalid number of seats" (a size that doesn't fit) and "the one that" (a person) mean;
# what a mail asks for is no clause: it follows "de vraag om"; and one kind of quotation marks;
# what we send is a letter (docs/voice.md), and no dashes; nobody says "saßest" or "jemandes"
RETIRED = {
    "de": re.compile(r"\bunser\w* \w+ Mails\b|—|\bsaßest\b|\bjemandes\b"),
    "nl": re.compile(
        r"[Tt]ermijn|\breeks|\bregeer|[Gg]esprek aan tafel|[Gg]een (zo’n|zulk)|"
        r"\bpast niet$|[Hh]et is degene|\bwie \w+ zitten|"
        r"^dat (je|de) |\bna elkaar\b|[“”]|\bonze \w+ mails\b|—"
    ),
}


@cache
def catalogue(language: str) -> Catalog:
    path = ROOT / "locale" / language / "LC_MESSAGES" / "django.po"
    with path.open("rb") as stream:
        return read_po(stream, locale=language, abort_invalid=True)


def messages(language: str) -> list[Message]:
    """All but the header."""
    return [message for message in catalogue(language) if message.id]


def forms(text: object) -> tuple[str, ...]:
    return text if isinstance(text, tuple) else (str(text),)


def pairs(language: str) -> Iterator[tuple[str, str]]:
    """What is said in English, and what for it; each plural form with its own."""
    for message in messages(language):
        english, text = forms(message.id), forms(message.string)
        yield from zip(english[:1] + english[1:] * (len(text) - 1), text, strict=True)


def keys(found: Catalog) -> dict[tuple[object, object], None]:
    """In their order."""
    return {(message.context, message.id): None for message in found if message.id}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    return extract(tmp_path_factory.mktemp("source"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_leaves_nothing_unsaid(language: str) -> None:
    plurals = catalogue(language).num_plurals
    unsaid = [
        message.id
        for message in messages(language)
        if not all(forms(message.string))
        or (message.pluralizable and len(forms(message.string)) < plurals)
    ]
    assert len(messages(language)) > 1000
    assert not unsaid


@pytest.mark.parametrize("language", LANGUAGES)
def test_keeps_no_guesses_and_nothing_obsolete(language: str) -> None:
    assert not [message.id for message in messages(language) if message.fuzzy]
    assert not list(catalogue(language).obsolete)


@pytest.mark.parametrize("language", LANGUAGES)
def test_can_be_formatted_as_the_english_is(language: str) -> None:
    assert [(wrong.id, errors) for wrong, errors in catalogue(language).check()] == []


@pytest.mark.parametrize("part", [BLANKS, TAGS, TYPED], ids=["blanks", "tags", "typed"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_has_the_same_parts_to_fill_in(language: str, part: re.Pattern[str]) -> None:
    assert [
        (english, text)
        for english, text in pairs(language)
        if Counter(part.findall(english)) != Counter(part.findall(text))
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_begins_and_ends_with_the_same_space(language: str) -> None:
    assert [
        (english, text)
        for english, text in pairs(language)
        if (english[:1].isspace(), english[-1:].isspace())
        != (text[:1].isspace(), text[-1:].isspace())
    ] == []


@pytest.mark.gettext
@pytest.mark.parametrize("language", LANGUAGES)
def test_lacks_nothing_that_the_source_says(language: str, source: Catalog) -> None:
    """`manage.py makemessages` collects what is new; see CONTRIBUTING.md."""
    assert keys(source).keys() - keys(catalogue(language)).keys() == set()


@pytest.mark.gettext
@pytest.mark.parametrize("language", LANGUAGES)
def test_holds_nothing_that_the_source_says_no_more(language: str, source: Catalog) -> None:
    assert keys(catalogue(language)).keys() - keys(source).keys() == set()


@pytest.mark.gettext
@pytest.mark.parametrize("language", LANGUAGES)
def test_has_the_order_of_the_source(language: str, source: Catalog) -> None:
    """Else a newcomer's texts drown in thousands of lines that `manage.py makemessages` moves."""
    found = zip(keys(catalogue(language)), keys(source), strict=False)
    misplaced = next((pair for pair in found if pair[0] != pair[1]), None)
    assert misplaced is None, "Run makemessages with the flags of CONTRIBUTING.md"


@pytest.mark.parametrize("language", LANGUAGES)
def test_signing_in_and_signing_up_are_called_differently(language: str) -> None:
    """The two buttons stand side by side."""
    found = catalogue(language)
    assert found["Sign in"].string != found["Sign up"].string


@pytest.mark.parametrize("language", RETIRED)
def test_one_thing_has_one_name(language: str) -> None:
    said = [text for message in messages(language) for text in forms(message.string)]
    found = [(text, match[0]) for text in said if (match := RETIRED[language].search(text))]
    assert found == [], "See RETIRED above"


@pytest.mark.parametrize(("language", "hand"), [("de", "Runde"), ("nl", "beurt")])
def test_the_number_of_a_hand_is_not_taken_for_that_of_a_stage(language: str, hand: str) -> None:
    """Dutch has "ronde" for a stage, and German "Runde" for a hand."""
    said = [(english, text) for english, text in pairs(language) if "and %(hand)s" in english]
    assert len(said) > 10
    assert [pair for pair in said if f"{hand} %(hand)s".lower() not in pair[1].lower()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_that_were_played_are_no_kinds_of_games(language: str) -> None:
    """A column that counts them, and the list that moderators find, are called "Games"."""
    found = catalogue(language)
    assert str(found["Games"].string).lower() in str(found["All games"].string).lower()
    assert str(found["Games"].string) not in str(found["The games"].string)


@pytest.mark.parametrize("language", LANGUAGES)
def test_begins_with_a_capital_where_the_english_does(language: str) -> None:
    """But for what a plan says in its rows of words, since the English "I" is always a capital, and
    what German says after "Hallo Marit,"."""
    small = {"I play first", "I play last", "I hold the pawn"} | {
        english for english, _text in pairs(language) if english.startswith("On %(day)s you rep")
    }
    assert [
        text
        for english, text in pairs(language)
        if english[:1].isupper() and text[:1].islower() and english not in small
    ] == []
