"""A mistyped option of `make faults` or `make races` ends it; it never runs less, and is green."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, cast

import pytest

from tests import races
from tests.faults import __main__ as faults
from tests.faults.kinds import ALL, KINDS

Options = Callable[[list[str]], argparse.Namespace]
MISTYPED: list[tuple[Options, list[str]]] = [
    (faults.options, ["--kinds", "typo"]),
    (faults.options, ["--kinds", "kill a web,typo"]),
    (faults.options, ["--each", "0"]),
    (faults.options, ["--seconds", "0"]),
    (faults.options, ["--planted", "nosuch"]),
    (faults.options, ["--plant", "nosuch"]),
    (races.asked, ["--trials", "0"]),
    (races.asked, ["--trials", "-3"]),
    (races.asked, ["--seconds", "0"]),
]


@pytest.mark.parametrize(("options", "words"), MISTYPED)
def test_a_mistyped_option_runs_nothing(
    options: Options, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        options(words)
    assert ended.value.code == 2
    assert "error:" in capsys.readouterr().err


def test_what_is_typed_well_is_taken() -> None:
    read = faults.options(["--kinds", ", ".join(ALL), "--each", "100", "--planted"])
    assert read.kinds == tuple(ALL)
    assert (read.each, read.planted, read.seconds) == (100, "", None)
    assert races.asked(["--trials", "1"]).trials == 1


def test_a_plan_of_a_hundred_of_each_has_the_time_that_it_takes() -> None:
    """It took 4.3 seconds a fault, on a slow machine (docs/measurements.md)."""
    assert faults.allowed(list(KINDS) * 100) > len(KINDS) * 100 * 4.5
    assert faults.allowed(["broker away for an hour"]) > 3600
    assert faults.allowed(["kill a web"]) >= 60


def test_an_unfinished_plan_is_not_green() -> None:
    drill = faults.Drill(cast(Any, None), faults.options([]))
    drill.asked.seconds = -1
    drill._do_all(["kill a web"] * 3)
    assert drill.left == 3
    assert faults.status(violated=False, left=3) == 2
    assert faults.status(violated=True, left=3) == 1
    assert faults.status(violated=False, left=0) == 0
