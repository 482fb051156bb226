"""What requests and tasks are counted by may be missing; the site is not."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as ours
from django.test import Client
from prometheus_client import values
from prometheus_client.values import MultiProcessValue
from pytest_django import Settings

from tideweb import instrumentation
from tideweb.instrumentation import begin_task, end_task
from tideweb.tasks import pulse

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:Clearing labels:UserWarning"),  # of what is in the files
]
TOKEN = {"Authorization": "Bearer of-the-monitor"}
METRICS = (
    instrumentation.requests, instrumentation.queries, instrumentation.query_count,
    instrumentation.tasks,
)  # fmt: skip


@pytest.fixture
def folder(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The folder that processes share, which is not there yet."""
    settings.METRICS_TOKEN = "of-the-monitor"
    folder = tmp_path / "counted"
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(folder))
    monkeypatch.setattr(values, "ValueClass", MultiProcessValue(instrumentation.process_name))
    monkeypatch.setattr(instrumentation, "_told", set())
    forget()
    yield folder
    forget()


def forget() -> None:
    for metric in METRICS:
        metric.clear()


def run_a_task() -> None:
    begin_task(task_id="1")
    end_task(task_id="1", task=pulse, state="SUCCESS")


def test_without_the_folder_everything_is_answered(
    folder: Path, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        assert client.get("/healthz").status_code == 200
        assert client.get("/rules/").status_code == 200
        run_a_task()
    assert caplog.text.count("are not counted") == 1
    answer = client.get("/metrics", headers=TOKEN)
    assert (answer.status_code, b"tideweb_database_up 1" in answer.content) == (200, True)


def test_with_it_they_are_counted(folder: Path, client: Client) -> None:
    folder.mkdir()
    client.get("/healthz")
    run_a_task()
    told = client.get("/metrics", headers=TOKEN).content.decode()
    assert 'tideweb_request_seconds_count{entry="health",status="2xx"} 1.0' in told
    assert 'tideweb_task_seconds_count{state="SUCCESS",task="tideweb.pulse"} 1.0' in told


def test_containers_whose_processes_have_the_same_id_do_not_share_a_file(
    folder: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir()
    monkeypatch.setattr("os.getpid", lambda: 7)
    for container in ("web", "worker"):
        monkeypatch.setattr(instrumentation, "HOST", container)
        run_a_task()
    assert {file.name for file in folder.iterdir()} == {
        "histogram_web-7.db", "histogram_worker-7.db",
    }  # fmt: skip
    told = client.get("/metrics", headers=TOKEN).content.decode()
    assert 'tideweb_task_seconds_count{state="SUCCESS",task="tideweb.pulse"} 2.0' in told


def test_an_empty_variable_names_no_folder(tmp_path: Path) -> None:
    count = "from tideweb.instrumentation import tasks; tasks.labels('pulse', 'SUCCESS').observe(1)"
    empty = {"PROMETHEUS_MULTIPROC_DIR": "", "PYTHONPATH": str(ours.BASE_DIR)}
    done = subprocess.run(
        [sys.executable, "-c", count], cwd=tmp_path, env={**os.environ, **empty}, check=False
    )
    assert (done.returncode, list(tmp_path.iterdir())) == (0, [])
