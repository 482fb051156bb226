"""The environment of the tests, settled before pytest-django reads the settings.

A conftest.py would come too late, so pyproject.toml names this plugin in `addopts`. Whoever sets
DATABASE_URL (in CI, say) brings a server of his own; else there is ours (`tests/database.py`),
which starts when the first test asks for it, or with xdist before its workers do, which find the
one of their parent.
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
# Where it is forbidden to keep what was compiled, every run would compile all of the tests anew:
# three quarters of what a single test costs.
sys.dont_write_bytecode = False
# Until the first test hardly anything of what is made goes away again.
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
    """The processes of xdist ask one who runs no test."""
    if getattr(config.option, "numprocesses", None):
        serve(config)


def serve(config: pytest.Config) -> None:
    """Starts the server, if it is this process that has it."""
    if ours in config.stash:
        config.stash[ours].start()
