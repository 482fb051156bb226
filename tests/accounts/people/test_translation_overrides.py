"""Where Django speaks on our pages, it speaks as we do."""

import re

import pytest
from django import forms
from django.contrib.auth.password_validation import (
    MinimumLengthValidator,
    password_validators_help_texts,
)
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import translation

from accounts.security.passkey_forms import AddForm, EditForm
from tests.accounts.making import member


@pytest.mark.parametrize(("language", "begins"), [("nl", "Je"), ("de", "Dein")])
def test_what_a_password_must_be_is_said_in_our_tone(language: str, begins: str) -> None:
    with translation.override(language):
        texts = password_validators_help_texts()
    assert len(texts) == 4
    assert all(text.startswith(f"{begins} ") for text in texts)


def test_a_short_password_is_refused_in_dutch() -> None:
    with translation.override("nl"), pytest.raises(ValidationError, match="minstens 8 tekens"):
        MinimumLengthValidator().validate("x")


@pytest.mark.parametrize("field", [forms.DateField(), forms.TimeField(), forms.EmailField()])
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_what_cannot_be_read_is_told_with_an_example_that_can(
    language: str, field: forms.Field
) -> None:
    with translation.override(language):
        with pytest.raises(ValidationError) as refused:
            field.clean("x")
        field.clean(refused.value.messages[0].split()[-1].rstrip("."))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Sign In", "Anmelden"),  # also on a button
        ("Remove", "Entfernen"),  # one key: nothing was selected
        ("Added on %(created_at)s", "Hinzugefügt am %(created_at)s"),  # a day, not an hour
        ("Recovery Codes", "Wiederherstellungscodes"),  # as in the sentences about them
    ],
)
def test_buttons_and_dates_are_german(text: str, said: str) -> None:
    with translation.override("de"):
        assert translation.gettext(text) == said


@pytest.mark.parametrize(("language", "said"), [("de", "füll"), ("nl", "Vul")])
def test_an_empty_field_says_what_to_do(language: str, said: str) -> None:
    with translation.override(language), pytest.raises(ValidationError, match=said):
        forms.CharField().clean("")


SLOPPY = re.compile(r"inlog|ingelog|uitlog|egistre|intoets|a\.u\.b\.|Deze account|succesvol")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["login/", "login/code/", "signup/", "password/reset/", "inactive/", "logout/", "2fa/"]
)
@pytest.mark.parametrize("password", ["Anna", "wrong"])
def test_pages_about_signing_in_use_our_dutch_words(path: str, password: str) -> None:
    client, anna = Client(HTTP_ACCEPT_LANGUAGE="nl"), member("Anna", language="nl")
    if path in ("logout/", "2fa/"):
        client.force_login(anna)
    sent = {"login": anna.email, "password": password, "email": "anna"}
    pages = [client.get(f"/account/{path}"), client.post(f"/account/{path}", sent, follow=True)]
    said = [found for page in pages for found in SLOPPY.findall(page.content.decode())]
    assert said == []


@pytest.mark.django_db
def test_a_name_for_a_security_key_is_asked_for_in_the_reader_s_language() -> None:
    with translation.override("nl"):
        labels = [str(form.base_fields["name"].label) for form in (AddForm, EditForm)]
    assert labels == ["Naam", "Naam"]
