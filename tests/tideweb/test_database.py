"""The kept database of the tests: there again, thrown away when it is of no use, never shared."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import database
from tests.tideweb.embedded.conftest import var as var


@pytest.fixture
def kept(var: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(database, "KEPT", var)
    return var


def test_a_run_finds_what_the_last_one_made_and_makes_anew_what_does_not_start(kept: Path) -> None:
    first = database.embedded()
    first.start()
    data = first.server.data
    made = (data / "PG_VERSION").stat().st_ino
    first.remove()
    again = database.embedded()
    again.start()
    assert (again.url, (data / "PG_VERSION").stat().st_ino) == (first.url, made)
    again.remove()

    (data / "global/pg_control").write_bytes(b"broken")
    third = database.embedded()
    third.start()
    assert third.server.alive()
    assert (data / "PG_VERSION").stat().st_ino != made
    third.remove()


def test_a_second_run_beside_it_has_a_server_of_its_own(kept: Path) -> None:
    first, second = database.embedded(), database.embedded()
    assert isinstance(first, database.Kept)
    assert isinstance(second, database.ThrownAway)
    assert first.url != second.url
    first.remove()
    assert isinstance(database.embedded(), database.Kept)


def test_whatever_a_database_is_made_of_makes_it_another() -> None:
    database_of = database.fingerprint(database.SCHEMA)
    assert database_of == database.fingerprint(database.SCHEMA)
    assert database_of != database.fingerprint(database.SCHEMA, "more")
    assert {"games/models/tables.py", "accounts/migrations/0001_initial.py"} <= {
        str(path.relative_to(database.ROOT))
        for pattern in database.SCHEMA
        for path in database.ROOT.glob(pattern)
    }
