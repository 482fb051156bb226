"""Dashboard and alarms speak of metrics that there are, and each alarm has its runbook."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from celery import Celery
from django.conf import settings
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import WrongClock
from accounts.operation import heartbeats
from tests.games.making import table_of
from tideweb import broker_queue, metrics
from tideweb.backups import SLOT
from tideweb.instrumentation import begin_task, end_task, entry_of
from tideweb.tasks import pulse

ROOT = Path(settings.BASE_DIR)
FOLDER = ROOT / "deploy" / "monitoring"
METRIC = re.compile(r"tideweb_[a-z_]+")


def alarms() -> list[dict[str, Any]]:
    groups = yaml.safe_load((FOLDER / "alarms.yml").read_text("utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def asked_for() -> set[str]:
    board = json.loads((FOLDER / "dashboard.json").read_text("utf-8"))
    drawn = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    return set(METRIC.findall(" ".join([*drawn, *(rule["expr"] for rule in alarms())])))


def anchors() -> set[str]:
    page = (ROOT / "docs" / "operating.md").read_text("utf-8")
    titles = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.fixture
def slot(db: None) -> Iterator[None]:
    """As `backup --follow` leaves it, whose process is gone."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_create_physical_replication_slot(%s, true)", [SLOT])
        yield
        cursor.execute("SELECT pg_drop_replication_slot(%s)", [SLOT])


@pytest.fixture
def told(slot: None, settings: Settings, db: None, monkeypatch: pytest.MonkeyPatch) -> str:
    """What there is once every part of it has something to say."""
    monkeypatch.setattr(metrics, "queue_lengths", lambda: {"celery": 3})
    settings.METRICS_TOKEN = "of-the-monitor"
    table_of(3)
    heartbeats.beat(heartbeats.SWEEP)
    WrongClock.objects.create(host="one", seconds=100, at=timezone.now())
    client = Client()
    client.get("/api/v1/rulesets")
    begin_task(task_id="1")
    end_task(task_id="1", task=pulse, state="SUCCESS")
    answer = client.get("/metrics", headers={"Authorization": "Bearer of-the-monitor"})
    return answer.content.decode()


def test_nothing_is_drawn_or_watched_that_is_not_there(told: str) -> None:
    there = {line.split("{")[0].split(" ")[0] for line in told.splitlines() if line[0] != "#"}
    assert len(asked_for()) > 20
    assert asked_for() - there == set()


def test_how_backups_do_is_told(told: str) -> None:
    assert "tideweb_backup_followed 0.0" in told
    assert "tideweb_backup_log_kept_bytes" in told


def test_times_are_told_by_entry_point_and_task(told: str) -> None:
    assert 'tideweb_request_seconds_count{entry="api",status="2xx"}' in told
    assert 'tideweb_task_seconds_count{state="SUCCESS",task="tideweb.pulse"}' in told


def test_each_alarm_has_a_runbook() -> None:
    missing = [
        rule["alert"]
        for rule in alarms()
        if rule["annotations"]["runbook"].partition("#")[2] not in anchors()
    ]
    assert missing == []
    assert len(alarms()) > 12


def test_what_can_fall_is_not_taken_for_a_counter() -> None:
    """Where a gauge falls, `increase` and `rate` see a restart, and count all of it anew."""
    taken = [
        name
        for rule in alarms()
        for name in re.findall(r"(?:increase|i?rate)\((tideweb_\w+)", rule["expr"])
    ]
    assert len(taken) > 1
    assert [name for name in taken if not name.endswith(("_bucket", "_count", "_total"))] == []


def test_prometheus_asks_what_compose_starts() -> None:
    asked = yaml.safe_load((FOLDER / "prometheus.yml").read_text("utf-8"))["scrape_configs"]
    targets = [name for job in asked for each in job["static_configs"] for name in each["targets"]]
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    assert [name.partition(":")[0] for name in targets] == ["web"]
    for name in ("web", "worker", "bots"):
        service = compose["services"][name]
        folder = service["environment"]["PROMETHEUS_MULTIPROC_DIR"]
        assert f"metrics:{folder}" in service["volumes"]
    assert compose["volumes"]["metrics"]["driver_opts"]["type"] == "tmpfs"


@pytest.mark.parametrize(
    ("path", "entry"),
    [("/api/v1/games", "api"), ("/admin/", "admin"), ("/", "web"), ("/g/x/", "web")],
)
def test_every_address_belongs_to_an_entry_point(path: str, entry: str) -> None:
    assert entry_of(path) == entry


def test_without_a_database_the_metrics_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_now: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(metrics, "_database", away)
    monkeypatch.setattr(metrics, "queue_lengths", dict)
    assert b"tideweb_database_up 0.0" in metrics.exposition()


def test_the_broker_says_how_long_its_queues_are(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Celery(broker="memory://", set_as_current=False)
    monkeypatch.setattr(broker_queue, "app", app)
    for _ in range(3):
        app.send_task("tideweb.pulse")
    app.send_task("games.tasks.think", queue="bots")
    assert broker_queue.queue_lengths() == {"celery": 3, "bots": 1}


def test_a_broker_that_is_away_costs_its_numbers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Celery(broker="redis://127.0.0.1:9/0", set_as_current=False)
    monkeypatch.setattr(broker_queue, "app", app)
    assert broker_queue.queue_lengths() == {}
