"""Asking the API in tests."""

from typing import Any

from rest_framework.test import APIClient

from accounts.models import User
from accounts.security import api_keys
from games.models import Game
from tests.answers import Answer, ApiAnswer

ROOT = "/api/v1"


def client(user: User | None = None, **how: Any) -> APIClient:
    """A client with this person's token; without one, anybody's."""
    made = APIClient(**how)
    if user is not None:
        made.credentials(HTTP_AUTHORIZATION=f"Token {api_keys.issue(user)}")
    return made


def by_key(key: str) -> APIClient:
    """A client with this key of a bot or token of an application."""
    made = APIClient()
    made.credentials(HTTP_AUTHORIZATION=f"Bearer {key}")
    return made


def signed_in(user: User, **how: Any) -> APIClient:
    """A client with this person's session."""
    made = APIClient(**how)
    made.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return made


def lasting(headers: Any) -> dict[str, str]:
    """The headers of an answer, but for its number, which is chance, and what is left to ask."""
    passing = ("X-Request-ID", "RateLimit")
    return {name: text for name, text in dict(headers).items() if name not in passing}


def at(game: Game | str, *way: object) -> str:
    """The address of a game, or of something below it."""
    code = game if isinstance(game, str) else game.code
    return "/".join([f"{ROOT}/games/{code}", *map(str, way)])


def problem(response: Answer | ApiAnswer, status: int, code: str) -> dict[str, Any]:
    """The body of a problem, once it has been checked to be this one."""
    found: dict[str, Any] = response.json()
    assert (response.status_code, found.get("code")) == (status, code), found
    assert response["Content-Type"] == "application/problem+json"
    assert found["type"].endswith(f"/api/v1/problems/{code}")
    assert found["status"] == status
    assert found["title"]
    assert found["detail"]
    return found


def good(response: Answer | ApiAnswer, status: int = 200) -> Any:
    """The body of an answer that went well."""
    assert response.status_code == status, response.content
    return response.json() if response.content else None
