"""What is told by which way: the usual, what somebody chose, and what there is not."""

from collections.abc import Iterator

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts.models import Choice, User
from accounts.notifications import eligibility, preferences
from accounts.notifications.kinds import KINDS, Kind
from tests.accounts.making import plain_letter, tell

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _kind() -> Iterator[None]:
    KINDS["news"] = Kind("news", "news", plain_letter)
    yield
    del KINDS["news"]


def ways_of(user: User) -> list[tuple[str, bool]]:
    """The channel of each new row, and whether it stands behind the bell."""
    return [(notice.channel, notice.shown) for notice in tell(user, kind="news")]


def test_by_letter_and_behind_the_bell_in_one_row_unless_somebody_says_otherwise(
    marit: User,
) -> None:
    assert ways_of(marit) == [("mail", True)]


def test_where_a_kind_is_silent_nothing_goes_unless_it_was_asked_for(marit: User) -> None:
    KINDS["news"] = Kind("news", "news", plain_letter, silent=("mail",))
    assert not eligibility.wishes(marit, "news")
    assert eligibility.wishes(marit, "news", "site")
    Choice.objects.create(user=marit, kind="news", channel="mail", wanted=True)
    assert eligibility.wishes(marit, "news")


def test_a_channel_that_is_not_wished_gets_no_notice(marit: User) -> None:
    preferences.choose(marit, {("news", "site"): False})
    assert ways_of(marit) == [("mail", False)]
    preferences.choose(marit, {("news", "site"): True, ("news", "mail"): False})
    assert ways_of(marit) == [("site", True)]
    preferences.choose(marit, {("news", "site"): False})
    assert ways_of(marit) == []


@pytest.mark.parametrize("what", [("gossip", "mail"), ("news", "pigeon"), ("digest", "mail")])
def test_what_there_is_not_cannot_be_chosen(marit: User, what: tuple[str, str]) -> None:
    with pytest.raises(ValidationError):
        preferences.choose(marit, {("news", "mail"): False, what: True})
    assert not Choice.objects.exists()


def test_the_page_keeps_boxes_and_rhythm(client: Client, marit: User) -> None:
    form = {"news:site": "on", "remind_hours": "6", "digest": "daily", "digest_hour": "7"}
    assert client.post(reverse("choose_letters"), form).status_code == 302

    marit.refresh_from_db()
    assert (marit.remind_hours, marit.digest, marit.digest_hour) == (6, "daily", 7)
    row = next(row for row in preferences.table(marit) if row.kind.slug == "news")
    assert row.wanted == {"mail": False, "site": True, "push": False, "hook": False}
    page = client.get(reverse("choose_letters")).content.decode()
    assert 'name="news:site" checked' in page
    assert 'name="news:mail" checked' not in page


def test_what_goes_by_mail_alone_has_a_box_for_that(client: Client, marit: User) -> None:
    KINDS["news"] = Kind("news", "news", plain_letter, ways=("mail",))
    page = client.get(reverse("choose_letters")).content.decode()
    assert page.count('name="news:') == 1
    assert 'name="news:mail" checked' in page
    client.post(reverse("choose_letters"), {"digest": "daily", "digest_hour": "7"})
    assert list(Choice.objects.filter(kind="news").values_list("channel", "wanted")) == [
        ("mail", False)
    ]


def test_what_is_switched_on_again_is_said_once(client: Client, marit: User) -> None:
    stopped = Choice.objects.create(user=marit, kind="news", about="game:1", wanted=False)
    for told in ("Saved.", "That is gone already."):
        sent = client.post(reverse("choose_letters"), {"again": str(stopped.pk)}, follow=True)
        assert told in sent.content.decode()
    assert not Choice.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"), [("remind_hours", "0"), ("remind_hours", "169"), ("digest_hour", "24")]
)
def test_what_does_not_fit_changes_nothing(
    client: Client, marit: User, field: str, value: str
) -> None:
    form = {"digest": "daily", "digest_hour": "7", "news:site": "on", field: value}
    refused = client.post(reverse("choose_letters"), form)
    assert refused.status_code == 400
    assert 'name="news:site" checked' in refused.content.decode()
    assert 'name="news:mail" checked' not in refused.content.decode()
    marit.refresh_from_db()
    assert marit.digest == "hourly"
    assert not Choice.objects.exists()
