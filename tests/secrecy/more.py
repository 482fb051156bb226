"""Compares at least as many pairs as requested, in all positions; run by `make secrecy`."""

import itertools
import os
import sys
import time

import pytest

from games.rules.registry import RULESETS
from tests.secrecy import cases, pure, suite
from tests.secrecy.frozen import undone
from tests.secrecy.positions import RECIPES
from tests.secrecy.test_paired_worlds import PEOPLE

WANTED = int(os.environ.get("TIDEWEB_RENDERINGS", "20000"))
PURE_PART = 5  # pure pairs per complete response
# One in so many addresses of each position; others in each round, so that no position is left out
# however few renderings are asked for. All of one position are 22,000.
SHARE = 20

pytestmark = pytest.mark.long


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


@pytest.mark.django_db
def test_as_many_renderings_as_are_asked_for() -> None:
    report, began = suite.Report(), time.monotonic()
    for turn in itertools.count():
        for place, name in enumerate(RECIPES):
            with undone():
                report.add(
                    suite.compare(
                        name, cases.EVERY, share=SHARE, turn=turn + PEOPLE * place, seed=turn + 1
                    )
                )
            took = time.monotonic() - began
            say(f"{report.pairs:,} pairs, {len(report.found)} differ, {took:.0f} s: {name}")
            assert not report.failed, report.failed[:20]
            assert not report.found, "\n".join(report.found[:20])
        if report.pairs >= WANTED:
            break
    say(
        f"Paired worlds: {len(RECIPES)} positions, {report.pairs:,} renderings, "
        f"{report.bytes:,} bytes, 0 differed."
    )


@pytest.mark.parametrize("slug", RULESETS)
def test_as_many_positions_as_are_asked_for(slug: str) -> None:
    tally = pure.compare(slug, WANTED * PURE_PART // len(RULESETS), seed=99)
    say(f"{slug}: {tally.pairs:,} observations, {tally.differing} differ")
    assert tally.differing == 0
