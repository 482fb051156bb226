"""The letters about the account come in three languages, whole."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.accounts.making import member
from tests.narrowing import html_of

pytestmark = pytest.mark.django_db
SAID = {
    "en": ("Choose a new password", "Somebody, probably you"),
    "de": ("Wähle ein neues Passwort", "Jemand, wahrscheinlich du"),
    "nl": ("Kies een nieuw wachtwoord", "Iemand, waarschijnlijk jij"),
}


@pytest.mark.parametrize("language", SAID)
def test_the_letter_for_a_new_password(client: Client, language: str) -> None:
    member(language=language)
    client.post(reverse("account_reset_password"), {"email": "marit@example.org"})
    (letter,) = mail.outbox
    subject, opening = SAID[language]
    assert letter.subject == subject
    assert opening in letter.body
    assert opening in html_of(letter)
    if language != "en":
        assert "probably you" not in letter.body
        assert "You’re getting this e-mail" not in letter.body


def test_it_leaves_as_all_other_letters_do(client: Client, settings: Settings) -> None:
    """In ASCII, so that no relay rewrites what is signed; nobody's absence answers it; and what
    people answer reaches us."""
    settings.REPLY_DOMAIN = "reply.testserver"
    member(language="de")
    client.post(reverse("account_request_login_code"), {"email": "marit@example.org"})
    (letter,) = mail.outbox
    assert letter.message().as_bytes().isascii()
    assert "OOF" in letter.extra_headers["X-Auto-Response-Suppress"]
    assert letter.extra_headers["Reply-To"] == "play@reply.testserver"
