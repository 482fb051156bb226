"""A password is none of the words that anybody tries here first, and may be of digits alone.

Planted: without the words the first are taken; with digits alone refused, as it was, the last.
"""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.accounts.making import member


@pytest.mark.parametrize("word", ["tideweb2026", "Turn-the-Tide!", "row_boat99", "playhere12"])
def test_what_is_tried_first(settings: Settings, word: str) -> None:
    settings.SITE_URL = "https://playhere.example.org"
    with pytest.raises(ValidationError, match="first thing anybody tries"):
        validate_password(word)


@pytest.mark.parametrize("word", ["nine herrings in a rowboat", "83920174650192"])
def test_what_may_be(word: str) -> None:
    validate_password(word)


@pytest.mark.django_db
def test_who_signs_out_leaves_nothing_in_the_cache_of_the_browser() -> None:
    client = Client()
    client.force_login(member(), backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(reverse("account_logout"))["Clear-Site-Data"] == '"cache"'
    assert "Clear-Site-Data" not in client.get(reverse("account_login"))
