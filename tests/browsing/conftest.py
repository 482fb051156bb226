"""Without a worker no result comes within the time that a last answer waits for it."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from games.web.hands import bidding


@pytest.fixture(autouse=True)
def _no_patience(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "celery_worker_process" not in request.fixturenames:
        monkeypatch.setattr(bidding, "PATIENCE", 0)


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_kept() -> Iterator[None]:
    """The browser may keep them, as in production. Without a word about it, it keeps them for a
    tenth of their age: those of a fresh clone it would ask for again on every page.
    """
    serve = StaticFilesHandler.serve

    def kept(handler: StaticFilesHandler, request: HttpRequest) -> HttpResponseBase:
        response = serve(handler, request)
        response["Cache-Control"] = "max-age=3600"
        return response

    with patch.object(StaticFilesHandler, "serve", kept):
        yield
