"""Records of finished games, put into a folder and into a bucket."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.security.cursors import restores
from games.models import Game, Record
from games.services import restore
from tests import ready_games
from tideweb.object_storage import Keys, StorageError, signed, storage
from tideweb.record_archive import POSITION

KEYS = Keys("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1")


def archive(target: object, *args: str) -> str:
    out = StringIO()
    call_command("archive", str(target), *args, stdout=out)
    return out.getvalue()


@pytest.fixture
def games(db: None) -> list[Game]:
    """One that is over, one that was cancelled, one that is played, and one that is closed."""
    found = [ready_games.take("turning-tides", state) for state in ("over", "cancelled", "middle")]
    closed = ready_games.take("rowboat", "cancelled")
    Game.objects.filter(pk=closed.pk).update(closed=True)
    Record.objects.update(written_in=1)  # as if what wrote it were committed long ago
    return [*found, closed]


def names(folder: Path) -> set[str]:
    return {path.stem for path in folder.rglob("*.json")} - {"position"}


def test_a_folder_gets_each_once(games: list[Game], tmp_path: Path) -> None:
    assert archive(tmp_path).startswith("2 records")
    assert names(tmp_path) == {game.code for game in games[:2]}
    (file,) = tmp_path.rglob(f"{games[0].code}.json")
    assert json.loads(file.read_text()) == Record.objects.get(game=games[0]).data
    file.unlink()
    assert archive(tmp_path).startswith("0 records")
    assert archive(tmp_path, "--anew").startswith("2 records")
    assert file.exists()


def test_what_was_closed_comes_when_it_is_open(games: list[Game], tmp_path: Path) -> None:
    archive(tmp_path)
    Game.objects.update(closed=False)
    Record.objects.filter(game=games[3]).update(written_in=2)  # as its opening does
    assert archive(tmp_path).startswith("1 records")
    assert games[3].code in names(tmp_path)


@pytest.mark.parametrize(
    ("position", "text"),
    [("rubbish", "damaged"), ('{"xact": 99999999999, "game": 1}', "another database")],
)
def test_a_strange_target_is_left_as_it_is(
    games: list[Game], tmp_path: Path, position: str, text: str
) -> None:
    (tmp_path / "records").mkdir()
    (tmp_path / POSITION).write_text(position)
    with pytest.raises(CommandError, match=text):
        archive(tmp_path)
    assert names(tmp_path) == set()


def test_after_a_restore_it_begins_anew(games: list[Game], tmp_path: Path) -> None:
    """Ids of transactions are given again then, so records could have some of before it."""
    archive(tmp_path)
    restore.begin(timezone.now() - timedelta(hours=1), timezone.now())
    restores.cache_clear()
    with pytest.raises(CommandError, match="before it was restored"):
        archive(tmp_path)
    assert archive(tmp_path, "--anew").startswith("2 records")
    assert archive(tmp_path).startswith("0 records")
    restores.cache_clear()


def test_records_that_came_with_a_dump_are_there(games: list[Game], tmp_path: Path) -> None:
    """They have the ids of transactions of the server that they come from."""
    Record.objects.update(written_in=10**12)
    call_command("migrate", verbosity=0)
    assert archive(tmp_path).startswith("2 records")


@pytest.mark.parametrize("target", ["", "S3://bucket", "ftp://host/folder"])
def test_what_is_neither_folder_nor_bucket(target: str) -> None:
    with pytest.raises(StorageError, match="neither a folder nor s3://"):
        storage(target)


def test_a_folder_that_cannot_be_written(games: list[Game], tmp_path: Path) -> None:
    (tmp_path / "records").write_text("a file")
    with pytest.raises(CommandError, match=r"could not be written: .* 0 records"):
        archive(tmp_path)


def test_a_folder_that_cannot_be_read(games: list[Game], tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"could not be read: .* 0 records"):
        archive(tmp_path / ("x" * 300))  # as root may enter every folder


class Bucket(BaseHTTPRequestHandler):
    """Keeps what is rightly signed, as S3 checks it."""

    kept: dict[str, bytes]

    def do_PUT(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self._is_signed(body):
            self.kept[self.path] = body

    def do_GET(self) -> None:
        if self._is_signed(b"", found=self.path in self.kept):
            self.wfile.write(self.kept[self.path])

    def _is_signed(self, body: bytes, *, found: bool = True) -> bool:
        at = datetime.strptime(self.headers["x-amz-date"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        url = f"http://{self.headers['Host']}{self.path}"
        good = (
            self.headers["authorization"]
            == signed(KEYS, self.command, url, body, at)["authorization"]
        )
        good = good and self.headers["x-amz-content-sha256"] == hashlib.sha256(body).hexdigest()
        self.send_response(403 if not good else 200 if found else 404)
        self.end_headers()
        return good and found

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, bytes]]:
    Bucket.kept = {}
    server = HTTPServer(("127.0.0.1", 0), Bucket)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", KEYS.name)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", KEYS.secret)
    yield Bucket.kept
    server.shutdown()
    server.server_close()


def test_a_bucket_gets_each_once(games: list[Game], bucket: dict[str, bytes]) -> None:
    assert archive("s3://club/our games").startswith("2 records")
    assert archive("s3://club/our games").startswith("0 records")
    records = [name for name in bucket if not name.endswith("position.json")]
    assert len(records) == 2
    assert all(re.match(r"/club/our%20games/records/\d{4}/\d\d/", name) for name in records)


def test_a_wrong_key_is_told(
    games: list[Game], bucket: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "another")
    with pytest.raises(CommandError, match="said 403"):
        archive("s3://club")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "")
    with pytest.raises(CommandError, match="AWS_SECRET_ACCESS_KEY not set"):
        archive("s3://club")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", KEYS.secret)
    with pytest.raises(CommandError, match="names no bucket"):
        archive("s3://")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    with pytest.raises(CommandError, match="does not answer"):
        archive("s3://club")
    assert bucket == {}


def test_the_signature_is_that_of_amazons_example() -> None:
    """ "Examples of the complete Version 4 signing process", Amazon S3 API reference."""
    at = datetime(2013, 5, 24, tzinfo=UTC)
    url = "https://examplebucket.s3.amazonaws.com/test.txt"
    text = signed(KEYS, "GET", url, b"", at, {"Range": "bytes=0-9"})["authorization"]
    assert text.endswith("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    assert "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date," in text
    assert KEYS.secret not in repr(KEYS)


@pytest.mark.parametrize("endpoint", ["s3.example.org", "ftp://s3.example.org", "https://"])
def test_an_endpoint_is_a_url(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without https:// it was asked by http, with a signature for no host."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "x")
    monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
    with pytest.raises(StorageError, match="AWS_ENDPOINT_URL must be like https://"):
        storage("s3://bucket/prefix")
