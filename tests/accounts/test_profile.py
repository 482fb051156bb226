"""Settings: name, zone, language, letters, notices, the key for programs."""

import re
from datetime import timedelta

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.authtoken.models import Token

from accounts.models import Choice, Notice, User
from accounts.people import make_guest
from accounts.reach import wishes
from tests.accounts.making import member, tell

pytestmark = pytest.mark.django_db


@pytest.fixture
def marit(client: Client) -> User:
    user = member()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return user


def test_name_zone_and_language_are_kept_and_the_page_changes(client: Client, marit: User) -> None:
    sheet = {"name": "Marit V.", "zone": "Europe/Amsterdam", "language": "nl"}
    page = client.post(reverse("profile"), sheet, follow=True)
    marit.refresh_from_db()
    assert (marit.name, marit.zone, marit.language) == ("Marit V.", "Europe/Amsterdam", "nl")
    assert '<html lang="nl"' in page.content.decode()
    assert client.cookies[django_settings.LANGUAGE_COOKIE_NAME].value == "nl"


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", "JOOST"), ("name", ""), ("name", "a@b"), ("zone", "Mars"), ("language", "xx")],
)
def test_what_does_not_fit_changes_nothing(
    client: Client, marit: User, field: str, value: str
) -> None:
    member("Joost")
    sheet = {"name": "Marit", "zone": "UTC", "language": "en", field: value}
    assert client.post(reverse("profile"), sheet).status_code == 400
    assert User.objects.get(pk=marit.pk).name == "Marit"


def test_each_kind_of_letter_can_be_chosen(client: Client, marit: User) -> None:
    page = client.get(reverse("choose_letters")).content.decode()
    assert 'name="your_move:mail" checked' in page
    kept = {"hand_resolved:mail": "on", "digest": "hourly", "digest_hour": "18"}
    assert client.post(reverse("choose_letters"), kept).status_code == 302
    assert wishes(marit, "hand_resolved")
    assert not wishes(marit, "your_move")
    assert Choice.objects.filter(user=marit).count() == page.count('type="checkbox"')


def test_the_key_is_good_shown_once_and_can_be_taken_away(client: Client, marit: User) -> None:
    def shown() -> str:
        page = client.post(reverse("make_token")).content.decode()
        (key,) = re.findall(r"\b[0-9a-f]{40}\b", page)
        return key

    def status(key: str) -> int:
        return Client().get("/api/v1/me", headers={"Authorization": f"Token {key}"}).status_code

    key = shown()
    assert status(key) == 200
    assert not Token.objects.filter(key=key).exists(), "the database holds a digest of it"
    assert key not in client.get(reverse("profile")).content.decode()

    newer = shown()
    assert (status(key), status(newer)) == (401, 200), "a new key replaces the old one"
    client.post(reverse("revoke_token"))
    assert status(newer) == 401
    assert not Token.objects.exists()


def test_every_notice_is_listed_with_its_fate(client: Client, marit: User) -> None:
    queued, sent, failed, unwished = tell(marit, 4)
    later = tell(marit, send_after=timezone.now() + timedelta(hours=3))[0]
    Notice.objects.filter(pk=sent.pk).update(state="sent", finished_at=timezone.now())
    Notice.objects.filter(pk=failed.pk).update(state="failed", reason="550 5.1.1 <No such user>")
    Notice.objects.filter(pk=unwished.pk).update(state="suppressed", reason="unwished")
    page = client.get(reverse("notices")).content.decode()
    assert "550 5.1.1 &lt;No such user&gt;" in page
    assert "You chose not to get such letters." in page
    assert "if it is still true" in page
    assert page.count("plain things") == 5
    assert queued.pk != later.pk


def test_nobody_sees_the_notices_of_another(client: Client, marit: User) -> None:
    tell(member("Joost"))
    assert "plain things" not in client.get(reverse("notices")).content.decode()


def test_a_guest_is_asked_to_sign_up(client: Client) -> None:
    client.force_login(make_guest(), "django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("profile")).content.decode()
    assert reverse("account_signup") in page
    assert reverse("make_token") not in page


@pytest.mark.parametrize("name", ["make_token", "revoke_token"])
def test_get_changes_nothing(client: Client, marit: User, name: str) -> None:
    assert client.get(reverse(name)).status_code == 405


@pytest.mark.parametrize("name", ["profile", "notices", "mailbox"])
def test_strangers_are_asked_to_sign_in(client: Client, settings: object, name: str) -> None:
    settings.TIDEWEB_DEMO = True  # type: ignore[attr-defined]
    answer = client.get(reverse(name))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))
