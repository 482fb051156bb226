"""Where Django speaks on our pages, it speaks as we do."""

import pytest
from django.contrib.auth.password_validation import password_validators_help_texts
from django.utils import translation


@pytest.mark.parametrize(("language", "begins"), [("nl", "Je"), ("de", "Dein")])
def test_what_a_password_must_be_is_said_in_our_tone(language: str, begins: str) -> None:
    with translation.override(language):
        texts = password_validators_help_texts()
    assert len(texts) == 4
    assert all(text.startswith(f"{begins} ") for text in texts)
