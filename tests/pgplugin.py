"""Prepares the environment of the tests, before pytest-django reads the settings.

A conftest.py would be too late, so pyproject.toml names this plugin in `addopts`. With DATABASE_URL
set (in CI, say) that server is used. Otherwise it is ours (`tests/database.py`), which starts with
the first test that needs it; with xdist, before its workers, which use their parent's.
"""

from __future__ import annotations

import base64
import gc
import os
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from tests import database
from tideweb.message_catalogues import compile_catalogues

ENVIRONMENT = {
    "SECRET_KEY": "only-for-tests-" + "x" * 50,
    "TIDEWEB_SEAL_KEYS": "test:" + base64.b64encode(b"only for tests, thirty-two bytes").decode(),
    "SITE_URL": "http://testserver",
    "ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
    "EMAIL_URL": "memorymail://",
    "SWEEP_SECONDS": "0",
    "LOG_FORMAT": "plain",
    "LOG_LEVEL": "WARNING",
}
ours = pytest.StashKey[database.Embedded]()
# If Python may not write bytecode, every run would compile all tests again: three quarters of the
# time of a single test.
sys.dont_write_bytecode = False
# Before the first test, hardly any objects become garbage.
gc.set_threshold(100_000, 50, 100)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    compile_catalogues([Path(__file__).resolve().parent.parent / "locale"])
    if not os.environ.get("DATABASE_URL"):
        server = early_config.stash[ours] = database.embedded()
        os.environ["DATABASE_URL"] = server.url
        early_config.add_cleanup(server.remove)
    return (yield)


def pytest_configure(config: pytest.Config) -> None:
    """With xdist, only the main process serves the database; it runs no tests."""
    if getattr(config.option, "numprocesses", None):
        serve(config)


def serve(config: pytest.Config) -> None:
    """Starts the server, if this process is responsible for it."""
    if ours in config.stash:
        config.stash[ours].start()
