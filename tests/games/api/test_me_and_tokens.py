"""Who I am, what waits for me, and the token that says so."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core.cache import caches
from rest_framework.authtoken.models import Token

from accounts import people as persons
from accounts import tokens
from accounts.models import User
from games.api.throttles import AddressThrottle, TokenThrottle
from tests.games.api.asking import ROOT, client, good, problem, signed_in
from tests.games.making import bid, people, person, running

pytestmark = pytest.mark.django_db
TOKEN = f"{ROOT}/token"


@pytest.fixture(autouse=True)
def loose_brakes(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_me() -> None:
    users = people(3)
    running(users)
    assert good(client(users[0]).get(f"{ROOT}/me")) == {
        "name": "Marit",
        "email": "marit@example.org",
        "kind": "person",
        "zone": "UTC",
        "language": "en",
        "quiet_from": None,
        "quiet_to": None,
        "moves_due": 1,
    }


def test_a_guest_is_somebody_too() -> None:
    found = good(signed_in(persons.make_guest()).get(f"{ROOT}/me"))
    assert (found["kind"], found["email"]) == ("guest", None)


def test_changing_oneself() -> None:
    user = person()
    wish = {"name": "Marit B", "zone": "Europe/Amsterdam", "language": "nl"}
    changed = good(client(user).patch(f"{ROOT}/me", wish))

    assert {name: changed[name] for name in wish} == wish
    user.refresh_from_db()
    assert (user.name, user.zone, user.language) == tuple(wish.values())


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"name": "<b>"}, "name"),
        ({"name": ""}, "name"),
        ({"name": "x" * 31}, "name"),
        ({"name": "jOOST"}, "name"),
        ({"zone": "Mars/Olympus"}, "zone"),
        ({"zone": "../etc/passwd"}, "zone"),
        ({"language": "xx"}, "language"),
        ({"language": 1}, "language"),
    ],
    ids=str,
)
def test_a_profile_that_cannot_be_is_refused(wish: dict[str, object], field: str) -> None:
    user, _joost = people(2)
    found = problem(client(user).patch(f"{ROOT}/me", {"zone": "UTC", **wish}), 400, "invalid")

    assert list(found["errors"]) == [field]
    user.refresh_from_db()
    assert (user.name, user.zone, user.language) == ("Marit", "UTC", "en")


@pytest.mark.parametrize("field", ["email", "kind", "is_staff", "password", "moves_due"])
def test_what_is_not_mine_to_change_is_unknown(field: str) -> None:
    found = problem(client(person()).patch(f"{ROOT}/me", {field: True}), 400, "unknown_fields")
    assert found["unknown"] == [field]


def test_the_hands_that_wait_for_me() -> None:
    users = people(3)
    first, second = running(users), running(users, name="Texel")
    ask = client(users[0])
    found = good(ask.get(f"{ROOT}/me/moves"))["moves"]
    assert [(move["code"], move["hand"], move["seat"]) for move in found] == [
        (first.code, 1, 0),
        (second.code, 1, 0),
    ]
    bid(first, users[0])

    assert [m["code"] for m in good(ask.get(f"{ROOT}/me/moves"))["moves"]] == [second.code]
    assert good(ask.get(f"{ROOT}/me"))["moves_due"] == 1


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
    assert answer["WWW-Authenticate"] == "Bearer"


def test_the_database_holds_no_token_that_would_open() -> None:
    confirmed()
    token = good(client().post(TOKEN, credentials()))["token"]
    kept = Token.objects.get().key
    ask = client()
    ask.credentials(HTTP_AUTHORIZATION=f"Token {kept}")

    assert kept == tokens.digest(token) != token
    problem(ask.get(f"{ROOT}/me"), 401, "bad_token")


def test_a_new_token_replaces_the_old_one() -> None:
    confirmed()
    old, new = (good(client().post(TOKEN, credentials()))["token"] for _time in range(2))
    ask = client()
    ask.credentials(HTTP_AUTHORIZATION=f"Token {old}")
    problem(ask.get(f"{ROOT}/me"), 401, "bad_token")
    ask.credentials(HTTP_AUTHORIZATION=f"Token {new}")
    good(ask.get(f"{ROOT}/me"))


def test_unknown_address_and_wrong_password_are_answered_alike() -> None:
    confirmed()
    wrong = client().post(TOKEN, {**credentials(), "password": "Joost"})
    unknown = client().post(TOKEN, credentials("Joost"))

    problem(wrong, 401, "bad_credentials")
    assert wrong.content == unknown.content
    assert wrong.headers == unknown.headers
    assert not Token.objects.exists()


def test_an_unconfirmed_address_gets_no_token() -> None:
    person()
    problem(client().post(TOKEN, credentials()), 403, "address_unconfirmed")
    wrong = client().post(TOKEN, {**credentials(), "password": "x"})
    problem(wrong, 401, "bad_credentials")


def test_somebody_locked_out_gets_none_and_his_token_is_dead() -> None:
    user = confirmed()
    ask = client(user)
    User.objects.update(is_active=False)

    problem(ask.get(f"{ROOT}/me"), 401, "bad_token")
    problem(client().post(TOKEN, credentials()), 401, "bad_credentials")


def test_a_second_factor_is_asked_for_and_used_up() -> None:
    user = confirmed()
    codes = RecoveryCodes.activate(user).get_unused_codes()
    problem(client().post(TOKEN, credentials()), 403, "second_factor")
    problem(client().post(TOKEN, credentials(code="000000")), 403, "second_factor")
    good(client().post(TOKEN, credentials(code=codes[0])))
    problem(client().post(TOKEN, credentials(code=codes[0])), 403, "second_factor")


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
