"""A base backup and the log behind it, restored to a moment, by PostgreSQL's own programs."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings as ours
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import Notice, Outage, User
from accounts.operation import heartbeats
from games.mail.inbound import process as working
from games.models import Bid, Game, InboundMail
from games.services import restore
from tests.accounts.sink import sent
from tests.database import OPTIONS, new_folder
from tests.games import making
from tests.games.mail.inbound.mailing import write
from tests.games.mail.reading import members, started
from tests.games.services.test_restoring import words_of
from tests.worker import url_of
from tideweb import backup_watch, backups, recovery
from tideweb import following as following_log
from tideweb.embedded.place import place_for
from tideweb.embedded.postgres import Server
from tideweb.environment import connection_string

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_nudges")]


@pytest.fixture
def folder() -> Iterator[Path]:
    """In memory, and where the server's user may walk to."""
    found = new_folder("tideweb-backup-")
    yield found
    shutil.rmtree(found, ignore_errors=True)


def run(command: str, *args: object) -> str:
    out = StringIO()
    call_command(command, *map(str, args), stdout=out, stderr=out)
    return out.getvalue()


def after_restore(database: dict[str, Any], *args: object) -> subprocess.CompletedProcess[str]:
    """As an operator runs it: tests may open no other database."""
    connection.close()
    return subprocess.run(
        [sys.executable, "manage.py", "after_restore", *map(str, args)],
        env={**os.environ, "DATABASE_URL": url_of(database)},
        cwd=ours.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )


def ask(query: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return str(cursor.fetchone()[0])


def until(condition: str) -> None:
    for _ in range(3000):
        if ask(condition) == "True":
            return
        time.sleep(0.02)
    raise AssertionError(condition)


@contextmanager
def following(folder: Path) -> Iterator[None]:
    """`backup --follow`, as a process."""
    connection.ensure_connection()
    major = connection.cursor().connection.info.server_version // 10000
    conninfo = connection_string(ours.DATABASES["default"])
    command, _told = following_log.follow_command(folder, conninfo, major)
    process = subprocess.Popen(command, env=backups.environment(conninfo))
    streams = "FROM pg_stat_replication WHERE application_name = 'tideweb-backup'"
    try:
        until(f"SELECT coalesce(bool_or(state = 'streaming'), false) {streams}")
        yield
        end = ask("SELECT pg_current_wal_insert_lsn()")
        ask("SELECT pg_logical_emit_message(false, '', 'so that it has something to say', true)")
        until(f"SELECT coalesce(bool_or(flush_lsn >= '{end}'), false) {streams}")
    finally:
        process.terminate()
        process.wait()
        until("SELECT count(*) = 0 FROM pg_replication_slots WHERE active")
        ask(f"SELECT count(pg_drop_replication_slot('{backups.SLOT}'))")


def readable(folder: Path, owner: Path) -> None:
    """As if the server's user had made the backups, whom the manual asks to."""
    if os.getuid() == 0:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, owner.stat().st_uid, owner.stat().st_gid)


@contextmanager
def restored(folder: Path, moment: datetime) -> Iterator[None]:
    """Django's connection leads to a server on what was restored."""
    var = new_folder("tideweb-restored-")
    server = Server(place_for(var), ours.DATABASES["default"]["PASSWORD"], OPTIONS)
    server._make_folders()
    readable(folder, server.data)
    server.data.rmdir()
    output = run("restore", folder, "--into", server.data, "--until", moment.isoformat())
    readable(server.data, server.place.socket)
    assert "run manage.py after_restore" in output
    before = connection.settings_dict["HOST"]
    server.start(60)
    connection.close()
    connection.settings_dict["HOST"] = str(server.place.socket)
    try:
        until("SELECT NOT pg_is_in_recovery()")  # it answers before it has replayed its log
        yield
    finally:
        connection.close()
        connection.settings_dict["HOST"] = before
        server.stop()
        shutil.rmtree(var, ignore_errors=True)


def play_on(game: Game, people: list[User], settings: Settings) -> list[str]:
    """After the moment: two answer on the page, one by mail, the hand is turned, one answers the
    next; the ids of the letters that went."""
    gone = [str(mail["Message-ID"]) for mail in sent(settings)]
    for user in people[:2]:
        making.bid(game, user)
    assert write(game, people[2], making.legal(game, 2)[0]).outcome == "applied"
    making.settle(game)
    making.bid(game, people[0])
    assert making.hand_of(game).number == 3
    return gone + [str(mail["Message-ID"]) for mail in sent(settings)]


