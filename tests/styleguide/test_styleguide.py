"""The sheet of pieces shows, and obeys the house's own content security policy."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.drawing.inspecting import inspect

pytestmark = pytest.mark.urls("tests.styleguide.urls")


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


@pytest.mark.urls("tideweb.urls")
def test_is_not_installed(client: Client) -> None:
    assert client.get("/styleguide/").status_code == 404
