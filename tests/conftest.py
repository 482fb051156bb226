"""Fixtures that every test may use."""

from __future__ import annotations

import gc
import os
import sys
from asyncio import _get_running_loop, _set_running_loop
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.template import Template
from django.utils import timezone, translation
from pytest_django.plugin import DjangoDbBlocker

from tests import (
    brokers,
    browser,
    chance,
    database,
    extracting,
    nginx,
    pgbouncer,
    pgplugin,
    sampling,
)
from tests.emptying import Emptying
from tests.secrecy import counting
from tests.worker import WorkerProcess, point_broker_at
from tideweb.celery import app

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WORKERS_QUEUE = "tests"
# Without a graphics card its stand-in would draw each page once more, for nobody.
NO_CARD = ["--disable-gpu", "--disable-gpu-compositing", "--disable-software-rasterizer"]
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--js-flags=--single-threaded", *NO_CARD]
UNNOTED = Template._render


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """A page or letter in another language leaves that language behind, for whatever comes next."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """A copy of the template instead of pytest-django's own way; the broker moves in with it."""
    pgplugin.serve(request.config)
    worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    with django_db_blocker.unblock():
        copy = database.connected_to_copy(worker)
        copy.__enter__()
        Emptying().install()
        _ask_the_time_once()
    with point_broker_at(settings.DATABASES["default"]):
        yield
    with django_db_blocker.unblock():
        copy.__exit__(None, None, None)


def _ask_the_time_once() -> None:
    """Or one statement more in ten seconds would fall to whoever counts them just then."""
    from accounts.operation import database_clock

    database_clock.now()
    database_clock.KNOWN_FOR = float("inf")


@pytest.fixture(scope="session", autouse=True)
def _nobody_notes_templates(django_test_environment: None) -> None:
    """Django's test environment keeps every template that is drawn, with a copy of its context;
    nothing of ours asks for that."""
    Template._render = UNNOTED


@pytest.fixture(autouse=True)
def kinds_of_letters() -> Iterator[None]:
    """A kind that a test adds is gone after it, or others would find letters without facts."""
    from accounts.notifications.kinds import KINDS  # needs apps that are ready, unlike this file

    before = dict(KINDS)
    yield
    KINDS.clear()
    KINDS.update(before)


@pytest.fixture(autouse=True)
def english_in_utc() -> Iterator[None]:
    """A request leaves the language and zone of its reader behind in this thread."""
    translation.activate("en")
    timezone.deactivate()
    yield
    translation.activate("en")
    timezone.deactivate()


@pytest.fixture(scope="session")
def worker_of_the_run(django_db_setup: None) -> Iterator[WorkerProcess]:
    """A real Celery worker for `celery_worker_process`; each process of xdist has its own."""
    worker = WorkerProcess(settings.DATABASES["default"], queue=WORKERS_QUEUE)
    worker.start()
    yield worker
    worker.kill()  # a warm shutdown would only take its four seconds


@pytest.fixture
def celery_worker_process(
    worker_of_the_run: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> WorkerProcess:
    """A real Celery worker, a process of its own, on the embedded broker and the test database.

    It sees committed rows only, so ask for it together with
    `@pytest.mark.django_db(transaction=True)`, and wait for what it does by
    `worker.until(lambda: Game.objects.filter(...).exists())`. It has two threads and no beat:
    call the sweeps yourself. It reads a queue of its own, so that it does nothing in tests that
    have not asked for it: there it would take what they are about to do themselves.
    """
    monkeypatch.setitem(app.conf, "task_default_queue", WORKERS_QUEUE)
    return worker_of_the_run


@dataclass(frozen=True)
class Need:
    """What a marker asks for: whether it is there, what to say if not; in CI that may fail."""

    there: Callable[[], object]
    remedy: str
    optional: bool = False


NEEDS = {
    "browser": Need(browser.find, browser.REMEDY),
    "redis": Need(brokers.have_redis, brokers.REDIS_REMEDY),
    "rabbitmq": Need(brokers.have_rabbitmq, brokers.RABBITMQ_REMEDY, optional=True),
    "nginx": Need(nginx.find, nginx.REMEDY),
    "pgbouncer": Need(pgbouncer.find, pgbouncer.REMEDY),
    "gettext": Need(extracting.have_gettext, extracting.REMEDY),
}


def pytest_configure(config: pytest.Config) -> None:
    chance.settle_the_seed()


def pytest_report_header() -> str:
    seed = f"{chance.SEED}={chance.settle_the_seed()}"
    tried = (
        "all cases tried" if sampling.whole() else f"samples drawn by it (all: {sampling.WHOLE}=1)"
    )
    return f"cards dealt by {seed} and each test's name, {tried}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    with chance.drawn_by(item.nodeid), _own_loop_only(item):
        return (yield)


@contextmanager
def _own_loop_only(item: pytest.Item) -> Iterator[None]:
    """Playwright leaves its event loop running in this thread.  For tests without a browser it is
    out of sight: with a loop there, Django keeps its connections and all else of a thread by task,
    so that whoever switches between greenlets sees other ones."""
    running = None if "browser" in getattr(item, "fixturenames", ()) else _get_running_loop()
    if running is None:
        yield
        return
    _set_running_loop(None)
    try:
        yield
    finally:
        _set_running_loop(running)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Thousands of tests and all of Django stay to the end: no need to go through them for ever."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test without what it needs: skipped, loudly (see the summary); in CI it fails."""
    for marker, need in NEEDS.items():
        if item.get_closest_marker(marker) is None or need.there():
            continue
        if os.environ.get("CI") == "true" and not need.optional:
            pytest.fail(need.remedy, pytrace=False)
        pytest.skip(need.remedy)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    skipped = [str(report.longrepr) for report in terminalreporter.getreports("skipped")]
    for need in NEEDS.values():
        count = sum(need.remedy in reason for reason in skipped)
        if count:
            terminalreporter.write_sep("!", "NOT TESTED", red=True, bold=True)
            terminalreporter.write_line(
                f"{count} tests did not run. {need.remedy}", red=True, bold=True
            )
    # Here, since of several processes the one that says it reads no conftest.py further below.
    if compared := counting.said(terminalreporter):
        terminalreporter.write_line(compared)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where no test used it, hypothesis would be imported, for a second, to report nothing."""
    if "hypothesis" not in sys.modules:
        session.config.pluginmanager.unregister(name="hypothesispytest")


@pytest.fixture(scope="session", name="browser")
def _browser() -> Iterator[Browser]:
    """One real Chromium for all tests of this process. Mark the tests `browser`."""
    from playwright.sync_api import sync_playwright  # half a second, which few files need

    # Playwright keeps an event loop in this thread, which Django would take for async code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.find(), args=FLAGS)
        loop = _get_running_loop()
        yield chromium
        _set_running_loop(loop)  # a test without a browser may be the last one
        chromium.close()
