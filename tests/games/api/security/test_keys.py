"""Keys: what they open, who gets one, and how they end."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import ApiKey, User
from accounts.security import api_keys, roles
from accounts.security.scopes import SCOPES
from games.api.throttles import AddressThrottle, TokenThrottle
from tests.accounts.making import give_factor
from tests.games.api.asking import ROOT, client, good, lasting, problem, signed_in
from tests.games.making import people, person
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
TOKEN = f"{ROOT}/token"


@pytest.fixture(autouse=True)
def loose_throttles(monkeypatch: pytest.MonkeyPatch) -> None:
    caches["default"].clear()
    rates = {"token": "1000/min", "token_address": "1000/min", "anon": None, "user": None}
    monkeypatch.setattr(TokenThrottle, "THROTTLE_RATES", rates)
    monkeypatch.setattr(AddressThrottle, "THROTTLE_RATES", rates)


def confirmed(name: str = "Marit") -> User:
    user = person(name)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def credentials(name: str = "Marit", **more: str) -> dict[str, str]:
    return {"email": f"{name.lower()}@example.org", "password": name, **more}


def test_a_token_opens_and_a_revoked_one_does_not() -> None:
    confirmed()
    ask = client()
    token = good(ask.post(TOKEN, credentials()))["token"]
    for scheme in ("Token", "Bearer"):
        ask.credentials(HTTP_AUTHORIZATION=f"{scheme} {token}")
        assert good(ask.get(f"{ROOT}/me"))["name"] == "Marit"
    good(ask.delete(TOKEN), 204)

    answer = ask.get(f"{ROOT}/me")
    problem(answer, 401, "bad_token")
    assert answer["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    assert ask.get(f"{ROOT}/events")["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    assert client().get(f"{ROOT}/me")["WWW-Authenticate"] == "Bearer", "there was none"


def test_the_database_holds_no_token_that_would_open() -> None:
    confirmed()
    token = good(client().post(TOKEN, credentials()))["token"]
    kept = ApiKey.objects.get().digest
    ask = client()
    ask.credentials(HTTP_AUTHORIZATION=f"Token {kept}")

    assert kept == api_keys.digest(token) != token
    problem(ask.get(f"{ROOT}/me"), 401, "bad_token")


def with_key(token: str) -> Any:
    ask = client()
    ask.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return ask


def test_a_new_key_leaves_the_others_good_and_each_goes_alone() -> None:
    confirmed()
    names = ("laptop", "phone", "bot")
    made = [good(client().post(TOKEN, {**credentials(), "name": name}))["token"] for name in names]
    first, second, third = map(with_key, made)
    for ask in (first, second, third):
        good(ask.get(f"{ROOT}/me"))

    listed = good(second.get(TOKEN))["keys"]
    assert [(key["name"], key["this"]) for key in listed] == [
        ("bot", False),
        ("phone", True),
        ("laptop", False),
    ]
    assert not any(token in str(listed) for token in made)
    good(second.delete(f"{TOKEN}/{listed[2]['id']}"), 204)
    problem(first.get(f"{ROOT}/me"), 401, "bad_token")
    good(second.delete(TOKEN), 204)
    problem(second.get(f"{ROOT}/me"), 401, "bad_token")
    good(third.get(f"{ROOT}/me"))


def test_nobody_takes_the_key_of_another() -> None:
    users = people(2)
    theirs = client(users[0])
    key = ApiKey.objects.get(user=users[0])
    problem(client(users[1]).delete(f"{TOKEN}/{key.pk}"), 404, "no_key")
    problem(signed_in(users[1]).delete(TOKEN), 404, "no_key")
    good(theirs.get(f"{ROOT}/me"))


def test_ten_keys_are_enough() -> None:
    user = confirmed()
    for number in range(api_keys.MAX_KEYS):
        api_keys.make(user, f"Key {number}")
    problem(client().post(TOKEN, credentials()), 409, "too_many_keys")
    api_keys.revoke(user, not_none(user.api_keys.first()).pk)
    good(client().post(TOKEN, credentials()))
    problem(client().post(TOKEN, {**credentials(), "name": "\u200b"}), 400, "bad_key_name")


def test_expired_keys_are_not_among_the_ten() -> None:
    user = confirmed()
    for number in range(api_keys.MAX_KEYS):
        api_keys.make(user, f"Key {number}", days=1)
    user.api_keys.update(expires_at=timezone.now() - timedelta(days=30))
    good(client().post(TOKEN, credentials()))
    assert user.api_keys.count() == 1, "nor do they add up"


def test_a_program_that_asks_for_a_key_at_each_start_has_one() -> None:
    user, others = confirmed(), [f"Key {number}" for number in range(api_keys.MAX_KEYS - 1)]
    for name in others:
        api_keys.make(user, name)
    wish = {**credentials(), "name": "bot", "replace": True}
    first, second = (good(client().post(TOKEN, wish))["token"] for _start in range(2))
    assert sorted(user.api_keys.values_list("name", flat=True)) == [*others, "bot"]
    problem(with_key(first).get(f"{ROOT}/me"), 401, "bad_token")
    good(with_key(second).get(f"{ROOT}/me"))


def test_the_day_of_its_last_use_is_kept_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask, used = client(person()), ApiKey.objects.values_list("used_on", flat=True)
    assert used.get() is None
    good(ask.get(f"{ROOT}/me"))
    assert used.get() == timezone.now().date()
    with CaptureQueriesContext(connection) as caught:
        good(ask.get(f"{ROOT}/me"))
    assert not [query for query in caught.captured_queries if "UPDATE" in query["sql"]]
    later = timezone.now() + timedelta(days=2)
    monkeypatch.setattr(timezone, "now", lambda: later)
    good(ask.get(f"{ROOT}/me"))
    assert used.get() == later.date()


def test_unknown_address_and_wrong_password_are_answered_alike() -> None:
    confirmed()
    wrong = client().post(TOKEN, {**credentials(), "password": "Joost"})
    unknown = client().post(TOKEN, credentials("Joost"))

    problem(wrong, 401, "bad_credentials")
    assert wrong.content == unknown.content
    assert lasting(wrong.headers) == lasting(unknown.headers)
    assert not ApiKey.objects.exists()


def test_an_unconfirmed_address_gets_no_token() -> None:
    EmailAddress.objects.create(user=person(), email="old@example.org", verified=True)
    problem(client().post(TOKEN, credentials()), 403, "address_unconfirmed")
    wrong = client().post(TOKEN, {**credentials(), "password": "x"})
    problem(wrong, 401, "bad_credentials")


def test_somebody_locked_out_gets_none_and_his_token_is_dead() -> None:
    user = confirmed()
    ask = client(user)
    User.objects.update(is_active=False)

    problem(ask.get(f"{ROOT}/me"), 401, "bad_token")
    wrong = client().post(TOKEN, credentials())
    problem(wrong, 401, "bad_credentials")
    assert wrong["WWW-Authenticate"] == "Bearer"


def test_a_second_factor_is_asked_for_and_used_up() -> None:
    user = confirmed()
    codes = RecoveryCodes.activate(user).get_unused_codes()
    problem(client().post(TOKEN, credentials()), 403, "second_factor")
    problem(client().post(TOKEN, credentials(code="000000")), 403, "second_factor")
    good(client().post(TOKEN, credentials(code=codes[0])))
    problem(client().post(TOKEN, credentials(code=codes[0])), 403, "second_factor")


def test_only_staff_gets_a_key_to_moderate_with() -> None:
    user = confirmed()
    good(client().post(TOKEN, credentials()))
    assert ApiKey.objects.get().scopes == "read play tables talk account"
    wish = {**credentials(), "scopes": ["moderate"]}
    refused = client().post(TOKEN, wish, format="json")
    problem(refused, 400, "invalid_scope")
    assert refused.json()["known"] == ["read", "play", "tables", "talk", "account"]

    roles.set_role(user, "moderator")
    problem(client().post(TOKEN, wish, format="json"), 400, "invalid_scope")  # without a factor
    give_factor(user)
    codes = RecoveryCodes.activate(user).get_unused_codes()
    good(client().post(TOKEN, credentials(code=codes[0])))
    assert ApiKey.objects.latest("pk").scopes.split() == list(SCOPES)


def test_what_is_refused_for_another_reason_uses_up_no_recovery_code() -> None:
    user = confirmed()
    (code, *_more) = RecoveryCodes.activate(user).get_unused_codes()
    unseen = {**credentials(code=code), "name": "\u200b"}
    problem(client().post(TOKEN, unseen), 400, "bad_key_name")
    for number in range(api_keys.MAX_KEYS):
        api_keys.make(user, f"Key {number}")
    problem(client().post(TOKEN, credentials(code=code)), 409, "too_many_keys")
    user.api_keys.all().delete()
    good(client().post(TOKEN, credentials(code=code)))


@pytest.mark.parametrize(
    "header", ["Token", "Token a b", "Token \xff", "Token " + "0" * 40, "token x"]
)
def test_a_token_that_is_none_is_refused_even_where_everybody_may_look(header: str) -> None:
    ask = client()
    ask.credentials(HTTP_AUTHORIZATION=header)
    problem(ask.get(f"{ROOT}/games"), 401, "bad_token")


def test_a_session_writes_with_the_pages_own_token_only() -> None:
    user = person()
    ask = signed_in(user, enforce_csrf_checks=True)
    good(ask.get(f"{ROOT}/me"))
    problem(ask.patch(f"{ROOT}/me", {"zone": "Europe/Rome"}), 403, "csrf_failed")
    user.refresh_from_db()
    assert user.zone == "UTC"

    ask.cookies["csrftoken"] = "x" * 32
    good(ask.patch(f"{ROOT}/me", {"zone": "Europe/Rome"}, HTTP_X_CSRFTOKEN="x" * 32))
