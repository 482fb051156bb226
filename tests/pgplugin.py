"""Starts a real PostgreSQL for the tests, before pytest-django reads the settings.

A conftest.py would come too late, so pyproject.toml names this plugin in `addopts`. Whoever sets
DATABASE_URL (in CI, say) brings a server of his own; xdist's workers find the one of their parent.
"""

from __future__ import annotations

import base64
import os
import secrets
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path
from urllib.parse import quote

import pytest

from tideweb.catalogues import compile_catalogues
from tideweb.embedded.place import place_for
from tideweb.embedded.postgres import DATABASE, FOR_TESTS, PORT, USER, Server

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


class Embedded:
    """The server of this test run and the folder that goes with it."""

    def __init__(self) -> None:
        # Not below pytest's own temporary folders: those are 0700, and root's server is not root.
        self.folder = Path(tempfile.mkdtemp(prefix="tideweb-test-"))
        self.folder.chmod(0o711)
        password = secrets.token_urlsafe(16)
        self.server = Server(place_for(self.folder), password, FOR_TESTS)
        self.server.start()
        host = quote(str(self.server.place.socket), safe="/")
        self.url = f"postgres://{USER}:{password}@:{PORT}/{DATABASE}?host={host}"

    def remove(self) -> None:
        self.server.stop()
        shutil.rmtree(self.server.place.home, ignore_errors=True)
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    compile_catalogues([Path(__file__).resolve().parent.parent / "locale"])
    if not os.environ.get("DATABASE_URL"):
        embedded = Embedded()
        os.environ["DATABASE_URL"] = embedded.url
        early_config.add_cleanup(embedded.remove)
    return (yield)
