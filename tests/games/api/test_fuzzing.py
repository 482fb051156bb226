"""Schemathesis over the schema: whatever is sent, no 5xx, and answers as they are documented.

The suite asks all that take a body wrongly, a few of the others of each kind, and some with what is
surely there; `make fuzz-api` asks each operation in every way. What each answers where all is well,
and where it is refused, tests/access holds against the schema.
"""

from collections.abc import Hashable, Iterable, Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings
from pytest_django.plugin import DjangoDbBlocker
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.models import User
from accounts.security import api_keys
from games.api.throttles import AddressThrottle, TokenThrottle
from games.models import Game
from games.services import wake_workers
from games.services.lobby import tables
from tests.games.api import contract
from tests.games.making import bid_all, fresh, table_of
from tests.module_fixtures import kept
from tests.sampling import sample, whole
from tideweb.throttling import AnonymousThrottle, PersonThrottle

SCHEMA = schemathesis.openapi.from_dict(contract.schema())
SCHEMA.app = get_wsgi_application()  # ours asks the database first, which may not be asked here
ALL: Iterable[Any] = SCHEMA.get_all_operations()
OPERATIONS = {found.ok().label: found.ok() for found in ALL}
# Each of these is asked for something that is there, among other things.
GOOD = {f"GET /api/v1/{way}" for way in ("me", "me/moves", "me/games", "games", "games/{code}")}
GOOD |= {f"GET /api/v1/games/{{code}}/{way}" for way in ("log", "hands/{number}")}
EXAMPLES = 4 if whole() else 2  # the simplest that there is, and others
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# Whoever asks for some members alone gets less than the schema requires; test_answering has that.
WITHOUT = [check for check in CHECKS if check is not response_schema_conformance]


@pytest.fixture(scope="module")
def tables_once(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[User, list[Game]]]:
    """A person and tables at every point of a game."""
    yield from kept(django_db_blocker, _created)


def _created() -> tuple[User, list[Game]]:
    users, game = table_of(3)
    bid_all(game)
    table = tables.make_table(users[1], tables.TableSettings(name="Texel", seats=3))
    return users[0], [fresh(game), table]


@pytest.fixture
def world(
    tables_once: tuple[User, list[Game]], db: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[User, list[Game]]]:
    """These; requests share the test's connection."""
    monkeypatch.setattr(wake_workers, "_publish", lambda *_args: None)
    rates = dict.fromkeys(("anon", "user", "token", "token_address"), "9999/s")
    for throttle in (AnonymousThrottle, PersonThrottle, TokenThrottle, AddressThrottle):
        monkeypatch.setattr(throttle, "THROTTLE_RATES", rates)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield tables_once
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def variants(case: Any, games: list[Game]) -> Iterator[dict[str, Any]]:
    """The path as it was made up, and the same with games and hands that there are."""
    yield dict(case.path_parameters)
    if "code" in case.path_parameters:
        for game in games:
            yield {**case.path_parameters, "code": game.code}
    if "number" in case.path_parameters:
        for number in (1, 2):
            yield {"code": games[0].code, "number": number}


WAYS: dict[str, tuple[GenerationMode, bool]] = {
    "good": (GenerationMode.POSITIVE, True),
    "good but of anybody": (GenerationMode.POSITIVE, False),
    "bad": (GenerationMode.NEGATIVE, True),
}
ANYTHING = {"/api/v1/me/ignored/{name}", "/api/v1/problems/{problem}"}  # any text will do


def ways(label: str) -> list[str]:
    """How it can be asked: where nothing is taken nothing can be wrong."""
    found = OPERATIONS[label]
    takes = found.path_parameters or found.query or found.body
    return [how for how in WAYS if how != "bad" or (takes and found.path not in ANYTHING)]


def kind(case: tuple[str, str]) -> Hashable:
    """A wrong body, and what is surely there, in any case; else by what is asked for, and how.

    Who is nobody gets no further than that, whatever he asks for.
    """
    how, label = case
    found = OPERATIONS[label]
    if (how == "good" and label in GOOD) or (how == "bad" and found.body):
        return case
    if not WAYS[how][1]:
        return how, found.method
    return how, found.method, bool(found.path_parameters), bool(found.query), bool(found.body)


EVERY = [(how, label) for label in sorted(OPERATIONS) for how in ways(label)]


@pytest.mark.parametrize(("how", "label"), sample(EVERY, kind=kind))
def test_answers_are_as_documented(how: str, label: str, world: Any) -> None:
    mode, signed = WAYS[how]
    user, games = world
    headers = {"Accept-Encoding": "identity"}  # schemathesis reads WSGI answers as they are sent
    if signed:
        headers["Authorization"] = f"Token {api_keys.issue(user)}"
    seen = set()

    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=OPERATIONS[label].as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        for way in variants(case, games):
            case.path_parameters.update(way)
            with transaction.atomic():
                answer = case.call(headers=headers)
                transaction.set_rollback(True)
            seen.add(answer.status_code)
            case.validate_response(answer, checks=WITHOUT if "fields" in case.query else CHECKS)

    ask()
    if signed and label in GOOD and mode is GenerationMode.POSITIVE:
        assert 200 in seen
