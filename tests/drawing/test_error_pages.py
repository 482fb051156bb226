"""Pages of errors show without a request, a database or a style of their own."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from tests.drawing.inspecting import inspect

ERRORS = ["400.html", "403.html", "403_csrf.html", "404.html", "429.html"]


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
