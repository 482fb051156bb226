from __future__ import annotations

import os
from pathlib import Path

import pytest

from tideweb.embedded.borrow import database_for, embedded_server


@pytest.fixture(autouse=True)
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.setenv("TIDEWEB_VAR", str(tmp_path / "var"))


def test_a_place_for_data_that_is_none_is_named_in_words(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file, not a folder")
    refused = pytest.raises(SystemExit, match=r"/var: .*Nothing was started.*set TIDEWEB_VAR")
    with refused, database_for(["outages"]):
        pass


def test_no_variable_of_psql_leads_to_another_server(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PGSERVICE", "PGHOSTADDR", "PGOPTIONS", "PGSSLMODE"):
        monkeypatch.setenv(name, "meant for another server")
    embedded_server()
    assert not [name for name in os.environ if name.startswith("PG")]


def test_secrets_that_are_damaged_are_named_in_words(tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "secrets.env").write_text("SECRET_KEY=x\n")
    refused = pytest.raises(SystemExit, match=r"secrets.env has lost .*Put the old file back")
    with refused, database_for(["outages"]):
        pass


@pytest.mark.parametrize(
    "arguments", [["verify", "record.json"], ["vapidkeys"], ["backup", "--help"], ["staff", "-h"]]
)
def test_what_needs_no_database_starts_none(arguments: list[str], tmp_path: Path) -> None:
    with database_for(arguments):
        assert not (tmp_path / "var").exists()
