"""What a new installation is made of (tideweb/first_schema.sql) is what all migrations make."""

import subprocess
import sys

import pytest

from tests.database import ROOT
from tideweb import first_schema


@pytest.mark.slow
def test_a_new_installation_is_what_every_migration_would_have_made_of_it() -> None:
    """Table by table, row by row, as pg_dump tells both."""
    command = [sys.executable, "-m", "tests.upgrading.schema", "--compare"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0), done.stderr


@pytest.mark.django_db
def test_where_a_table_stands_nothing_is_done() -> None:
    assert first_schema.load() is False
