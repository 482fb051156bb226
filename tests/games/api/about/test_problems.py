"""The meaning of each problem."""

import pytest

from tests.games.api.asking import ROOT, client, good

pytestmark = pytest.mark.django_db


def test_problems_are_explained_to_programs_and_people() -> None:
    for found in good(client().get(f"{ROOT}/problems"))["problems"]:
        where = f"{ROOT}/problems/{found['code']}"
        assert good(client().get(where)) == found
    page = client().get(f"{ROOT}/problems/stale_hand", HTTP_ACCEPT="text/html").content.decode()
    assert "<h1>That hand is past</h1>" in page
    for way in ("problems", "problems/stale_hand"):
        part = client().get(f"{ROOT}/{way}?fields=code", HTTP_ACCEPT="text/html")
        assert part["Content-Type"].startswith("text/html")
    assert (
        "bad_cursor" in client().get(f"{ROOT}/problems", HTTP_ACCEPT="text/html").content.decode()
    )
