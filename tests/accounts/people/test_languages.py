"""What is said on the next page is said in the language of that page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.accounts.making import member

pytestmark = pytest.mark.django_db
ENGLISH = {"Accept-Language": "en"}  # of the browser, which asked for no other in a cookie


def said(client: Client, path: str, **given: str) -> tuple[str, str]:
    """The language of the page that comes after it, and the message there."""
    page = client.post(path, given, headers=ENGLISH, follow=True).content.decode()
    (language,) = re.findall(r'<html lang="(\w+)"', page)
    (messages,) = re.findall(r'(?s)<ul class="messages">.*?</ul>', page)
    return language, re.sub(r"<[^>]+>", " ", messages).strip()


def test_whoever_signs_in_or_out_in_a_browser_of_another_language(client: Client) -> None:
    marit = member("Marit", language="de")
    given = {"login": str(marit.email), "password": "Marit"}
    assert said(client, "/account/login/", **given) == ("de", "Erfolgreich als Marit angemeldet.")
    assert said(client, "/account/logout/") == ("en", "You have signed out.")


def test_a_new_language_counts_for_the_message_that_it_is_saved(client: Client) -> None:
    client.force_login(
        member("Marit", language="de"), backend="django.contrib.auth.backends.ModelBackend"
    )
    given = {"name": "Marit", "zone": "UTC", "language": "nl"}
    assert said(client, "/settings/", **given) == ("nl", "Je instellingen zijn bewaard.")


@pytest.mark.parametrize(
    ("language", "area"), [("de", "Indischer Ozean"), ("nl", "Indische Oceaan")]
)
def test_zones_stand_below_their_area_in_the_readers_language(
    client: Client, language: str, area: str
) -> None:
    for read in ("en", language):  # nobody reads what the first reader read
        page = client.get("/account/signup/", headers={"Accept-Language": read}).content.decode()
    assert f'<optgroup label="{area}"><option value="Indian/Antananarivo">Antananarivo<' in page
