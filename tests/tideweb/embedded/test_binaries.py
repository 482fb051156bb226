from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.tideweb.embedded.test_postgres import connect, server_on
from tideweb.embedded.binaries import INSTALL, WHEEL, NoBinaries, bin_folder, reachable_copy
from tideweb.embedded.place import server_owner


def test_a_folder_without_postgres_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIDEWEB_PG_BIN", str(tmp_path))
    with pytest.raises(NoBinaries, match=r"TIDEWEB_PG_BIN.*holds no initdb and no postgres"):
        bin_folder()


def test_a_folder_that_all_may_enter_is_used_as_it_is(var: Path) -> None:
    assert reachable_copy(var, var / "home") == var


def test_runs_from_a_folder_that_the_server_cannot_enter(
    tmp_path: Path, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when root has cloned into /root: pytest's tmp_path is shut to others, too."""
    package = bin_folder().parent.parent
    shut = tmp_path / "site-packages"
    shut.mkdir(mode=0o700)
    for source in (package / INSTALL, package.with_name(f"{WHEEL}.libs")):
        shutil.copytree(source, shut / source.relative_to(package.parent), symlinks=True)
    monkeypatch.setenv("TIDEWEB_PG_BIN", str(shut / WHEEL / INSTALL / "bin"))
    with server_on(var) as server, connect(server) as db:
        assert db.execute("SELECT 1").fetchone() == (1,)
        assert server.alive()
    copies = list((var / "postgres").glob("binaries-*"))
    assert len(copies) == (1 if server_owner() else 0)
    assert shut.stat().st_mode & 0o777 == 0o700