@pytest.mark.slow
def test_to_a_moment_while_games_go_on(folder: Path, settings: Settings) -> None:
    people = members(3)
    for user in people:
        User.objects.filter(pk=user.pk).update(language="en", digest=User.Digest.AT_ONCE)
    game = started(people)
    assert "Nobody streams" in run("backup", folder)
    with following(folder):
        assert run("backup", folder).endswith("UTC.\n"), "whole, and nothing to warn of"
        assert heartbeats.last(heartbeats.BACKUP) == backups.bases(folder)[-1].made_at
        assert (slot := backup_watch.slot())
        assert slot.followed
        for user in people:
            making.bid(game, user)
        making.settle(game)
        moment = datetime.fromisoformat(ask("SELECT clock_timestamp()"))
        gone = play_on(game, people, settings)
    old = url_of(ours.DATABASES["default"])
    kept = list(Bid.objects.filter(hand__number=1).values_list("digest", flat=True))

    with restored(folder, moment):
        assert making.hand_of(game).number == 2
        assert sorted(Bid.objects.values_list("digest", flat=True)) == sorted(kept)

        until = ask("SELECT clock_timestamp()")
        output = after_restore(connection.settings_dict, "--until", until, "--old", old).stdout

        assert "3 confirmed answers are forgotten" in output
        assert "1 tables get hands whose cards were seen before" in output
        assert "1 mails are read again" in output
        assert not Notice.objects.filter(state=Notice.State.HELD).exists(), (
            "the fate of each is known"
        )
        mails = sent(settings)
        assert not {str(mail["Message-ID"]) for mail in mails} & set(gone)
        about = [mail for mail in mails if "restored" in words_of(mail)]
        told = {str(mail["To"]).partition(" ")[0].strip('"'): words_of(mail) for mail in about}
        assert "We lost your answers in hands 2, 3, although" in told[people[0].name]
        assert "We lost your answer in hand 2, although" in told[people[1].name]
        assert "We lost" not in told[people[2].name]
        assert all("deals afresh" in words for words in told.values())
        working.read_all()
        (again,) = Bid.objects.filter(hand__number=2)
        assert (again.via, again.seat.user) == (Bid.Via.MAIL, people[2])
        assert InboundMail.objects.get().outcome == "applied"
        for user in people[:2]:
            making.bid(game, user)
        making.settle(game)
        assert making.hand_of(game).number == 3


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Path]:
    """A folder with one backup, made once, since it holds the databases of all tests."""
    folder = new_folder("tideweb-backup-")
    with django_db_blocker.unblock():
        run("backup", folder)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def backup(made: Path, folder: Path) -> Path:
    """The same files under other names. Whoever damages one must replace it."""
    shutil.copytree(made, folder, copy_function=os.link, dirs_exist_ok=True)
    return folder


def damage(file: Path, content: bytes) -> None:
    file.unlink()
    file.write_bytes(content)


def refusal(folder: Path, into: Path, *more: str) -> str:
    with pytest.raises(CommandError) as refused:
        run("restore", folder, "--into", into, *more)
    assert not into.with_name(f"{into.name}.draft").exists()
    return str(refused.value)


@pytest.mark.slow
def test_a_damaged_backup_is_passed_over_and_named(backup: Path, tmp_path: Path) -> None:
    (earlier,) = backups.bases(backup)
    old = backup / "base-20200101T000000000000"
    old.mkdir()
    backups.facts_file(old).write_text("{")
    (backup / "draft-base-of-one-that-was-killed").mkdir()
    lost = backup / "base-20200102T000000000000"  # somebody has deleted the folder, to save space
    shutil.copy(backups.facts_file(earlier.folder), backups.facts_file(lost))
    output = run("backup", backup, "--keep", "1")
    assert f"{old} is damaged" in output
    assert f"{lost} is damaged" in output
    assert "1 older backups were deleted" in output
    assert not list(backup.glob("draft-*"))
    (whole,) = backups.bases(backup)
    assert whole.folder != earlier.folder
    into = tmp_path / "data"
    output = run("restore", backup, "--into", into)
    assert f"{old} is damaged" in output
    assert f"from the backup of {whole.made_at:%Y-%m-%d %H:%M:%S}" in output


@pytest.mark.slow
def test_what_the_disk_refuses_is_said_in_a_sentence(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", Path("/proc/x")):
        with pytest.raises(CommandError, match=f"{folder}: "):
            run("backup", folder)
    assert "/proc has 0.0 GB left" in refusal(made, Path("/proc/data"))

    into = tmp_path / "data"
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda _path: shutil._ntuple_diskusage(1, 1, 0))
        assert "0.0 GB left, but" in refusal(made, into)
    full_disk = shutil.Error([("a", "b", "[Errno 28] No space left"), ("c", "d", "the same")])

    def copytree(_base: Path, draft: Path, **_: object) -> None:
        assert draft.is_dir()
        raise full_disk

    with monkeypatch.context() as full:
        full.setattr(shutil, "copytree", copytree)
        assert refusal(made, into).endswith("could not be written: [Errno 28] No space left.")
    assert not into.exists()


