"""What an operator sees when something is missing or wrong."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from celery import Celery
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import override_settings

from tests import production

PRODUCTION = production.ENVIRONMENT
KEY = PRODUCTION["TIDEWEB_SEAL_KEYS"].removeprefix("k1:")
BARE = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}


def read(**environment: str) -> dict[str, Any]:
    """The settings that a process with these variables reads."""
    with patch.dict(os.environ, {**BARE, **environment}, clear=True):
        return runpy.run_path(str(Path(settings.BASE_DIR, "tideweb", "settings.py")))


def test_a_process_ends_with_what_is_wrong_and_where_it_is_told() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=settings.BASE_DIR,
        env={**BARE, **PRODUCTION, "TIDEWEB_SEAL_KEYS": f"k1:{KEY[:-8]}"},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode != 0
    assert "TIDEWEB_SEAL_KEYS: entry 1" in done.stderr
    assert KEY[:-8] not in done.stderr


@pytest.mark.parametrize("name", sorted(PRODUCTION.keys() - {"DATABASE_URL"}))
def test_production_refuses_to_start_without(name: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=rf"{name} is not set.*docs/operating\.md"):
        read(**{k: v for k, v in PRODUCTION.items() if k != name})


@pytest.mark.parametrize(
    "keys",
    ["k1", f"k1:{KEY[:-8]}", "k1:not base64", f"k1:{KEY},k1:{KEY}", f":{KEY}", f"k1:{KEY},"],
)
def test_wrong_seal_keys_are_refused_without_being_printed(keys: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="TIDEWEB_SEAL_KEYS: entry") as refused:
        read(**{**PRODUCTION, "TIDEWEB_SEAL_KEYS": keys})
    assert KEY[:-8] not in str(refused.value)


def test_only_postgresql_will_do() -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must name a PostgreSQL"):
        read(**{**PRODUCTION, "DATABASE_URL": "sqlite:///db.sqlite3"})


def test_a_site_url_is_an_address() -> None:
    with pytest.raises(ImproperlyConfigured, match="SITE_URL must be like https://"):
        read(**{**PRODUCTION, "SITE_URL": "play.example.org"})


def test_every_static_file_that_another_names_exists(tmp_path: Path) -> None:
    """Production's storage refuses to collect otherwise; here without its slow compression."""
    storage = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
    storages = {**settings.STORAGES, "staticfiles": {"BACKEND": storage}}
    with override_settings(STORAGES=storages, STATIC_ROOT=tmp_path):
        call_command("collectstatic", interactive=False, verbosity=0)
    assert (tmp_path / "staticfiles.json").exists()


def test_demo_and_debug_are_off_in_production() -> None:
    found = read(**PRODUCTION)
    assert (found["TIDEWEB_DEMO"], found["DEBUG"]) == (False, False)


def test_the_embedded_run_needs_nothing(tmp_path: Path) -> None:
    var = str(tmp_path / "var")
    found = read(TIDEWEB_VAR=var, PORT="8123")
    assert found["TIDEWEB_DEMO"] is True
    assert found["SITE_URL"] == "http://localhost:8123"
    assert found["TIDEWEB_SEAL_KEYS"].startswith("k1:")
    assert read(TIDEWEB_VAR=var)["TIDEWEB_SEAL_KEYS"] == found["TIDEWEB_SEAL_KEYS"]


def test_a_broker_of_its_own_is_taken_as_given() -> None:
    found = read(**{**PRODUCTION, "CELERY_BROKER_URL": "redis://cache.example.org/0"})
    assert found["CELERY_BROKER_URL"] == "redis://cache.example.org/0"
    assert "unacked_restore_interval" in found["CELERY_BROKER_TRANSPORT_OPTIONS"]


def test_the_embedded_broker_follows_the_database_with_its_options() -> None:
    given = {**PRODUCTION, "DATABASE_URL": PRODUCTION["DATABASE_URL"] + "?sslmode=require"}
    options = str(read(**given)["CELERY_BROKER_TRANSPORT_OPTIONS"])
    assert "db.example.org" in options
    assert re.search(r"sslmode=\W*require", options)


def test_every_variable_is_documented() -> None:
    text = (settings.BASE_DIR / "tideweb" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'(?:env\.\w+|needed)\(\s*"([A-Z][A-Z_]+)"', text))
    page = (settings.BASE_DIR / "docs" / "operating.md").read_text(encoding="utf-8")
    assert len(read) > 20
    assert sorted(name for name in read if f"`{name}`" not in page) == []


def test_all_queues_are_of_the_type_that_is_asked_for() -> None:
    app = Celery(set_as_current=False)
    app.conf.task_queues = read(**PRODUCTION, BROKER_QUEUE_TYPE="quorum")["CELERY_TASK_QUEUES"]
    types = {name: queue.queue_arguments for name, queue in app.amqp.queues.items()}
    assert types == {"celery": {"x-queue-type": "quorum"}, "bots": {"x-queue-type": "quorum"}}
    assert read(**PRODUCTION)["CELERY_TASK_QUEUES"] == {"celery": {}, "bots": {}}
    with pytest.raises(ImproperlyConfigured, match="'mirrored'; it can be classic or quorum"):
        read(**PRODUCTION, BROKER_QUEUE_TYPE="mirrored")
