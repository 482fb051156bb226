"""The form of a league in the panel, when two people or two presses meet at it."""

import re
from typing import Any

import pytest

from accounts.models import ModerationEntry
from games.models import League
from tests.accounts.making import staff
from tests.games.leagues.test_pages import form
from tests.games.leagues.test_seasons import league
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db


def test_a_form_does_not_bring_back_what_another_moderator_changed_meanwhile() -> None:
    made = league()
    window, path = browser(staff("Wim", "moderator")), f"/admin/games/league/{made.pk}/change/"
    (seen,) = re.findall(r'name="seen" value="([^"]+)"', page(window, path))
    League.objects.update(active=False)
    stale = form(name="Renamed", slug="tides", seats=2, seen=seen)
    answer = window.post(path, stale)
    text = answer.content.decode()
    assert answer.status_code == 200
    (told,) = re.findall(r'<ul class="errorlist nonfield">(.*?)</ul>', text, re.DOTALL)
    assert "Somebody has changed this league since you opened it" in told
    made.refresh_from_db()
    assert (made.name, made.active) == ("Tides", False)
    assert not ModerationEntry.objects.filter(command="league").exists()

    (seen,) = re.findall(r'name="seen" value="([^"]+)"', page(window, path))
    assert window.post(path, {**stale, "seen": seen}).status_code == 302, "who knows of it may"
    assert League.objects.get().active


def test_who_may_only_look_sees_the_league_and_no_form() -> None:
    made = league()
    text = page(browser(staff("Hedda", "helper")), f"/admin/games/league/{made.pk}/change/")
    assert "Tides" in text
    assert "seen" not in re.findall(r'class="form-row[^"]* field-(\w+)', text)


def test_two_presses_make_one_league(monkeypatch: pytest.MonkeyPatch) -> None:
    window = browser(staff("Wim", "moderator"))
    window.post("/admin/games/league/add/", form())
    check, looks = League.validate_unique, []

    def before_the_first_was_stored(asked: League, exclude: Any = None) -> None:
        looks.append(asked)
        if len(looks) > 1:
            check(asked, exclude)

    monkeypatch.setattr(League, "validate_unique", before_the_first_was_stored)
    answer = window.post("/admin/games/league/add/", form())
    assert answer.status_code == 200
    assert "already exists" in answer.content.decode()
    assert League.objects.count() == 1
