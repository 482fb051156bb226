"""Where one is signed in, in words, one by one; and the staff, who are signed out when idle.

Planted: without the owner in the query, Joost ends Marit's; with the time-out left out, or for
everybody, the last test fails.
"""

import re
import time
from urllib.parse import urlsplit

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import PushDevice, User
from accounts.people.demo_login import sign_in_link
from accounts.people.device_words import device
from accounts.security import reauthentication, roles, safe_http, sessions
from tests.accounts.making import give_factor, member, staff
from tests.accounts.notifications.test_web_push import Browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    "Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)
CHROME = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537"
)


def signed_in(user: User, agent: str, address: str = "198.51.100.7") -> Client:
    client = Client(REMOTE_ADDR=address, HTTP_USER_AGENT=agent)
    client.post(reverse("account_login"), {"login": user.email, "password": user.name})
    return client


@pytest.mark.parametrize(
    ("agent", "text"),
    [
        (FIREFOX, "Firefox on Windows"),
        (SAFARI, "Safari on iPhone"),
        (CHROME, "Chrome on Linux"),
        (CHROME + " Edg/140", "Edge on Linux"),
        ("python-requests/2.32", "python-requests"),
        ("", "an unknown browser"),
    ],
)
def test_a_browser_in_words(agent: str, text: str) -> None:
    assert device(agent) == text


def test_each_is_told_in_words_and_ended_by_itself() -> None:
    marit = member()
    here, phone = signed_in(marit, FIREFOX), signed_in(marit, SAFARI, "203.0.113.9")
    third = signed_in(marit, CHROME)
    text = here.get(reverse("usersessions_list")).content.decode()
    shown = re.findall(r"<bdi>(\w+ on \w+)</bdi>", text)
    assert shown == ["Firefox on Windows", "Chrome on Linux", "Safari on iPhone"]
    assert "in another network (203.0.113.0)" in text
    assert "in the network where you are now (198.51.100.0)" in text

    assert "Sign out everywhere else" in text
    ends = re.findall(r"/account/sessions/\d+/end/", text)[1]
    assert signed_in(member("Joost"), FIREFOX).post(ends).status_code == 404
    assert phone.get(reverse("profile")).status_code == 200
    here.post(ends)
    assert phone.get(reverse("profile")).status_code == 302
    assert third.get(reverse("profile")).status_code == 200
    here.post(reverse("usersessions_list"))
    assert third.get(reverse("profile")).status_code == 302
    assert here.get(reverse("profile")).status_code == 200


@pytest.fixture
def pushed(monkeypatch: pytest.MonkeyPatch) -> tuple[Client, Client]:
    """A computer and a phone of Marit's, both with push messages."""
    monkeypatch.setattr(safe_http, "target_of", lambda endpoint: endpoint)
    marit = member()
    computer, phone = signed_in(marit, FIREFOX), signed_in(marit, SAFARI)
    for client, name in ((computer, "computer"), (phone, "phone")):
        given = Browser().gives(f"https://push.example/{name}")
        client.post(reverse("push_subscribe"), given)
    PushDevice.objects.create(user=marit, digest="0", sealed=b"", label="of 0.3.0")
    return computer, phone


def pushed_to() -> list[str]:
    return list(PushDevice.objects.order_by("id").values_list("label", flat=True))


def test_push_messages_end_with_signing_out(pushed: tuple[Client, Client]) -> None:
    assert pushed_to() == ["Firefox, Windows", "Safari, iPhone", "of 0.3.0"]
    pushed[1].post(reverse("account_logout"))
    assert pushed_to() == ["Firefox, Windows", "of 0.3.0"]


def test_push_messages_end_where_one_is_signed_out_from_elsewhere(
    pushed: tuple[Client, Client],
) -> None:
    pushed[0].post(reverse("usersessions_list"))
    assert pushed_to() == ["Firefox, Windows", "of 0.3.0"]


def test_a_new_password_ends_push_messages_in_all_other_browsers(
    pushed: tuple[Client, Client],
) -> None:
    new = {"password1": "another tide", "password2": "another tide"}
    pushed[0].post(reverse("account_change_password"), {"oldpassword": "Marit", **new})
    assert pushed[1].get(reverse("profile")).status_code == 302
    assert pushed_to() == ["Firefox, Windows", "of 0.3.0"]
    pushed[0].post(reverse("account_logout"))
    assert pushed_to() == ["of 0.3.0"]


def expire() -> None:
    Session.objects.update(expire_date=timezone.now())
    sessions.purge()


def test_push_messages_go_on_when_a_session_has_expired(pushed: tuple[Client, Client]) -> None:
    expire()
    assert len(pushed_to()) == 3


