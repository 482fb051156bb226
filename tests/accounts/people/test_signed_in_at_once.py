"""Somebody signs in while their data is deleted."""

import pytest
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.test import Client

from accounts.models import FormerGuest, Sighting, User
from accounts.people import guest_sign_in
from accounts.people.allauth_adapter import Adapter
from accounts.people.new_accounts import make_guest
from games.services.people import erasure
from tests.accounts.making import member
from tests.answers import Answer
from tests.games.services.crossing import Beside
from tests.games.web.driving import browser

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_nudges", "no_limits_left_over"),
]
PASSWORD = {"login": "marit@example.org", "password": "Marit"}


def signs_in_as_they_are_deleted(
    client: Client, user: User, monkeypatch: pytest.MonkeyPatch, at: tuple[object, str]
) -> Answer:
    """The password was right when it was checked; the deletion begins only after that."""
    where, name = at
    was = getattr(where, name)

    def meanwhile(*given: object) -> object:
        monkeypatch.setattr(where, name, was)
        with transaction.atomic():
            erasure.forget(User.objects.get(pk=user.pk))
            beside = Beside(lambda: was(*given))
            beside.until_it_waits()
        came = beside.result()
        if isinstance(came, Exception):
            raise came
        return came

    monkeypatch.setattr(where, name, meanwhile)
    answer: Answer = client.post("/account/login/", PASSWORD, follow=True)
    return answer


def test_whoever_was_deleted_is_not_signed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    user = member()
    page = signs_in_as_they_are_deleted(Client(), user, monkeypatch, (Adapter, "login"))
    assert "wasn’t accepted" in page.content.decode()
    assert not Sighting.objects.exists()
    assert not UserSession.objects.exists()
    assert User.objects.get(pk=user.pk).last_login is None


def test_a_guest_stays_who_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    user, guest = member(), make_guest(name="Kaatje")
    client = browser(guest)
    client.post("/account/login/", {"along": "1"})
    signs_in_as_they_are_deleted(client, user, monkeypatch, (guest_sign_in, "take_along"))
    assert not FormerGuest.objects.exists()
    assert "Kaatje" in client.get("/moves/").content.decode()
