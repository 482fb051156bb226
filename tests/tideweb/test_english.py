"""Allauth's and Django's English in our words: each sentence that we say again is still there.

Planted: a sentence that allauth never said, and one with another blank to fill in.
"""

import re
from pathlib import Path

import allauth
import django
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.test import Client
from django.urls import reverse

from tests.extracting import ROOT


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as stream:
        return read_po(stream, abort_invalid=True)


OURS = [m for m in catalogue(ROOT / "locale/en/LC_MESSAGES/django.po") if m.id]
THEIRS = {
    message.id
    for path in (
        Path(allauth.__file__).parent / "locale",
        Path(django.__file__).parent / "conf/locale",
    )
    for message in catalogue(path / "de/LC_MESSAGES/django.po")
}


def test_they_still_say_what_we_say_again() -> None:
    assert len(OURS) > 80
    assert [message.id for message in OURS if message.id not in THEIRS] == []


def test_the_same_blanks_are_filled_in() -> None:
    for message in OURS:
        blanks = [
            sorted(re.findall(r"%\(\w+\)s", str(text))) for text in (message.id, message.string)
        ]
        assert blanks[0] == blanks[1], message.id


@pytest.mark.django_db
def test_the_page_to_sign_in_speaks_as_we_do() -> None:
    text = Client().get(reverse("account_login")).content.decode()
    assert "New here?" in text
    assert "E-mail me a sign-in code" in text
    assert "Sign In" not in text
