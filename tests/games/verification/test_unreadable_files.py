"""docs/verify.py says in words why it can't read a file, and shows nothing of what is in it."""

import gzip
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.verifying import record_at_random
from tests.games.verification.alone import SCRIPT

RECORD = record_at_random("turn-the-tide", 3, random.Random(3))
TEXT = json.dumps(RECORD)
NOT_UTF8 = "it is not text in UTF-8. Save it again as the site gives it."
UNREADABLE = [
    (TEXT.encode("utf-16"), NOT_UTF8),  # what PowerShell makes of it with ">"
    (gzip.compress(TEXT.encode()), NOT_UTF8),
    (TEXT[:-40].encode(), "it is not JSON, or not all of it: Unterminated string"),
    (b"<!doctype html><title>Not found</title>", "it is not JSON, or not all of it: Expecting"),
    (TEXT.replace("{", '{"format": 1, ', 1).encode(), "a key stands twice in one object"),
    (json.dumps([RECORD]).encode(), "it is not a record but a list"),
    (b'{"title": "Not found"}', "it has no 'format'"),
]
NEWER = [
    ("format", "tideweb-record/3", "tideweb-record/1, tideweb-record/2"),
    ("rules", 2, "1"),
]


def run(folder: Path, content: bytes) -> subprocess.CompletedProcess[str]:
    file = folder / "record.json"
    file.write_bytes(content)
    command = [sys.executable, "-I", "-B", str(SCRIPT), str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("content", "words"), UNREADABLE, ids=[why for _, why in UNREADABLE])
def test_it_says_in_words_what_it_cannot_read(content: bytes, words: str, tmp_path: Path) -> None:
    done = run(tmp_path, content)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"This record cannot be checked: {words}")
    assert len(done.stderr) < 200
    assert "Error(" not in done.stderr


@pytest.mark.parametrize(("key", "value", "known"), NEWER)
def test_of_a_newer_record_it_says_what_it_knows_and_where_more_is(
    key: str, value: object, known: str, tmp_path: Path
) -> None:
    done = run(tmp_path, json.dumps({**RECORD, key: value}).encode())
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("FAILED   form")]

    assert line.endswith(
        f"it has {key} {value!r}; this checker knows {known}. A newer verify.zip may know it"
    )
