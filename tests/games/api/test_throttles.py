"""Throttling: 429 with Retry-After, counted for each person, and hard for tokens."""

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import caches
from django.db import connection

from games.api.throttles import AddressThrottle, TokenThrottle
from tests.games.api.asking import ROOT, client, good, problem
from tests.games.making import people
from tideweb.throttling import AnonymousThrottle, PersonThrottle

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def tight(monkeypatch: pytest.MonkeyPatch) -> None:
    caches["default"].clear()
    rates = {"anon": "2/min", "user": "3/min", "token": "2/min", "token_address": "3/hour"}
    for throttle in (AnonymousThrottle, PersonThrottle, TokenThrottle, AddressThrottle):
        monkeypatch.setattr(throttle, "THROTTLE_RATES", rates)


def test_each_person_has_a_rate_of_his_own() -> None:
    asks = [client(user) for user in people(2)]
    for _time in range(3):
        good(asks[0].get(f"{ROOT}/me"))
    answer = asks[0].get(f"{ROOT}/me")
    found = problem(answer, 429, "throttled")

    assert 1 <= int(answer["Retry-After"]) <= 60
    assert found["retry_after"] == int(answer["Retry-After"])
    good(asks[1].get(f"{ROOT}/me"))


def test_a_throttled_write_changes_nothing() -> None:
    user = people(1)[0]
    ask = client(user)
    for _time in range(3):
        good(ask.get(f"{ROOT}/me"))
    problem(ask.patch(f"{ROOT}/me", {"zone": "Europe/Rome"}), 429, "throttled")
    user.refresh_from_db()
    assert user.zone == "UTC"


def test_strangers_are_counted_by_where_they_are() -> None:
    for _time in range(2):
        good(client().get(f"{ROOT}/rulesets"))
    problem(client().get(f"{ROOT}/games"), 429, "throttled")
    good(client(REMOTE_ADDR="10.0.0.2").get(f"{ROOT}/games"))


def test_passwords_are_not_tried_in_a_row() -> None:
    wish = {"email": "marit@example.org", "password": "x"}
    for _time in range(2):
        problem(client().post(f"{ROOT}/token", wish), 401, "bad_credentials")
    problem(client().post(f"{ROOT}/token", wish), 429, "throttled")


def test_one_account_is_not_tried_from_many_places() -> None:
    wish = {"email": "marit@example.org", "password": "x"}
    for place in range(3):
        ask = client(REMOTE_ADDR=f"10.0.0.{place}")
        problem(ask.post(f"{ROOT}/token", wish), 401, "bad_credentials")
    wish["email"] = " MARIT@example.org"
    problem(client(REMOTE_ADDR="10.0.0.9").post(f"{ROOT}/token", wish), 429, "throttled")


def test_what_is_refused_to_one_network_is_counted_for_no_account() -> None:
    marit = {"email": "marit@example.org", "password": "x"}
    for number in range(20):
        client().post(f"{ROOT}/token", {**marit, "email": f"made-up-{number}@example.org"})
        client().post(f"{ROOT}/token", marit)
    assert _entries() == 3  # of this network, and of the two accounts tried before it was refused
    problem(client(REMOTE_ADDR="10.0.0.2").post(f"{ROOT}/token", marit), 401, "bad_credentials")


def _entries() -> int:
    """How many entries the shared cache has."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM tideweb_cache")
        return int(cursor.fetchone()[0])


def test_who_tries_elsewhere_does_not_use_up_the_tries_of_the_owner() -> None:
    marit = people(1)[0]
    EmailAddress.objects.create(user=marit, email=marit.email, verified=True, primary=True)
    right = {"email": marit.email, "password": "Marit"}
    home = client(REMOTE_ADDR="198.51.100.7")
    good(home.post(f"{ROOT}/token", right))
    for place in range(4):
        client(REMOTE_ADDR=f"10.0.{place}.1").post(f"{ROOT}/token", {**right, "password": "x"})
    problem(client(REMOTE_ADDR="10.0.9.1").post(f"{ROOT}/token", right), 429, "throttled")
    good(home.post(f"{ROOT}/token", right))
