from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.database import new_folder


@pytest.fixture
def var() -> Iterator[Path]:
    folder = new_folder("tideweb-var-")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)
