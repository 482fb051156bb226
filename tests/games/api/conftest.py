"""No broker, and rate limits that forget between tests."""

import pytest
from django.core.cache import caches

from games.services import wake_workers


@pytest.fixture(autouse=True)
def no_nudges(monkeypatch: pytest.MonkeyPatch) -> None:
    """The broker is another's test; the sweep finds what the database says."""
    monkeypatch.setattr(wake_workers, "_publish", lambda *_args: None)


@pytest.fixture(autouse=True)
def fresh_throttles() -> None:
    caches["throttle"].clear()
