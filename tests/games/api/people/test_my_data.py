"""All that is kept about somebody, and going away.

Planted: without `check_oneself`, whoever finds a key deletes the account; without its brake, a
password can be guessed with a key.
"""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import ApiKey, User
from accounts.security import api_keys
from tests.accounts.making import give_factor, member
from tests.games.api.asking import ROOT, by_key, client, good, problem
from tests.games.making import running, user_at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]


def test_all_that_is_kept_is_the_same_as_on_the_page() -> None:
    marit = member()
    page = Client()
    page.force_login(marit, backend="django.contrib.auth.backends.ModelBackend")
    told = good(client(marit).get(f"{ROOT}/me/export"))
    assert told["format"] == "tideweb-person/1"
    assert told["person"]["email"] == "marit@example.org"
    assert set(told) == set(page.get(reverse("data-export")).json())


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
    assert len(told["remains"]) == 5
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
