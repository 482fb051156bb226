"""No broker, and rate limits that forget between tests."""

import pytest
from django.core.cache import caches


@pytest.fixture(autouse=True)
def fresh_throttles(no_nudges: None) -> None:
    caches["throttle"].clear()
