"""What an operator sees when something is missing or wrong; each case is a fresh process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from tests import production

PRODUCTION = production.ENVIRONMENT
KEY = PRODUCTION["TIDEWEB_SEAL_KEYS"].removeprefix("k1:")
BARE = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}


def manage(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *command], cwd=settings.BASE_DIR,
        env={**BARE, **environment}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


def values(*names: str, **environment: str) -> list[str]:
    """What these settings are, in one process: to start takes longer than to read them."""
    script = f"from django.conf import settings as s; [print(getattr(s, name)) for name in {names}]"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=settings.BASE_DIR, capture_output=True, text=True,
        env={**BARE, "DJANGO_SETTINGS_MODULE": "tideweb.settings", **environment}, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("name", sorted(PRODUCTION.keys() - {"DATABASE_URL"}))
def test_production_refuses_to_start_without(name: str) -> None:
    done = manage("check", **{k: v for k, v in PRODUCTION.items() if k != name})
    assert done.returncode != 0
    assert f"{name} is not set" in done.stderr
    assert "docs/operating.md" in done.stderr


@pytest.mark.parametrize(
    "keys",
    ["k1", f"k1:{KEY[:-8]}", "k1:not base64", f"k1:{KEY},k1:{KEY}", f":{KEY}", f"k1:{KEY},"],
)
def test_wrong_seal_keys_are_refused_without_being_printed(keys: str) -> None:
    done = manage("check", **{**PRODUCTION, "TIDEWEB_SEAL_KEYS": keys})
    assert done.returncode != 0
    assert "TIDEWEB_SEAL_KEYS: entry" in done.stderr
    assert KEY[:-8] not in done.stderr


def test_only_postgresql_will_do() -> None:
    done = manage("check", **{**PRODUCTION, "DATABASE_URL": "sqlite:///db.sqlite3"})
    assert "DATABASE_URL must name a PostgreSQL" in done.stderr


def test_a_site_url_is_an_address() -> None:
    done = manage("check", **{**PRODUCTION, "SITE_URL": "play.example.org"})
    assert "SITE_URL must be like https://" in done.stderr


def test_every_static_file_that_another_names_exists(tmp_path: Path) -> None:
    """Production's storage refuses to collect otherwise; here without its slow compression."""
    storage = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
    storages = {**settings.STORAGES, "staticfiles": {"BACKEND": storage}}
    with override_settings(STORAGES=storages, STATIC_ROOT=tmp_path):
        call_command("collectstatic", interactive=False, verbosity=0)
    assert (tmp_path / "staticfiles.json").exists()


def test_demo_and_debug_are_off_in_production() -> None:
    assert values("TIDEWEB_DEMO", "DEBUG", **PRODUCTION) == ["False", "False"]


def test_the_embedded_run_needs_nothing(tmp_path: Path) -> None:
    var = str(tmp_path / "var")
    wanted = ("TIDEWEB_DEMO", "SITE_URL", "TIDEWEB_SEAL_KEYS")
    demo, site, keys = values(*wanted, TIDEWEB_VAR=var, PORT="8123")
    assert demo == "True"
    assert site == "http://localhost:8123"
    assert keys.startswith("k1:")
    assert values("TIDEWEB_SEAL_KEYS", TIDEWEB_VAR=var) == [keys]


def test_a_broker_of_its_own_is_taken_as_given() -> None:
    given = {**PRODUCTION, "CELERY_BROKER_URL": "redis://cache.example.org/0"}
    url, options = values("CELERY_BROKER_URL", "CELERY_BROKER_TRANSPORT_OPTIONS", **given)
    assert url == "redis://cache.example.org/0"
    assert "unacked_restore_interval" in options


def test_the_embedded_broker_follows_the_database_with_its_options() -> None:
    given = {**PRODUCTION, "DATABASE_URL": PRODUCTION["DATABASE_URL"] + "?sslmode=require"}
    [options] = values("CELERY_BROKER_TRANSPORT_OPTIONS", **given)
    assert "db.example.org" in options
    assert re.search(r"sslmode=\W*require", options)


def test_every_variable_is_documented() -> None:
    text = (settings.BASE_DIR / "tideweb" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'(?:env\.\w+|needed)\(\s*"([A-Z][A-Z_]+)"', text))
    page = (settings.BASE_DIR / "docs" / "operating.md").read_text(encoding="utf-8")
    assert len(read) > 20
    assert sorted(name for name in read if f"`{name}`" not in page) == []
