"""Pages of errors show without a request, a database or a style of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from pytest_django import Settings

from tests.drawing.inspecting import inspect
from tideweb.error_pages import server_error
from tideweb.settings import MANIFEST_STORAGE

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


def test_a_server_error_shows_without_static_files(
    settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody has forgotten `collectstatic`: no other page can be shown."""
    client = Client(raise_request_exception=False)
    page = server_error(RequestFactory().get("/"))
    assert isinstance(page, HttpResponse)
    assert '"/static/tideweb/css/base.css"' in page.content.decode()
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": MANIFEST_STORAGE}}
    settings.STATIC_ROOT = tmp_path
    response = client.get("/no/such/page/")
    assert response.status_code == 500
    assert "Every card you had sealed is safe." in response.content.decode()
    assert "Run manage.py collectstatic" in caplog.text


def test_the_frame_shows_without_a_request() -> None:
    html = render_to_string("404.html")
    inspect(html)
    assert 'class="guest ' in html


def test_a_page_that_is_not_there(client: Client) -> None:
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    assert b"There is nothing at this address" in response.content