@pytest.mark.slow
def test_nobody_else_can_read_what_is_being_restored(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes, real = set(), shutil.copystat

    def noted(*args: Any, **how: Any) -> None:
        modes.add((tmp_path / "data.draft").stat().st_mode & 0o777)
        real(*args, **how)

    monkeypatch.setattr(shutil, "copystat", noted)
    run("restore", backup, "--into", tmp_path / "data")
    assert modes == {0o700}


@pytest.mark.slow
def test_two_backups_at_once(made: Path) -> None:
    with backups._alone(made), pytest.raises(CommandError, match="is being made"):
        run("backup", made)


@pytest.mark.slow
def test_what_cannot_be_restored_is_said_and_nothing_is_done(
    backup: Path, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    (base,) = backups.bases(backup)
    into = tmp_path / "data"
    soon = (datetime.now(UTC) + timedelta(minutes=1)).isoformat()
    assert "no write-ahead log" in refusal(backup, into, "--until", soon)
    assert "The oldest backup is of" in refusal(backup, into, "--until", "2020-01-01T00:00:00Z")
    assert "is no moment" in refusal(backup, into, "--until", "yesterday")

    with monkeypatch.context() as clients:  # only the client programs are installed
        clients.setattr(recovery, "programs", lambda _major: tmp_path)
        assert "pg_waldump" in refusal(backup, into)

    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "PG_VERSION").touch()
    assert "is not empty" in refusal(backup, tmp_path / "full")

    right = settings.TIDEWEB_SEAL_KEYS
    settings.TIDEWEB_SEAL_KEYS = "test:" + "A" * 43 + "="
    assert "which is another one" in refusal(backup, into)
    settings.TIDEWEB_SEAL_KEYS = "other:" + "A" * 43 + "="
    assert "which is not there" in refusal(backup, into)
    settings.TIDEWEB_SEAL_KEYS = right

    cut = base.folder / "global" / "pg_control"
    damage(cut, cut.read_bytes()[:100])
    assert "cut off or damaged: see global/pg_control. Move it away" in refusal(backup, into)
    damage(backups.facts_file(base.folder), b"{")
    assert "is not a complete backup" in refusal(backup, into)
    assert "holds no complete backup" in refusal(tmp_path, into)
    assert not into.exists()


def test_compose_can_restore_and_does_not_fill_its_disk() -> None:
    services = yaml.safe_load((ours.BASE_DIR / "compose.yaml").read_text("utf-8"))["services"]
    assert "max_slot_wal_keep_size=10GB" in services["postgres"]["command"]
    (database,) = (v for v in services["postgres"]["volumes"] if v.startswith("database:"))
    restoring = services["restore"]
    assert restoring["volumes"] == ["backup:/backup:ro", database]
    assert restoring["profiles"], "so that `up` doesn't start it"
    assert not restoring["depends_on"]
    assert (services["base-backup"]["user"], restoring["user"]) == ("root", "root")


def test_the_keys_are_not_in_it() -> None:
    marks = backups.fingerprints({"k1": b"0" * 32})
    assert list(marks) == ["k1"]
    assert len(marks["k1"]) == 16


def test_the_password_is_no_argument() -> None:
    told = backups.environment("host=h password='a b' dbname=x options='-c x=1'")
    assert (told["PGPASSWORD"], told["PGHOST"]) == ("a b", "h")
    assert "PGOPTIONS" not in told


def test_a_server_is_named_by_its_url() -> None:
    with pytest.raises(backups.BackupError, match="--server must be like postgres://") as refused:
        backups.environment("no url but a secret")
    assert "secret" not in str(refused.value)


def test_held_letters_are_sent_or_dropped() -> None:
    with pytest.raises(CommandError, match="not allowed with argument"):
        call_command("after_restore", "--release", "--drop")


def test_nothing_is_told_before_the_log_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restore, "replaying", lambda: True)
    with pytest.raises(CommandError, match="still replaying its log"):
        call_command("after_restore")
    assert not Outage.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("host", "named"),
    [("127.0.0.1:9", "127.0.0.1"), ("%2Fno%2Fsuch%2Ffolder", "/no/such/folder")],
)
def test_a_lost_database_that_cannot_be_read(host: str, named: str) -> None:
    nowhere = f"postgres://nobody@{host}/none"
    moment = "2026-01-01T00:00:00Z"
    database = ours.DATABASES["default"]
    done = after_restore(database, "--connected", "--backup", moment, "--old", nowhere)
    assert done.returncode == 1
    assert "--old cannot be read" in done.stderr
    assert f'"{named}' in done.stderr
    assert not Outage.objects.exists()
