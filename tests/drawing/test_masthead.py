"""The frame of a page: who is here, what is due, what was just said."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import path

from accounts.models import User
from tideweb import urls

PLACES = {"front": "", "moves": "moves/", "games": "games/", "profile": "settings/"}


def nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


urlpatterns = [path(way, nothing, name=name) for name, way in PLACES.items()] + urls.urlpatterns
pytestmark = pytest.mark.urls(__name__)


def page(name: str | None = None, **context: Any) -> str:
    request = RequestFactory().get("/somewhere/?page=2")
    if name is not None:
        request.user = User(name=name, pk=1)
    # what is due and unread is given here, so that no processor's count asks the database
    known = {"moves_due": None, "unread": None, "unreached": None, "all_stopped": False}
    return render_to_string("site/text.html", {**known, **context}, request)


def test_a_guest_is_asked_to_sign_in_and_has_no_moves() -> None:
    html = page()
    assert 'class="guest ' in html
    assert "Your moves" not in html
    assert '<a href="/games/">Tables</a>' in html


def test_a_person_sees_what_is_due() -> None:
    html = page("Marit", moves_due=3, nav="moves")
    assert 'class="signed ' in html
    assert '<a href="/moves/" aria-current="page">Your moves' in html
    assert (
        '<span class="tag tag--mine" data-count="due"><span class="vh">due: </span><b>3</b>' in html
    )
    assert "<span>Marit</span>" in html


@pytest.mark.parametrize("due", [0, None])
def test_nothing_due_hides_the_badge(due: int | None) -> None:
    """It is there, so that the script can show it as soon as something is due."""
    html = page("Marit", moves_due=due)
    assert (
        '<span class="tag tag--mine" data-count="due" hidden><span class="vh">due: </span><b>0</b>'
        in html
    )


def test_a_name_is_escaped() -> None:
    assert "<span>&lt;b&gt;</span>" in page("<b>")


def test_a_person_without_a_name_finds_the_settings() -> None:
    assert "<span>Settings</span>" in page("")


@pytest.mark.parametrize(
    ("level", "kind"),
    [("success", "ok"), ("error", "bad"), ("warning", "soon"), ("info", "plain")],
)
def test_messages_are_notices(level: str, kind: str) -> None:
    class Said:
        level_tag = level

        def __str__(self) -> str:
            return "Kept & sealed"

    html = page(messages=[Said()])
    assert f'class="notice notice--{kind}"' in html
    assert "<p>Kept &amp; sealed</p>" in html


def test_language_leads_back_to_the_same_page() -> None:
    html = page()
    assert 'action="/language/setlang/" method="post"' in html
    assert html.count('name="next" value="/somewhere/?page=2"') == 2
    assert 'value="de" lang="de" aria-pressed="false">Deutsch' in html
