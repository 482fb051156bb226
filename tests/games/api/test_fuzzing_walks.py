"""Walks over the links of the schema: what one operation answers, the next is asked about.

The suite takes two short ones; `make fuzz-api` takes twenty-five longer ones, and says which
operations answered 2xx on the way.
"""

from collections import Counter
from typing import Any, ClassVar

from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from schemathesis.generation.stateful.state_machine import APIStateMachine

from accounts.security import api_keys
from tests.games.api.test_fuzzing import CHECKS, OPERATIONS, SCHEMA, WITHOUT, tables_once, world
from tests.sampling import whole

__all__ = ["tables_once", "world"]
# Whoever goes has no way to go on.
ENDING = {"POST /api/v1/me/deletion", "DELETE /api/v1/token"}
Machine: type[APIStateMachine] = SCHEMA.as_state_machine()


class Walk(Machine):  # type: ignore[misc, valid-type]
    """One person's way; what it changed is taken back at its end."""

    user: ClassVar[Any] = None
    good: ClassVar[Counter[str]] = Counter()
    asked: ClassVar[Counter[str]] = Counter()

    def setup(self) -> None:
        self.outer = transaction.atomic()
        self.outer.__enter__()
        self.key = api_keys.issue(self.user)

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.outer.__exit__(None, None, None)

    def get_call_kwargs(self, case: Any) -> dict[str, Any]:
        signed = {} if case.operation.label in ENDING else {"Authorization": f"Bearer {self.key}"}
        return {"headers": {"Accept-Encoding": "identity", **signed}}

    def validate_response(self, response: Any, case: Any, *_args: Any, **_more: Any) -> None:
        label = case.operation.label
        self.asked[label] += 1
        if response.status_code < 300:
            self.good[label] += 1
        case.validate_response(response, checks=WITHOUT if "fields" in case.query else CHECKS)


def test_whoever_follows_the_links_is_answered_as_documented(world: Any) -> None:
    Walk.user, _games = world
    many, long = (25, 12) if whole() else (2, 6)
    how = settings(
        max_examples=many, stateful_step_count=long, deadline=None, database=None,
        derandomize=not whole(), phases=[Phase.generate], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    Walk.run(settings=how)
    assert Walk.good
    if whole():
        never = sorted(set(OPERATIONS) - set(Walk.good))
        print(f"{sum(Walk.asked.values())} steps, {len(Walk.asked)} operations asked, "  # noqa: T201
              f"{len(Walk.good)} of {len(OPERATIONS)} answered 2xx; never: {never}")  # fmt: skip
