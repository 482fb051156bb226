"""Compares as many pairs as requested, all cases in all positions; run by `make secrecy`."""

import os
import sys
import time

import pytest

from games.rules.registry import RULESETS
from tests.secrecy import cases, pure, suite
from tests.secrecy.frozen import undone
from tests.secrecy.positions import RECIPES

WANTED = int(os.environ.get("TIDEWEB_RENDERINGS", "20000"))
PURE_PART = 5  # pure pairs per complete response


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


@pytest.mark.django_db
def test_as_many_renderings_as_are_asked_for() -> None:
    report, seed, began = suite.Report(), 0, time.monotonic()
    while report.pairs < WANTED:
        seed += 1
        for name in RECIPES:
            with undone():
                report.add(suite.compare(name, cases.EVERY, seed=seed))
            took = time.monotonic() - began
            say(f"{report.pairs:,} pairs, {len(report.found)} differ, {took:.0f} s: {name}")
            assert not report.failed, report.failed[:20]
            assert not report.found, "\n".join(report.found[:20])
            if report.pairs >= WANTED:
                break
    say(f"Paired worlds: {report.pairs:,} renderings, {report.bytes:,} bytes, 0 differed.")


@pytest.mark.parametrize("slug", RULESETS)
def test_as_many_positions_as_are_asked_for(slug: str) -> None:
    tally = pure.compare(slug, WANTED * PURE_PART // len(RULESETS), seed=99)
    say(f"{slug}: {tally.pairs:,} observations, {tally.differing} differ")
    assert tally.differing == 0
