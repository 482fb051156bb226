"""Fixtures that every test may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from pytest_django.plugin import DjangoDbBlocker

from tests import browser
from tests.worker import WorkerProcess, end_other_sessions, point_broker_at


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """pytest-django's own, and then the broker moves into the test database with everything."""
    with point_broker_at(settings.DATABASES["default"]):
        yield
    with django_db_blocker.unblock():
        end_other_sessions()  # or the test database could not be dropped


@pytest.fixture(scope="session")
def celery_worker_process(django_db_setup: None) -> Iterator[WorkerProcess]:
    """A real Celery worker, a process of its own, on the embedded broker and the test database.

    It sees committed rows only, so ask for it together with
    `@pytest.mark.django_db(transaction=True)`, and wait for what it does by
    `worker.until(lambda: Game.objects.filter(...).exists())`. It has two threads and no beat:
    call the sweeps yourself. It is started once for the whole run (once for each xdist worker),
    and it stops between tests only by having nothing to do.
    """
    worker = WorkerProcess(settings.DATABASES["default"])
    worker.start()
    yield worker
    worker.kill()  # a warm shutdown would only take its four seconds


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A browser test without a browser: skipped, loudly (see the summary); in CI it fails."""
    if item.get_closest_marker("browser") is None or browser.find() is not None:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(browser.REMEDY, pytrace=False)
    pytest.skip(browser.REMEDY)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    skipped = [
        report
        for report in terminalreporter.getreports("skipped")
        if browser.REMEDY in str(report.longrepr)
    ]
    if skipped:
        terminalreporter.write_sep("!", "NOT TESTED", red=True, bold=True)
        terminalreporter.write_line(
            f"{len(skipped)} browser tests did not run. {browser.REMEDY}", red=True, bold=True
        )


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """pytest-playwright's, with the browser that we found. Mark the tests `browser`."""
    # Playwright keeps an event loop in this thread, which Django would take for async code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    return {
        **browser_type_launch_args,
        "executable_path": browser.find(),
        "args": ["--no-sandbox", "--disable-dev-shm-usage"],
    }
