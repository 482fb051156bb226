"""A temporary database for one run, whatever the environment says."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tideweb.embedded.binaries import NoBinaries
from tideweb.embedded.borrow import embedded_server
from tideweb.embedded.postgres import FOR_TESTS, ServerError

# Settings of production, or by which it could reach anybody, don't apply to a temporary run.
OUTSIDE = (
    "DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "SITE_URL", "ALLOWED_HOSTS", "EMAIL_URL",
    "EMAIL_BACKEND", "SECRET_KEY", "TIDEWEB_SEAL_KEYS",
)  # fmt: skip


@contextmanager
def throw_away_database() -> Iterator[None]:
    """Context manager: runs an embedded server in a temporary folder, deleted afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="tideweb-"))
    folder.chmod(0o711)  # run by root, the server is another user
    for name in OUTSIDE:
        os.environ.pop(name, None)
    os.environ["TIDEWEB_VAR"] = str(folder)
    server = embedded_server(FOR_TESTS)
    try:
        server.start()
        yield
    except (ServerError, NoBinaries) as error:
        sys.exit(f"{error}")
    finally:
        server.stop()
        shutil.rmtree(server.place.home, ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)
