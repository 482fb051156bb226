"""Without a worker no result comes within the time that a last answer waits for it."""

import pytest

from games.web.hands import bidding


@pytest.fixture(autouse=True)
def _no_patience(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "celery_worker_process" not in request.fixturenames:
        monkeypatch.setattr(bidding, "PATIENCE", 0)
