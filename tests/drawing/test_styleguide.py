"""The sheet of pieces shows, and obeys the house's own content security policy."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

ERRORS = ["400.html", "403.html", "403_csrf.html", "404.html", "429.html"]


class Inspector(HTMLParser):
    """Collects what a strict policy or a screen reader would stumble over."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in given):
            self.faults.append(f"inline <{tag}>")
        self.faults += [f"{tag} {name}" for name in given if name == "style" or name[:2] == "on"]
        self.ids += [given["id"] or ""] if "id" in given else []


def inspect(html: str) -> Inspector:
    found = Inspector(html)
    assert found.faults == []
    return found


def test_shows_every_piece(client: Client) -> None:
    response = client.get("/styleguide/")
    assert response.status_code == 200
    html = response.content.decode()
    inspect(html)
    assert html.count('class="wx') > 20
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'aria-invalid="true"' in html


def test_shows_the_boards(client: Client) -> None:
    html = client.get("/styleguide/boards/").content.decode()
    inspect(html)
    assert "<title>Whale of oars</title>" in html
    assert html.count('class="tcard ') == 7


@pytest.mark.parametrize("name", ERRORS)
def test_error_pages(name: str) -> None:
    html = render_to_string(name, request=RequestFactory().get("/nowhere/"))
    assert len(set(inspect(html).ids)) == len(inspect(html).ids)
    assert "<h1>" in html
    assert 'href="/"' in html


def test_a_server_error_shows_without_a_request() -> None:
    html = render_to_string("500.html")
    inspect(html)
    assert "Every card you had sealed is safe." in html


def test_the_frame_shows_without_a_request() -> None:
    html = render_to_string("404.html")
    inspect(html)
    assert 'class="guest ' in html


def test_a_page_that_is_not_there(client: Client) -> None:
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    assert b"There is nothing at this address" in response.content
