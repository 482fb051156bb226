"""Backups of a server that was itself restored: none of its pasts is taken for another."""

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from tests.database import OPTIONS, new_folder
from tideweb import backups, following, recovery
from tideweb.embedded.place import place_for
from tideweb.embedded.postgres import Server
from tideweb.recovery import Restored

PASSWORD = "a word for this test alone"
SMALL = ("min_wal_size=32MB", "max_wal_size=32MB")
STREAMING = "SELECT count(*) = 1 FROM pg_stat_replication WHERE flush_lsn >= %s"
FREE = "SELECT count(*) = 0 FROM pg_replication_slots WHERE active"


class Club:
    """A server with one table, and the folder of its backups; a restore brings the next one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = self._new()
        self.server.start(60)
        self.ask("CREATE TABLE bid (number int)")

    def _new(self) -> Server:
        return Server(place_for(new_folder("tideweb-again-")), PASSWORD, (*OPTIONS, *SMALL))

    @property
    def conninfo(self) -> str:
        return str(self.server.place.socket).join(
            ("host='", f"' user=tideweb dbname=tideweb password='{PASSWORD}'")
        )

    def ask(self, query: str, *values: object) -> object:
        with psycopg.connect(self.conninfo, autocommit=True) as line:
            row = line.execute(query, values) if values else line.execute(query)
            return row.fetchone()[0] if row.description else None  # type: ignore[index]

    def until(self, query: str, *values: object) -> None:
        for _ in range(1500):
            if self.ask(query, *values):
                return
            time.sleep(0.02)
        raise AssertionError(query)

    def bid(self, number: int) -> datetime:
        """Bids, and returns a moment after it."""
        self.ask("INSERT INTO bid VALUES (%s)", number)
        moment = self.ask("SELECT clock_timestamp()")
        assert isinstance(moment, datetime)
        return moment

    def bids(self) -> str:
        return str(self.ask("SELECT string_agg(number::text, ' ' ORDER BY number) FROM bid"))

    def base(self) -> backups.Base:
        return backups.back_up(self.folder, self.conninfo, self.major(), {})

    def major(self) -> int:
        return int(str(self.ask("SELECT current_setting('server_version_num')"))) // 10000

    @contextmanager
    def following(self) -> Iterator[list[str]]:
        command, told = following.follow_command(self.folder, self.conninfo, self.major())
        process = subprocess.Popen(command, env=backups.environment(self.conninfo))
        try:
            yield told
            self.ask("SELECT pg_logical_emit_message(false, '', 'something to write', true)")
            self.until(STREAMING, self.ask("SELECT pg_current_wal_flush_lsn()"))
        finally:
            process.terminate()
            process.wait()
            self.until(FREE)

    def crash(self) -> None:
        process = self.server._process
        assert process is not None
        process.send_signal(signal.SIGQUIT)
        process.wait()
        self.remove()

    def remove(self) -> None:
        self.server.stop()
        shutil.rmtree(self.server.place.var, ignore_errors=True)

    def restore(
        self, until: datetime | None = None, base: backups.Base | None = None, wait: bool = False
    ) -> Restored:
        """Another server takes the place of ours; `wait`: it stops there and accepts no writes."""
        self.remove()
        self.server = self._new()
        self.server._make_folders()
        data = self.server.data
        data.rmdir()
        base = base or backups.choose(self.folder, until)
        found = recovery.restore(base, data, {}, until)
        there, before = data / recovery.LOG, base.folder / recovery.LOG
        brought = {file.name for file in there.iterdir()} - {file.name for file in before.iterdir()}
        done = {file.stem for file in (there / "archive_status").iterdir()}
        assert brought <= done, "an archive_command would take them again"
        if wait:
            file = data / "postgresql.auto.conf"
            file.write_text(file.read_text().replace("'promote'", "'pause'"))
        if os.getuid() == 0:
            for path in (data, *data.rglob("*")):
                shutil.chown(path, *_owner(self.server.place.socket))
        elsewhere = self.folder.rename(self.folder.with_name(f"{self.folder.name}-elsewhere"))
        self.server.start(60)  # as on another machine, or in a container of its own
        self.until(f"SELECT {'pg_is_wal_replay_paused()' if wait else 'NOT pg_is_in_recovery()'}")
        elsewhere.rename(self.folder)
        return found


def _owner(path: Path) -> tuple[int, int]:
    return path.stat().st_uid, path.stat().st_gid


@pytest.fixture
def club() -> Iterator[Club]:
    folder = new_folder("tideweb-again-backup-")
    club = Club(folder)
    yield club
    club.remove()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.slow
def test_restored_time_and_again(club: Club) -> None:
    first = club.base()
    with club.following():
        moment = club.bid(1)
        club.bid(2)
        club.ask("SELECT pg_switch_wal()")
        club.bid(3)
    club.crash()

    assert not club.restore(until=moment, wait=True).short
    assert club.bids() == "1"
    with pytest.raises(backups.BackupError, match="still replaying"), club.following():
        pass
    assert not list((club.folder / backups.WAL).glob("before-*"))
    club.ask("SELECT pg_wal_replay_resume()")
    club.until("SELECT NOT pg_is_in_recovery()")

    with club.following() as told:
        assert "of a past that this database does not have" in told[0]
        assert len(told) == 1
        club.base()
        last = club.bid(4)
    club.crash()
    (aside,) = (club.folder / backups.WAL).glob("before-*")
    assert len(list(aside.iterdir())) == 2

    found = club.restore()
    assert club.bids() == "1 4", "the moment of the first restore is over"
    assert found.last is not None
    assert abs(found.last - last) < timedelta(seconds=5)

    assert club.restore(until=datetime.now(UTC)).short
    assert club.bids() == "1 4", "also up to a moment when nothing happened any more"

    club.restore(base=first)
    assert club.bids() == "1 4", "also from the base before the first restore"


@pytest.mark.slow
def test_log_that_the_server_does_not_have_any_more(club: Club) -> None:
    old = club.base()
    with club.following() as told:
        assert told == []
        club.bid(1)
    club.ask("ALTER SYSTEM SET max_slot_wal_keep_size = '1MB'")
    club.ask("SELECT pg_reload_conf()")
    for number in (2, 3, 4, 5, 6):
        club.bid(number)
        club.ask("SELECT pg_switch_wal()")
        club.ask("CHECKPOINT")
    with club.following() as told:
        assert "make a base backup now" in told[0]
        club.ask("ALTER SYSTEM RESET max_slot_wal_keep_size")
        club.ask("SELECT pg_reload_conf()")
        club.base()
        club.bid(7)
    with club.following() as told:
        assert told == []
    club.crash()

    assert club.restore(base=old).gap
    assert club.bids() == "1"
    assert not club.restore().gap
    assert club.bids() == "1 2 3 4 5 6 7"


def test_an_undone_past_is_kept_as_long_as_a_base_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in (1, 3, 5):
        base, facts = tmp_path / f"base-{day}", {"postgresql": 18, "keys": {}}
        base.mkdir()
        (base / "backup_label").write_text(f"(file {day})")
        made = facts | {"made_at": f"2026-11-0{day}T00:00:00+00:00"}
        backups.facts_file(base).write_text(json.dumps(made))
    asides = [tmp_path / backups.WAL / f"before-2026110{day}T000000000000" for day in (2, 4)]
    for aside in asides:
        aside.mkdir(parents=True)
    monkeypatch.setattr(backups, "programs", lambda _major: tmp_path)
    monkeypatch.setattr(backups, "run", lambda _command: None)
    assert backups.prune(tmp_path, keep=2) == 1
    assert [aside.exists() for aside in asides] == [False, True]
