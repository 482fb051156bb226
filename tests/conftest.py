"""Fixtures for all tests."""

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
from django.core.cache import cache
from django.template import Template
from django.utils import timezone, translation
from pytest_django.plugin import DjangoDbBlocker

from tests import (
    brokers,
    browser,
    chance,
    database,
    extracting,
    needless,
    nginx,
    pgbouncer,
    pgplugin,
    sampling,
    whole_rows,
)
from tests.emptying import Emptying
from tests.secrecy import counting
from tests.worker import WorkerProcess, point_broker_at
from tideweb.celery import app

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WORKERS_QUEUE = "tests"
# Without a graphics card, its software replacement would render each page a second time.
NO_CARD = ["--disable-gpu", "--disable-gpu-compositing", "--disable-software-rasterizer"]
# Each page's scripts run once: to optimise them takes longer than they run.
SCRIPTS = "--js-flags=--single-threaded --no-maglev --no-turbofan"
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", SCRIPTS, *NO_CARD]
UNNOTED = Template._render  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """A copy of the template database, instead of pytest-django's own way. The broker is in it,
    too.
    """
    pgplugin.serve(request.config)
    worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    with django_db_blocker.unblock():
        copy = database.connected_to_copy(worker)
        copy.__enter__()
        Emptying().install()
        whole_rows.install()
        _ask_the_time_once()
        _let_bots_answer_when_they_are_ready()
    with point_broker_at(settings.DATABASES["default"]):
        yield
    with django_db_blocker.unblock():
        copy.__exit__(None, None, None)


def _ask_the_time_once() -> None:
    """Reads the database's clock once for all tests; otherwise every ten seconds some test would
    count one query more.
    """
    from accounts.operation import database_clock

    database_clock.now()
    database_clock.KNOWN_FOR = float("inf")


def _let_bots_answer_when_they_are_ready() -> None:
    """They wait only for whoever looks at the clock."""
    from games.services.hands import bot_thinking

    vars(bot_thinking)["sleep"] = lambda _seconds: None


@pytest.fixture(scope="session", autouse=True)
def _nobody_notes_templates(django_test_environment: None) -> None:
    """Stops Django's test environment from recording every rendered template with a copy of its
    context, which we don't use.
    """
    Template._render = UNNOTED  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def worker_of_the_run(django_db_setup: None) -> Iterator[WorkerProcess]:
    """The real Celery worker behind `celery_worker_process`; one per xdist process."""
    worker = WorkerProcess(settings.DATABASES["default"], queue=WORKERS_QUEUE, LOG_FORMAT="json")
    worker.start()
    yield worker
    worker.kill()  # a warm shutdown would take four seconds


@pytest.fixture
def celery_worker_process(
    worker_of_the_run: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> WorkerProcess:
    """A real Celery worker in its own process, on the embedded broker and the test database.

    It sees committed rows only, so use it together with `@pytest.mark.django_db(transaction=True)`,
    and wait for results by `worker.until(lambda: Game.objects.filter(...).exists())`. It has two
    threads and no beat: call the sweeps yourself. It reads a queue of its own, so that it takes no
    tasks from tests that don't use it. Its log is in JSON, as in production.
    """
    monkeypatch.setitem(app.conf, "task_default_queue", WORKERS_QUEUE)
    return worker_of_the_run


@dataclass(frozen=True)
class Need:
    """What a marker requires: whether it is available, a remedy, and whether CI may do without."""

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
    needless.leave_out(item)
    with chance.drawn_by(item.nodeid), _own_loop_only(item), _as_at_first():
        return (yield)


@contextmanager
def _as_at_first() -> Iterator[None]:
    """Restores what a test leaves in the process. Not a fixture, since these cost more.

    A request or a letter leaves its reader's language and zone in the thread, and other tests have
    no facts for kinds of notices that a test adds.
    """
    from accounts.notifications.kinds import KINDS  # needs the apps to be ready

    before = dict(KINDS)
    _english_in_utc()
    try:
        yield
    finally:
        _english_in_utc()
        KINDS.clear()
        KINDS.update(before)


def _english_in_utc() -> None:
    translation.activate(settings.LANGUAGE_CODE)
    timezone.deactivate()


@contextmanager
def _own_loop_only(item: pytest.Item) -> Iterator[None]:
    """Hides Playwright's event loop from tests without a browser.

    It keeps running in this thread. With a running loop, Django stores connections and other
    thread-local state per task, so code that switches between greenlets would see different ones.
    """
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
    """Freezes all objects so far: the tests and Django stay until the end, so the garbage collector
    can skip them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(300_000, 20, 50)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips a test whose requirements are missing, and says so in the summary; in CI it fails."""
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
    # Here, because the main process of xdist reads no conftest.py further down.
    if compared := counting.said(terminalreporter):
        terminalreporter.write_line(compared)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keeps hypothesis from being imported just to report nothing, which takes a second."""
    if "hypothesis" not in sys.modules:
        session.config.pluginmanager.unregister(name="hypothesispytest")


@pytest.fixture
def no_nudges(monkeypatch: pytest.MonkeyPatch) -> None:
    """No broker: only what the database says counts."""
    from games.services import wake_workers  # needs apps

    monkeypatch.setattr(wake_workers, "_publish", lambda *_args: None)


@pytest.fixture
def no_limits_left_over() -> None:
    """Nobody has tried anything yet: limits by account and network forget the tests before."""
    cache.clear()


@pytest.fixture(scope="session", name="browser")
def _browser() -> Iterator[Browser]:
    """One real Chromium for all tests of this process. Mark these tests `browser`."""
    from playwright.sync_api import sync_playwright  # takes half a second, and few files need it

    # Playwright keeps a running event loop in this thread, which Django would take for async code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.find(), args=FLAGS)
        loop = _get_running_loop()
        yield chromium
        _set_running_loop(loop)  # the last test may be one without a browser
        chromium.close()
