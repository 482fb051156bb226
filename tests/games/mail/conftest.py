"""A mail server that takes all letters."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.accounts.sink import Sink, listening


@pytest.fixture
def sink(settings: Settings) -> Iterator[Sink]:
    with listening(settings) as sink:
        yield sink
