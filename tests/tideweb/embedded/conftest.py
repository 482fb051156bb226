from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.database import new_folder


@pytest.fixture
def var() -> Iterator[Path]:
    """A folder in which nothing was started yet; making a database there takes a second."""
    yield from _folder()


@pytest.fixture(scope="module")
def used_var() -> Iterator[Path]:
    """A folder for all tests of a file that don't mind whether there is a database already."""
    yield from _folder()


def _folder() -> Iterator[Path]:
    folder = new_folder("tideweb-var-")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)
