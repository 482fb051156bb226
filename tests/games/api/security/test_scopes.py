"""A key does what its scopes say and no more; one whose time is over does nothing."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import ApiKey, User
from accounts.security import api_keys
from accounts.security.scopes import SCOPES
from tests.games.api.asking import ROOT, at, good, problem
from tests.games.api.contract import operations, schema
from tests.games.making import person, table_of

pytestmark = pytest.mark.django_db
# What a key can always do: end itself.  And what asks for a password instead of a key.
WITHOUT = {"revoke_token", "make_token", "device_code", "device_token"}
SAMPLE = {
    "place_bid": "play", "set_plan": "play", "vote": "play", "make_game": "tables",
    "invite": "tables", "leave_seat": "tables", "say": "talk", "show_notes": "talk",
    "moderate": "moderate", "moderation_commands": "moderate", "add_webhook": "account",
    "revoke_one_token": "account", "change_me": "account", "game": "read", "my_notices": "read",
}  # fmt: skip


def with_scopes(user: User, *scopes: str, **more: Any) -> APIClient:
    made = APIClient()
    made.credentials(HTTP_AUTHORIZATION=f"Bearer {api_keys.issue(user, scopes=scopes, **more)}")
    return made


def needed(operation: dict[str, Any]) -> list[str]:
    ways: list[dict[str, list[str]]] = operation.get("security", [])
    return next((way["token"] for way in ways if "token" in way), [])


def address(path: str) -> str:
    """Some address of this path; what it names need not be there."""
    numbered = path.replace("{number}", "1").replace("{delivery}", "1").replace("{wish}", "pause")
    return re.sub(r"\{\w+\}", "rowboat", numbered)


def test_each_operation_asks_for_the_scope_that_the_schema_names() -> None:
    """A key with all scopes but that one is refused, whatever is sent; with it, by no scope."""
    user = person()
    ask, asked_for = with_scopes(user), {}
    for method, path, operation in operations():
        name, scopes = operation["operationId"], needed(operation)
        asked_for[name] = "".join(scopes)
        if not scopes:
            continue
        (scope,) = scopes
        ApiKey.objects.update(scopes=" ".join(each for each in SCOPES if each != scope))
        answer = getattr(ask, method)(address(path))
        found = problem(answer, 403, "scope_missing")
        assert (found["scope"], scope in found["scopes"]) == (scope, False), name
        assert f"`{scope}`" in found["detail"], name
        assert answer["WWW-Authenticate"] == f'Bearer error="insufficient_scope", scope="{scope}"'
        ApiKey.objects.update(scopes=scope)
        told = getattr(ask, method)(address(path))
        assert told.status_code != 403 or told.json()["code"] != "scope_missing", name
    assert asked_for.items() >= SAMPLE.items()
    assert {name for name, scope in asked_for.items() if not scope} == WITHOUT


def test_a_key_that_may_not_play_has_sealed_nothing() -> None:
    users, game = table_of(3)
    ask = with_scopes(users[0], "tables", "talk", "account")
    legal = good(ask.get(at(game)))["legal"]
    problem(ask.put(at(game, "hands", 1, "bid"), {"bid": legal[0]}), 403, "scope_missing")
    assert good(ask.get(at(game)))["own_bid"] is None
    good(with_scopes(users[0], "play").put(at(game, "hands", 1, "bid"), {"bid": legal[0]}))


def test_every_key_may_read_and_end_itself() -> None:
    ask = with_scopes(person())
    assert good(ask.get(f"{ROOT}/token"))["keys"][0]["scopes"] == ["read"]
    good(ask.delete(f"{ROOT}/token"), 204)
    problem(ask.get(f"{ROOT}/me"), 401, "bad_token")


def test_a_key_whose_time_is_over_is_refused() -> None:
    ask = with_scopes(person(), "play", days=1)
    listed = good(ask.get(f"{ROOT}/token"))["keys"][0]
    assert listed["expires_at"] is not None
    ApiKey.objects.update(expires_at=timezone.now() + timedelta(seconds=30))
    good(ask.get(f"{ROOT}/me"))
    ApiKey.objects.update(expires_at=timezone.now())
    problem(ask.get(f"{ROOT}/me"), 401, "bad_token")


def test_a_key_of_before_does_everything_for_ever() -> None:
    """As the code of before inserts it: without the columns that it does not know."""
    user, old = person(), "f" * 40
    ApiKey.objects.create(user=user, name="API", digest=api_keys.digest(old))
    kept = ApiKey.objects.get()
    assert kept.scopes.split() == list(SCOPES)
    assert not kept.expired
    ask = APIClient()
    ask.credentials(HTTP_AUTHORIZATION=f"Token {old}")
    good(ask.patch(f"{ROOT}/me", {"zone": "Europe/Rome"}))


def test_a_key_is_known_by_its_beginning() -> None:
    assert re.fullmatch("tideweb_[0-9a-f]{40}", api_keys.issue(person()))


def test_the_schema_describes_the_scopes() -> None:
    scheme = schema()["components"]["securitySchemes"]["token"]
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    assert all(f"`{scope}`: " in scheme["description"] for scope in SCOPES)
