"""Day or night is kept in a cookie, and the way back stays in the house."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.answers import Answer


def choose(client: Client, theme: str, way: str = "/help/") -> Answer:
    return client.post("/theme/", {"theme": theme, "next": way})


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_choice_is_kept(client: Client, theme: str) -> None:
    response = choose(client, theme)
    assert response.status_code == 302
    assert response["Location"] == "/help/"
    page = client.get("/help/").content.decode()
    assert f'data-theme="{theme}"' in page


@pytest.mark.parametrize("theme", ["auto", '"><script>', ""])
def test_anything_else_follows_the_device(client: Client, theme: str) -> None:
    choose(client, "dark")
    choose(client, theme)
    assert 'data-theme="' not in client.get("/help/").content.decode()


def test_a_forged_cookie_is_not_written(client: Client) -> None:
    client.cookies["theme"] = "dark<b>"
    assert 'data-theme="' not in client.get("/help/").content.decode()


@pytest.mark.parametrize("way", ["https://elsewhere.example/", "//elsewhere.example", ""])
def test_the_way_back_stays_here(client: Client, way: str) -> None:
    assert choose(client, "dark", way)["Location"] == "/"


def test_a_link_cannot_choose(client: Client) -> None:
    assert client.get("/theme/?theme=dark").status_code == 405


@pytest.mark.parametrize(
    ("left", "there"),
    [
        ("http://testserver/report/?person=Ren%C3%A9", "/report/?person=Ren%C3%A9"),
        ("http://testserver/report/", "/report/"),
        ("http://testserver/help/?person=Joost", "/report/"),
        ("https://elsewhere.example/report/?person=Joost", "/report/"),
        ("http://[", "/report/"),
        ("", "/report/"),
    ],
)
@pytest.mark.parametrize("chosen", ["/theme/", "/language/setlang/"])
def test_the_way_back_keeps_what_the_page_was_asked_for(
    client: Client, chosen: str, left: str, there: str
) -> None:
    """Pages for signed-in people don't repeat it beside cards."""
    given = {"theme": "dark", "language": "de", "next": "/report/"}
    assert client.post(chosen, given, headers={"Referer": left})["Location"] == there


def test_a_name_of_any_letters_leads_back(client: Client) -> None:
    given, left = {"language": "de", "next": "/people/René/"}, "http://testserver/people/Ren%C3%A9/"
    for query in ("", "?page=2"):
        led = client.post("/language/setlang/", given, headers={"Referer": left + query})
        assert led["Location"] == f"/people/Ren%C3%A9/{query}"
