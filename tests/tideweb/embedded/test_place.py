from __future__ import annotations

import os
import stat
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tideweb.embedded import place


def test_secrets_are_made_once_and_for_their_owner_only(tmp_path: Path) -> None:
    first = place.secrets_of(tmp_path / "var")
    assert set(first) == {"SECRET_KEY", "TIDEWEB_SEAL_KEYS", "DATABASE_PASSWORD"}
    assert place.secrets_of(tmp_path / "var") == first
    mode = (tmp_path / "var" / "secrets.env").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600


def test_two_processes_agree_on_the_secrets(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        seen = list(pool.map(place.secrets_of, [tmp_path / "var"] * 8))
    assert all(other == seen[0] for other in seen)


def test_two_installations_have_different_secrets(tmp_path: Path) -> None:
    one, two = place.secrets_of(tmp_path / "one"), place.secrets_of(tmp_path / "two")
    assert all(one[name] != two[name] for name in one)


def test_root_keeps_the_database_elsewhere_when_var_is_shut_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, "server_owner", lambda: place.Owner(65534, 65534))
    shut = tmp_path / "shut"
    shut.mkdir(mode=0o700)
    one, two = place.place_for(shut / "one"), place.place_for(shut / "two")
    assert one.home.parent == two.home.parent == Path("/var/lib/tideweb")
    assert one.home != two.home


def test_a_normal_user_keeps_the_database_in_var(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    assert place.place_for(tmp_path).home == tmp_path / "postgres"


def test_the_socket_of_a_long_path_is_where_every_command_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each user's session may have a TMPDIR of its own, which cron has not, and it may be long."""
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    long = tmp_path / ("very-" * 20 + "long")
    before = place.place_for(long).socket
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    assert place.place_for(long).socket == before
