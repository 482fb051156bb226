"""What is left out for a test, and what each leaves behind."""

import pytest
from django.core import mail
from django.utils import timezone, translation

from accounts.notifications.kinds import KINDS
from tests import conftest


def test_without_a_mark_nothing_of_django_is_set_up(request: pytest.FixtureRequest) -> None:
    assert not {each for each in request.fixturenames if each.startswith("_django")}
    assert "monkeypatch" not in request.fixturenames


@pytest.mark.django_db
@pytest.mark.urls("tests.styleguide.urls")
def test_what_it_asks_for_by_a_mark_is(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {"_django_db_marker", "_django_set_urlconf", "monkeypatch"} <= set(request.fixturenames)


@pytest.fixture
def patched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASKED_FOR", "by a fixture")


def test_what_a_fixture_asks_for_is(patched: None, request: pytest.FixtureRequest) -> None:
    assert "monkeypatch" in request.fixturenames


def test_language_zone_and_kinds_are_as_at_first() -> None:
    before = dict(KINDS)
    with conftest._as_at_first():
        translation.activate("de")
        timezone.activate("Asia/Tokyo")
        KINDS.popitem()
    assert translation.get_language() == "en"
    assert timezone.get_current_timezone_name() == "UTC"
    assert before == KINDS


@pytest.mark.parametrize("time", [1, 2])
def test_no_letter_of_the_test_before_is_found(time: int) -> None:
    assert mail.outbox == []
    mail.EmailMessage("a", "b", to=["c@example.org"]).send()
