"""docs/verify.py, which knows nothing of us, comes to the same result on real records."""

import ast
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from games import fairness, selectors
from games.rules.registry import RULESETS
from games.verification import all_passed, verify
from tests.bench.verifying import TABLES, record_at_random
from tests.games.verification.alone import SCRIPT, as_text, refuses
from tests.games.verification.playing import finished
from tests.sampling import few


def run(
    record: object, folder: Path, *options: str, script: Path = SCRIPT
) -> subprocess.CompletedProcess[str]:
    file = folder / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    command = [sys.executable, "-I", "-B", str(script), str(file), *options]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)


FILES = [
    SCRIPT,
    SCRIPT.with_name("verify_deck.py"),
    *sorted(SCRIPT.with_name("verify_rules").glob("*.py")),
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_it_imports_the_standard_library_only(file: Path) -> None:
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    modules = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    modules |= {str(n.module) for n in nodes if isinstance(n, ast.ImportFrom) and not n.level}

    packages = {module.partition(".")[0] for module in modules}
    assert packages <= set(sys.stdlib_module_names)
    assert "games" not in packages


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_both_accept_the_record_of_a_game_that_was_played_here(
    ruleset: str, tmp_path: Path
) -> None:
    record = selectors.observations.record_of(finished(ruleset))
    done = run(record, tmp_path)

    assert [check for check in verify(record) if check.passed is False] == []
    assert (done.returncode, done.stderr) == (0, "")
    assert "FAILED" not in done.stdout


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_it_accepts_every_kind_of_game(slug: str, seats: int) -> None:
    assert not refuses(as_text(record_at_random(slug, seats, random.Random(seats))))


ALTERED = ["secret", "commitment", "seed", "entropies", "id", "checksum"]


# Each change of each key is tried without a process for each, in test_mutations.
@pytest.mark.parametrize("key", few(ALTERED, 2))
def test_it_refuses_what_was_altered(key: str, tmp_path: Path) -> None:
    record = record_at_random("turn-the-tide", 3, random.Random(1))
    value = record[key]
    record[key] = value[::-1]
    done = run(record, tmp_path)

    assert done.returncode == 1
    assert "FAILED" in done.stdout
    assert not all_passed(verify(record))


def test_it_refuses_another_deck_and_another_bid(tmp_path: Path) -> None:
    record = record_at_random("rowboat", 3, random.Random(1))
    record["shuffles"][1].reverse()
    record["hands"][-1] = dict.fromkeys(record["hands"][-1], "play Ao")
    done = run(record, tmp_path)

    assert done.returncode == 1
    assert "FAILED   shuffle 2" in done.stdout
    assert "FAILED   receipt of hand" in done.stdout


def test_it_says_what_its_verdict_rests_on(tmp_path: Path) -> None:
    record = record_at_random("turn-the-tide", 3, random.Random(1))
    alone = run(record, tmp_path)
    known = run(
        record, tmp_path, "--commitment", record["commitment"], "--start", record["start"]["digest"]
    )
    other = run(record, tmp_path, "--commitment", "0" * 64, "--receipt", record["receipts"][0]["1"])

    assert "Nothing was given to show that it was played so." in alone.stdout
    assert "unknown  the commitment that you were given" in alone.stdout
    assert "fits what you gave: commitment, start." in known.stdout
    assert (alone.returncode, known.returncode, other.returncode) == (0, 0, 1)
    assert "FAILED   the commitment that you gave" in other.stdout
    assert "receipt" not in other.stdout


def test_of_a_receipt_that_no_answer_has_it_says_what_may_be_so(tmp_path: Path) -> None:
    record = record_at_random("turn-the-tide", 3, random.Random(1))
    done = run(record, tmp_path, "--receipt", "0" * 64)
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert done.returncode == 1
    for words in ("no longer counts", "altered", "Check this game"):
        assert words in line


def test_it_says_what_words_that_were_taken_away_leave_untold(tmp_path: Path) -> None:
    record = record_at_random("turn-the-tide", 3, random.Random(1))
    record["entropies"][2] = None
    record["checksum"] = fairness.checksum(record)
    done = run(record, tmp_path)
    assert done.returncode == 0
    assert "unknown  seed" in done.stdout

    record["shuffles"][0].reverse()
    assert "FAILED   shuffle 1" in run(record, tmp_path).stdout


def test_it_passes_nothing_that_a_secret_which_was_taken_away_would_have_to_show(
    tmp_path: Path,
) -> None:
    record = record_at_random("turn-the-tide", 3, random.Random(1))
    record["entropies"][2] = record["secret"] = None
    record["checksum"] = fairness.checksum(record)
    known = ("--commitment", record["commitment"], "--start", record["start"]["digest"])
    done = run(record, tmp_path, *known)
    assert (done.returncode, done.stderr) == (0, "")
    unknown = [line.split(":")[0] for line in done.stdout.splitlines() if "unknown" in line]
    assert unknown == [
        f"unknown  {what}"
        for what in ("commitment", "seed", "the commitment that you gave", "your receipts")
    ]
    assert "fits what you gave: start." in done.stdout
    assert run(record, tmp_path, "--commitment", "0" * 64).returncode == 1


def test_it_says_that_there_is_no_such_file(tmp_path: Path) -> None:
    command = [sys.executable, "-I", "-B", str(SCRIPT), "nowhere.json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(
        "This record cannot be checked: [Errno 2] No such file or directory"
    )
