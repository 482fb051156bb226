"""Whoever chooses a language or the night on the way in comes where they wanted to go."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from tests.accounts.making import member
from tests.answers import Answer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]
BACKEND = "django.contrib.auth.backends.ModelBackend"
TABLE = "/g/abcdefghjkmn/"


def ways(page: Answer) -> dict[str, str]:
    """What each form of a page sends as the way on, by where it is sent."""
    form = r'(?s)<form[^>]* action="([^"?]*)[^>]*>(?:(?!</form>).)*name="next" value="([^"]*)"'
    return {to: html.unescape(way) for to, way in re.findall(form, page.content.decode())}


@pytest.mark.parametrize("path", ["signup/", "login/", "login/code/", "password/reset/"])
@pytest.mark.parametrize("chosen", ["/language/setlang/", "/theme/"])
def test_a_stranger_whose_answer_was_refused(client: Client, path: str, chosen: str) -> None:
    here = f"/account/{path}"
    refused = client.post(here, {"next": TABLE, "login": "ute", "email": "ute"})
    way = {"next": ways(refused)[chosen], "language": "de", "theme": "dark"}
    again = client.post(chosen, way, follow=True)
    assert again.redirect_chain[0][0].startswith(here)
    assert ways(again)[here] == TABLE


def test_whoever_is_asked_whether_it_is_them(client: Client) -> None:
    client.force_login(member("Marit"), BACKEND)
    wanted = "/account/2fa/totp/activate/"
    asked = client.get(wanted, follow=True)
    asks = "/account/reauthenticate/"
    assert ways(asked)[asks] == wanted
    assert ways(client.get(ways(asked)["/language/setlang/"]))[asks] == wanted
