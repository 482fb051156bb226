"""One's own bots by the API, and going away by it.

Planted: without the owner in `rename`, Joost renames Marit's; without `check_oneself`, whoever
finds a key deletes the account; without its brake, a password can be guessed with a key.
"""

from typing import Any

import pytest
from django.core.cache import cache

from accounts.models import ApiKey, User
from accounts.people import own_bots
from accounts.security import api_keys
from tests.accounts.making import give_factor, member
from tests.games.api.asking import ROOT, client, good, problem
from tests.games.making import running, user_at

pytestmark = pytest.mark.django_db
WAY = f"{ROOT}/me/bots"


@pytest.fixture(autouse=True)
def clean_throttles() -> None:
    cache.clear()


def by_key(key: str) -> Any:
    made = client()
    made.credentials(HTTP_AUTHORIZATION=f"Bearer {key}")
    return made


def test_one_is_made_renamed_given_another_key_and_retired() -> None:
    ask = client(member())
    made = good(ask.post(WAY, {"name": "Texel"}, HTTP_IDEMPOTENCY_KEY="1"), 201)
    again = good(ask.post(WAY, {"name": "Texel"}, HTTP_IDEMPOTENCY_KEY="1"), 201)
    assert again["key"] == made["key"]
    assert good(by_key(made["key"]).get(f"{ROOT}/me"))["name"] == "Texel (bot)"
    this = f"{WAY}/{made['id']}"
    assert good(ask.patch(this, {"name": "Sylt"}))["name"] == "Sylt (bot)"
    assert good(ask.patch(this, {"name": "Sylt"}))["name"] == "Sylt (bot)"
    taken = problem(ask.patch(this, {"name": "Marit"}), 400, "invalid")
    assert "name" in taken["errors"]
    key = good(ask.post(f"{this}/key"), 201)["key"]
    problem(by_key(made["key"]).get(f"{ROOT}/me"), 401, "bad_token")
    assert [each["name"] for each in good(ask.get(WAY))["bots"]] == ["Sylt (bot)"]
    problem(by_key(key).post(WAY, {"name": "Juist"}), 403, "scope_missing")
    good(ask.delete(this), 204)
    problem(by_key(key).get(f"{ROOT}/me"), 401, "bad_token")
    assert good(ask.get(WAY)) == {"bots": []}


def test_nobody_touches_that_of_another() -> None:
    made, key = own_bots.make(member(), "Texel")
    ask, this = client(member("Joost")), f"{WAY}/{made.pk}"
    problem(ask.patch(this, {"name": "Sylt"}), 404, "no_program")
    problem(ask.post(f"{this}/key"), 404, "no_program")
    problem(ask.delete(this), 404, "no_program")
    assert good(by_key(key).get(f"{ROOT}/me"))["name"] == "Texel (bot)"


def test_who_goes_shows_the_password_and_is_told_what_remains() -> None:
    marit = member()
    game = running([marit, member("Joost"), member("Wim")])
    ask, way = by_key(api_keys.issue(marit, scopes=["account"])), f"{ROOT}/me/deletion"
    meant = {"name": "Marit", "password": "Marit"}
    problem(ask.post(way, {**meant, "password": "x"}), 401, "bad_credentials")
    problem(ask.post(way, {**meant, "name": "Joost"}), 400, "invalid")
    problem(by_key(api_keys.issue(marit, scopes=["play"])).post(way, meant), 403, "scope_missing")
    told = good(ask.post(way, meant))
    assert told["name"] == user_at(game, 0).name
    assert told["name"].startswith("Former player")
    assert len(told["remains"]) == 4
    assert not ApiKey.objects.exists()
    assert not User.objects.filter(email="marit@example.org").exists()


def test_a_second_factor_is_asked_for_and_tries_are_counted() -> None:
    marit = member()
    give_factor(marit)
    ask, way = client(marit), f"{ROOT}/me/deletion"
    problem(ask.post(way, {"name": "Marit", "password": "Marit"}), 403, "second_factor")
    for _try in range(4):
        problem(ask.post(way, {"name": "Marit", "password": "x"}), 401, "bad_credentials")
    problem(ask.post(way, {"name": "Marit", "password": "x"}), 429, "throttled")
    assert User.objects.filter(pk=marit.pk, is_active=True).exists()
