"""Canary is a registered game only while these tests run."""

from collections.abc import Iterator

import pytest

from tests.secrecy.canary import made


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    with made.registered():
        yield
