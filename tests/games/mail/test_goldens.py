"""Every letter is as it was approved (tests/golden/letters); see `approve`."""

import os
import re
from pathlib import Path

import pytest
from django.conf import settings

from accounts.notifications.channels.names import MAIL
from accounts.notifications.kinds import KINDS
from tests.games.mail import goldens
from tests.games.mail.approve import WRITE
from tests.games.mail.goldens.files import ENGLISH, files, whole
from tests.games.mail.goldens.frame import LANGUAGES, Part

pytestmark = pytest.mark.django_db
APPROVE = "Look at them, then: python -m tests.games.mail.approve"
TEMPLATES = Path(settings.BASE_DIR) / "templates"


LONG = pytest.param("mail", marks=pytest.mark.long)  # answers to mails, of which there are most


@pytest.mark.parametrize("sort", [LONG if sort == "mail" else sort for sort in goldens.SORTS])
def test_letters_are_as_approved(sort: str) -> None:
    with goldens.standing_still():
        parts = [part for golden in goldens.SORTS[sort]() for part in golden.parts()]
    found, folder = files(parts), goldens.FOLDER / sort
    if os.environ.get(WRITE):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for path, text in found.items():
            path.write_text(text, encoding="utf-8")

    approved = {path: path.read_text("utf-8") for path in folder.glob("*")}
    assert sorted(found) == sorted(approved), APPROVE
    assert [path.name for path, text in found.items() if approved[path] != text] == [], APPROVE
    assert [p for p in parts if whole(p.sort, p.name, p.language) != p.text] == []
    long = [part.name for part in parts for line in part.text.split("\n") if too_long(part, line)]
    assert long == []


def too_long(part: Part, line: str) -> bool:
    """998 octets in any line (RFC 5322, 2.1.1); 72 columns in the text, but for addresses."""
    text = part.name.endswith(".txt") and "://" not in line
    return len(line.encode()) > 998 or (text and len(line) > 72)


def test_a_changed_word_of_another_language_is_seen() -> None:
    english = Part("mail", "help.txt", "en", "Hello\nyou\n")
    german, other = (
        Part("mail", "help.txt", "de", f"{word}\nyou\n") for word in ("Hallo", "Holla")
    )
    one, two = (files([english, each]) for each in (german, other))
    assert one != two
    assert "@@ 1-1\nHallo\n" in "".join(one.values())
    assert one[goldens.FOLDER / "mail" / "help.txt"] == "Hello\nyou\n"


def approved(kind: str, language: str, ending: str) -> bool:
    if language == ENGLISH:
        return any(goldens.FOLDER.glob(f"*/{kind}.{ending}"))
    others = goldens.FOLDER.glob(f"*/{language}.differences")
    return any(f"=== {kind}.{ending}\n" in path.read_text("utf-8") for path in others)


def missing(kinds: list[str]) -> list[str]:
    return [
        f"{kind}.{language}.{ending}"
        for kind in kinds
        for language in LANGUAGES
        for ending in ("txt", "html")
        if not approved(kind, language, ending)
    ]


def test_every_kind_has_an_approved_letter_in_every_language() -> None:
    """What goes by other channels only (a ping to a webhook) has none."""
    kinds = [slug for slug, kind in KINDS.items() if MAIL in kind.ways and slug not in OF_TESTS]
    assert len(kinds) > 25
    assert missing(kinds) == []


# Kinds that other tests in the same process make known for themselves.
OF_TESTS = ("plain", "where", "asks", "news")


def test_every_letter_of_the_account_library_is_approved() -> None:
    """Those of ours; it sends none of its others (ACCOUNT_EMAIL_NOTIFICATIONS is off)."""
    files = (TEMPLATES / "account" / "email").glob("*_message.txt")
    kinds = [path.name.removesuffix("_message.txt") for path in files]
    assert missing([kind for kind in kinds if kind != "base"]) == []


def test_every_template_is_that_of_an_approved_letter() -> None:
    """By itself, or as what one of them extends or includes."""
    texts = [path.read_text(encoding="utf-8") for path in goldens.FOLDER.glob("*/*.txt")]
    used = {re.findall(r"^Template: (\S+)$", text, re.MULTILINE)[0] for text in texts}
    for path in (TEMPLATES / "emails").glob("*.txt"):
        used |= set(re.findall(r"{% (?:extends|include) \"(\S+)\"", path.read_text("utf-8")))
    every = {f"emails/{path.name}" for path in (TEMPLATES / "emails").glob("*.txt")}
    assert every - used == set()
    assert used <= every
