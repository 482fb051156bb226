"""While others play the same deals, the API refuses each operation at a table as the schema says.

Planted: `duplicate_closed` only with the operations that look at a table, not with those of seats.
"""

from typing import Any

import pytest

from accounts.security import api_keys
from tests.games.api.asking import ROOT
from tests.games.api.contract import Checking, operations
from tests.games.duplicates.making import begun
from tests.games.making import person

pytestmark = pytest.mark.django_db
ELSEWHERE = {"join_game": "already_started"}


def body_of(operation: dict[str, Any]) -> Any:
    taken = operation.get("requestBody", {}).get("content", {}).get("application/json")
    return next(iter(taken["examples"].values()))["value"] if taken else None


def test_whoever_sits_elsewhere_is_refused_as_the_schema_says() -> None:
    (game, _other), _here, _there = begun()
    ask = Checking()
    ask.credentials(HTTP_AUTHORIZATION=f"Bearer {api_keys.issue(person('Wim'))}")
    given = {"code": game.code, "number": 1, "name": "Marit", "wish": "pause"}
    for method, path, operation in operations():
        if "{code}" in path:
            answer = getattr(ask, method)(path.format(**given), body_of(operation))
            code = ELSEWHERE.get(operation["operationId"], "duplicate_closed")
            assert answer.json()["code"] == code, path
    report = {"kind": "stuck", "text": "Nobody answers.", "game": game.code}
    assert ask.post(f"{ROOT}/me/reports", report).json()["code"] == "duplicate_closed"
