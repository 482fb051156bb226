"""Fixtures that every test may use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings

from tests.worker import WorkerProcess, point_broker_at


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """pytest-django's own, and then the broker moves into the test database with everything."""
    database = settings.DATABASES["default"]
    with point_broker_at(database):
        yield


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
