"""Where Django speaks on our pages, it speaks as we do."""

import pytest
from django import forms
from django.contrib.auth.password_validation import (
    MinimumLengthValidator,
    password_validators_help_texts,
)
from django.core.exceptions import ValidationError
from django.utils import translation


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