def test_they_end_with_the_next_session_of_the_same_browser(pushed: tuple[Client, Client]) -> None:
    computer, phone = pushed
    expire()
    for client in pushed:
        client.post(reverse("account_login"), {"login": "marit@example.org", "password": "Marit"})
    assert len(pushed_to()) == 3
    phone.post(reverse("account_logout"))
    assert pushed_to() == ["Firefox, Windows", "of 0.3.0"]
    other = signed_in(User.objects.get(), CHROME)
    other.post(reverse("usersessions_list"))
    assert computer.get(reverse("profile")).status_code == 302
    assert pushed_to() == ["of 0.3.0"]


def test_push_messages_go_on_where_one_has_to_sign_in_anew(
    pushed: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """Such as by a code, before one's data is downloaded."""
    phone, settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = pushed[1], 0
    monkeypatch.setattr(reauthentication, "_ways", lambda _user: [])
    phone.get(reverse("data-export"))
    assert phone.get(reverse("profile")).status_code == 302
    assert len(pushed_to()) == 3
    phone.post(reverse("account_login"), {"login": "marit@example.org", "password": "Marit"})
    phone.post(reverse("account_logout"))
    assert pushed_to() == ["Firefox, Windows", "of 0.3.0"]


def test_in_a_browser_of_several_people_only_their_own_end(pushed: tuple[Client, Client]) -> None:
    expire()
    before = set(PushDevice.objects.values_list("session", flat=True))
    joost = member("Joost")
    pushed[1].post(reverse("account_login"), {"login": joost.email, "password": "Joost"})
    assert set(PushDevice.objects.values_list("session", flat=True)) == before
    pushed[1].post(reverse("account_logout"))
    assert len(pushed_to()) == 3


def test_whoever_came_by_another_way_sees_the_session_too(settings: Settings) -> None:
    settings.TIDEWEB_DEMO = True
    guest, marit = Client(HTTP_USER_AGENT=FIREFOX), Client(HTTP_USER_AGENT=SAFARI)
    guest.post(reverse("play-now"))
    marit.post(urlsplit(sign_in_link(member())).path)
    for client, browser in ((guest, "Firefox on Windows"), (marit, "Safari on iPhone")):
        text = client.get(reverse("usersessions_list")).content.decode()
        assert re.findall(r"<bdi>(\w+ on \w+)</bdi>", text) == [browser]
        assert "Sign out everywhere else" not in text


def test_the_staff_are_signed_out_when_idle_and_nobody_else(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.STAFF_IDLE_MINUTES, now = 60, time.time()
    hedda, marit = Client(), Client()
    hedda.force_login(staff("Hedda", "helper"))
    marit.force_login(member())
    for minute in (0, 50, 100):  # each within an hour of the one before
        monkeypatch.setattr(time, "time", lambda minute=minute: now + minute * 60)
        assert hedda.get("/admin/").status_code == 200
        assert marit.get("/settings/").status_code == 200
    monkeypatch.setattr(time, "time", lambda: now + 161 * 60)
    assert hedda.get("/admin/").status_code == 302
    assert "nothing happened for a while" in hedda.get("/account/login/").content.decode()
    assert marit.get("/settings/").status_code == 200


def test_push_messages_go_on_for_staff_who_were_idle(
    pushed: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.STAFF_IDLE_MINUTES, phone, now = 60, pushed[1], time.time()
    give_factor(User.objects.get())
    roles.set_role(User.objects.get(), "helper")
    phone.get(reverse("profile"))
    monkeypatch.setattr(time, "time", lambda: now + 61 * 60)
    assert phone.get(reverse("profile")).status_code == 302
    assert len(pushed_to()) == 3


def test_an_open_page_keeps_no_staff_signed_in(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.STAFF_IDLE_MINUTES, now = 60, time.time()
    hedda = Client()
    hedda.force_login(staff("Hedda", "helper"))
    assert hedda.get("/admin/").status_code == 200
    for minute in range(10, 60, 10):
        monkeypatch.setattr(time, "time", lambda minute=minute: now + minute * 60)
        assert hedda.get(reverse("moves-pulse"), {"seen": "x"}).status_code == 200
        live = hedda.get(reverse("moves"), headers={"Tideweb-Live": "moves;0;"})
        ahead = hedda.get(reverse("moves"), headers={"Sec-Purpose": "prefetch"})
        kept = hedda.get(reverse("moves"), headers={"Tideweb-Ahead": "1"})  # by our worker
        assert {live.status_code, ahead.status_code, kept.status_code} == {200}
    monkeypatch.setattr(time, "time", lambda: now + 61 * 60)
    assert hedda.get("/admin/").status_code == 302


def test_one_that_has_expired_opens_nothing() -> None:
    """Planted: with sessions read whatever their age, she is still signed in."""
    here = signed_in(member(), FIREFOX)
    assert here.get(reverse("moves")).status_code == 200
    Session.objects.update(expire_date=timezone.now())
    assert here.get(reverse("moves")).status_code == 302
