"""`python -m games.rules.replay`: what it prints, its exit status, and that it needs no Django."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.catalogue.turn_the_tide import rules as tide
from games.rules.records import build_record
from games.rules.replay import main
from tests.rules.examples import changed, finished, unfinished, with_hand

ROOT = Path(__file__).parents[2]


@pytest.fixture
def written(tmp_path: Path) -> Callable[[object], str]:
    def write(record: object) -> str:
        path = tmp_path / "record.json"
        path.write_text(record if isinstance(record, str) else json.dumps(record))
        return str(path)

    return write


def trace(capsys: pytest.CaptureFixture[str], path: str) -> list[dict[str, Any]]:
    assert main(["--trace", path]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return [json.loads(line) for line in shown.out.splitlines()]


def test_the_trace_has_a_line_for_each_hand_and_one_for_the_end(
    capsys: pytest.CaptureFixture[str], written: Callable[[object], str]
) -> None:
    record = finished()
    *hands, end = trace(capsys, written(record))
    assert [line["hand"] for line in hands] == list(range(1, len(record["hands"]) + 1))
    assert end["outcome"] == record["outcome"]
    assert end["table"]["phase"] == "over"
    assert end["table"]["turned_up"] == []


def test_a_line_shows_who_is_awaited_and_all_that_is_legal_sorted_as_text(
    capsys: pytest.CaptureFixture[str], written: Callable[[object], str]
) -> None:
    record = finished()
    first = trace(capsys, written(record))[0]
    assert set(first) == {"hand", "awaiting", "legal", "table"}
    assert first["awaiting"] == [0, 1, 2, 3]
    dealt = record["shuffles"][0]
    assert first["legal"]["1"] == sorted(str(card) for card in dealt[12:24])
    assert first["table"]["turned_up"] == record["shuffles"][1][:2]


def test_the_end_of_an_unfinished_record_has_no_outcome(
    capsys: pytest.CaptureFixture[str], written: Callable[[object], str]
) -> None:
    *hands, end = trace(capsys, written(unfinished(5)))
    assert len(hands) == 5
    assert end["outcome"] is None
    assert (end["table"]["stage"], end["table"]["hand"]) == (1, 6)


def test_a_record_without_any_order_is_traced(
    capsys: pytest.CaptureFixture[str], written: Callable[[object], str]
) -> None:
    (end,) = trace(capsys, written(unfinished(0, shuffles=0)))
    assert end["table"]["phase"] == "bid"
    assert end["table"]["turned_up"] == []


def test_in_a_take_hand_the_revealed_cards_are_gone_and_the_turn_is_the_same(
    capsys: pytest.CaptureFixture[str], written: Callable[[object], str]
) -> None:
    deal, tides = list(range(1, 61)), list(range(1, 13)) * 2
    record = build_record(
        tide.SLUG, 1, 3, {"taker_chooses": True}, [deal, tides], [{0: "1", 1: "13", 2: "25"}], None
    )
    _, end = trace(capsys, written(record))
    assert end["table"]["phase"] == "take"
    assert end["table"]["hand"] == 1
    assert end["table"]["turned_up"] == [1, 2]
    assert [seat["cards"] for seat in end["table"]["seats"]] == [11, 11, 11]


def test_the_print_for_people_tells_the_winner(
    capsys: pytest.CaptureFixture[str], written: Callable[[object], str]
) -> None:
    assert main([written(finished())]) == 0
    out = capsys.readouterr().out
    assert out.startswith("turn-the-tide, rules 1, 4 seats; cascade yes, taker_chooses no\n")
    assert "Stage 4 of 4" in out
    assert "Scores: seat 0: " in out.splitlines()[-1]


def test_the_print_of_an_unfinished_record_tells_who_is_to_bid(
    capsys: pytest.CaptureFixture[str], written: Callable[[object], str]
) -> None:
    assert main([written(unfinished(1))]) == 0
    assert capsys.readouterr().out.endswith("the game still runs, seats 0, 1, 2 and 3 to bid.\n")


@pytest.mark.parametrize("flags", [[], ["--trace"]])
@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ("{", "not JSON"),
        (changed(outcome={"scores": [1, 1, 1, 1], "winners": [0]}), "the outcome is"),
        (with_hand(7, {"0": "44\n please"}), "Hand 7: "),
        (with_hand(11, {"x\ny": "44"}), "Hand 11: "),
        (changed(options={"a\nb": True}), "Unknown option"),
    ],
)
def test_a_refused_record_prints_one_line_and_nothing_else(
    capsys: pytest.CaptureFixture[str],
    written: Callable[[object], str],
    record: Any,
    reason: str,
    flags: list[Any],
) -> None:
    assert main([*flags, written(record)]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.splitlines()) == 1
    assert reason in shown.err


def test_a_file_that_is_not_there_is_one_line_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        assert main([str(path)]) == 1
        shown = capsys.readouterr()
        assert (shown.out, len(shown.err.splitlines())) == ("", 1)


def run(*args: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-S", "-m", "games.rules.replay", *args],
        input=given,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )


def test_standard_input_is_read_and_no_package_is_needed() -> None:
    """With -S no installed package can be imported, Django neither."""
    done = run("--trace", "-", given=json.dumps(finished()))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout.splitlines()[-1])["outcome"] == finished()["outcome"]


def test_the_process_fails_with_status_one() -> None:
    done = run("-", given=json.dumps(changed(seats=7)))
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1
