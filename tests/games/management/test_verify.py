"""`manage.py verify` says what holds, and its exit status says whether all of it does."""

import io
import json
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.bench.verifying import record_at_random


@pytest.fixture
def record() -> dict[str, Any]:
    return record_at_random("turn-the-tide", 3, random.Random(2))


def run(file: str, **options: object) -> str:
    out = io.StringIO()
    call_command("verify", file, stdout=out, **options)
    return out.getvalue()


def test_a_good_record_from_a_file(record: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    lines = run(str(file)).splitlines()

    assert {line.split()[0] for line in lines[:-1]} == {"passed", "unknown"}
    assert [line.split(",")[0] for line in lines if line.startswith("unknown")] == [
        "unknown  outside"
    ] * 3
    assert lines[-1].endswith("Nothing was given to show that it was played so.")
    assert any(re.fullmatch(r"passed  receipt: (\d+) of \1", line) for line in lines)
    assert len(run(str(file), all=True).splitlines()) > 70


def test_a_bad_one_from_standard_input(
    record: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    record["salts"][3]["1"] = "00" * 16
    text = io.TextIOWrapper(io.BytesIO(json.dumps(record).encode()))
    monkeypatch.setattr(sys, "stdin", text)
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("verify", "-", stdout=out)

    assert ended.value.code == 1
    assert "FAILED  receipt, hand 4, seat 1:" in out.getvalue()
    assert "passed  commitment:" in out.getvalue()


@pytest.mark.parametrize("name", ["entropies", "players"])
def test_half_a_character_is_refused_in_words(
    name: str, record: dict[str, Any], tmp_path: Path
) -> None:
    record[name][0] = "\ud800"
    file, out = tmp_path / "record.json", io.StringIO()
    file.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        call_command("verify", str(file), stdout=out)

    assert ended.value.code == 1
    assert out.getvalue().startswith("FAILED  form: The rules refuse this record: ")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        run(str(tmp_path / "none.json"))


def test_what_was_given_before_is_compared(record: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    receipts = [record["receipts"][0]["0"], record["receipts"][5]["1"]]
    text = run(str(file), commitment=record["commitment"], start=record["start"]["digest"])
    some = run(str(file), receipt=receipts)

    assert text.splitlines()[-1].endswith("fits what you gave: the commitment, the start.")
    assert (
        "passed  outside, the receipt: The one that you were given is that of hand 6, seat 1"
        in some
    )
    with pytest.raises(SystemExit):
        run(str(file), commitment="0" * 64)
