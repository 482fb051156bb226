"""Behind fewer proxies than TRUSTED_PROXIES says, people can sign in; the log says what to set."""

import pytest
from allauth.usersessions.models import UserSession
from django.core.exceptions import PermissionDenied
from django.test import Client, RequestFactory
from pytest_django import Settings

from accounts.models import User
from accounts.people.allauth_adapter import Adapter
from accounts.security import proxies, sessions

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _two_proxies(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
    proxies._warn.cache_clear()


def test_a_guest_plays_where_one_of_two_is_missing(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    page = client.post(
        "/play/", {"game": "turn-the-tide"}, headers={"X-Forwarded-For": "192.0.2.7"}
    )
    assert page.status_code == 302
    assert User.objects.filter(kind=User.Kind.GUEST).count() == 1
    assert "set TRUSTED_PROXIES=1" in caplog.text


@pytest.mark.parametrize("address", ["", "unix:", "fish"])
def test_so_does_a_guest_whose_address_nobody_knows(address: str) -> None:
    page = Client(REMOTE_ADDR=address).post("/play/", {"game": "turn-the-tide"})
    assert page.status_code == 302
    guest = User.objects.get(kind=User.Kind.GUEST)
    assert UserSession.objects.filter(user=guest).exists()  # or they would seem to have left


def test_a_guest_whom_an_older_release_has_not_listed_is_at_their_next_visit() -> None:
    client = Client(REMOTE_ADDR="")
    client.post("/play/", {"game": "turn-the-tide"})
    UserSession.objects.all().delete()
    session = client.session
    session[sessions.SEEN_ON] = "2026-11-28"
    session.save()
    client.get("/moves/")
    assert UserSession.objects.get().user.is_guest


@pytest.mark.parametrize(
    ("passed_on", "address"),
    [("192.0.2.7", "192.0.2.7"), ("192.0.2.7, 10.0.0.1", "192.0.2.7"),
     ("203.0.113.1, 192.0.2.7, 10.0.0.1", "192.0.2.7")],
)  # fmt: skip
def test_as_many_as_are_trusted_are_believed(passed_on: str, address: str) -> None:
    request = RequestFactory().get("/", headers={"X-Forwarded-For": passed_on})
    assert Adapter().get_client_ip(request) == address


def test_of_fewer_than_are_trusted_the_farthest_is_believed(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = settings.ALLAUTH_TRUSTED_PROXY_COUNT = 3
    request = RequestFactory().get("/", headers={"X-Forwarded-For": "192.0.2.7, 10.0.0.1"})
    assert Adapter().get_client_ip(request) == "192.0.2.7"


def test_what_is_no_address_is_taken_for_none() -> None:
    with pytest.raises(PermissionDenied):
        Adapter().get_client_ip(RequestFactory().get("/", headers={"X-Forwarded-For": "x"}))
