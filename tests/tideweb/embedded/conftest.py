from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def var() -> Iterator[Path]:
    """A TIDEWEB_VAR that any user may walk to, unlike pytest's tmp_path."""
    folder = Path(tempfile.mkdtemp(prefix="tideweb-var-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)
