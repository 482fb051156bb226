"""The embedded server on real binaries."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from tideweb.embedded.place import DATABASE, PORT, USER, place_for
from tideweb.embedded.postgres import FOR_TESTS, AlreadyRunning, Server, ServerError

PASSWORD = "a-password"


def server_on(var: Path) -> Server:
    return Server(place_for(var), PASSWORD, FOR_TESTS)


def connect(server: Server, password: str = PASSWORD) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(
        host=str(server.place.socket), port=PORT, user=USER, password=password, dbname=DATABASE
    )


def test_keeps_its_data_from_one_start_to_the_next(used_var: Path) -> None:
    with server_on(used_var) as server, connect(server) as db:
        db.execute("CREATE TABLE kept AS SELECT 7 AS n")
    assert not server.running()
    with server_on(used_var) as server, connect(server) as db:
        assert db.execute("SELECT n FROM kept").fetchone() == (7,)


def test_does_not_run_as_root_nor_listen_on_the_network(used_var: Path) -> None:
    with server_on(used_var) as server, connect(server) as db:
        owner = (server.data / "PG_VERSION").stat().st_uid
        assert owner != 0
        assert db.execute("SHOW listen_addresses").fetchone() == ("",)


def test_wants_its_password(used_var: Path) -> None:
    with server_on(used_var) as server, pytest.raises(psycopg.OperationalError):
        connect(server, "another")


def test_a_second_start_on_the_same_data_is_refused(used_var: Path) -> None:
    with server_on(used_var) as first:
        second = server_on(used_var)
        assert second.running()
        with pytest.raises(AlreadyRunning):
            second.start()
        second.stop()
        assert first.running()


def test_a_pid_file_that_names_a_stranger_is_no_obstacle(used_var: Path) -> None:
    with server_on(used_var) as server:
        pass
    stale = server.data / "postmaster.pid"
    stale.write_text(f"{os.getpid()}\n{server.data}\n1\n{PORT}\n\n\n\nready\n")
    assert not server.running()
    with server_on(used_var) as server, connect(server) as db:
        assert db.execute("SELECT 1").fetchone() == (1,)


def test_data_of_another_major_version_is_left_alone(used_var: Path) -> None:
    with server_on(used_var) as server:
        pass
    version = server.data / "PG_VERSION"
    ours = version.read_text()
    version.write_text("12\n")
    try:
        with pytest.raises(ServerError, match=r"written by PostgreSQL 12.*Nothing was changed"):
            server.start()
        assert version.read_text() == "12\n"
    finally:
        version.write_text(ours)


def test_damaged_files_are_left_alone(used_var: Path) -> None:
    with server_on(used_var) as server:
        pass
    control = server.data / "global" / "pg_control"
    control.rename(control.with_name("elsewhere"))
    try:
        with pytest.raises(ServerError, match=r"(?s)pg_control.*damaged, put a backup of .* back"):
            server.start()
    finally:
        control.with_name("elsewhere").rename(control)


def test_starts_over_after_a_first_run_that_died_half_way(var: Path) -> None:
    server = server_on(var)
    server.data.mkdir(parents=True)
    (server.data / "half").write_text("")
    with server, connect(server) as db:
        assert db.execute("SELECT 1").fetchone() == (1,)


def test_a_database_that_cannot_be_made_says_what_to_do(
    var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = subprocess.CompletedProcess([], 1, b"", b"FATAL: No space left on device\n\n")
    monkeypatch.setattr(Server, "_run", lambda *_: failed)
    with pytest.raises(ServerError, match=r"left on device\nNothing was started\. Make room in"):
        server_on(var).begin()


def test_a_long_path_still_gets_a_socket(var: Path) -> None:
    long = var / ("very-" * 20 + "long")
    server = server_on(long)
    assert len(str(server.place.socket)) < 90
    with server, connect(server) as db:
        assert db.execute("SELECT 1").fetchone() == (1,)
    server.place.socket.rmdir()


def test_the_server_follows_a_parent_that_is_killed(used_var: Path) -> None:
    script = f"""
        from pathlib import Path
        from tests.tideweb.embedded.test_postgres import server_on
        server = server_on(Path({str(used_var)!r}))
        server.start()
        print("started", flush=True)
        import time; time.sleep(60)
    """
    parent = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE
    )
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"started\n"
    server = server_on(used_var)
    assert server.running()
    parent.kill()
    parent.wait()
    parent.stdout.close()
    until = time.monotonic() + 5
    while server.running() and time.monotonic() < until:
        time.sleep(0.02)
    assert not server.running()


def test_a_first_start_that_was_interrupted_is_made_anew(
    var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After initdb, before our database exists: the worst moment for Ctrl-C."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Server, "_create_database", interrupted)
        with pytest.raises(KeyboardInterrupt):
            server_on(var).start()
    with server_on(var) as server, connect(server) as db:
        assert db.execute("SELECT current_database()").fetchone() == (DATABASE,)


def test_a_database_of_other_secrets_is_refused_in_words(used_var: Path) -> None:
    with server_on(used_var):
        pass
    with pytest.raises(ServerError, match=r"Put the old file back"):
        Server(place_for(used_var), "another", FOR_TESTS).start()
    with server_on(used_var) as server:
        assert server.running()


def test_a_database_left_behind_elsewhere_makes_room_for_a_new_one(
    var: Path,
) -> None:
    """As where root's `var` was removed, but not the database that could not live in it."""
    elsewhere = replace(place_for(var), var=var / "closed")
    with Server(elsewhere, PASSWORD, FOR_TESTS) as first, connect(first) as db:
        db.execute("CREATE TABLE kept AS SELECT 7 AS n")
    with Server(elsewhere, "another", FOR_TESTS) as second, connect(second, "another") as db:
        assert db.execute("SELECT to_regclass('kept')").fetchone() == (None,)
        assert second.moved_aside is not None
        assert (second.moved_aside / "PG_VERSION").exists()
