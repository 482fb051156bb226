"""Without a worker no result comes within the time that a last answer waits for it."""

import pytest

from games.web import play


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "PATIENCE", 0)
