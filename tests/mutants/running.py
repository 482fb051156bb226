"""Runs the kept mutants, each against the tests that cover it, and writes what became of them."""

from __future__ import annotations

import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from tests.mutants.covering import Covering, chosen
from tests.mutants.kept import Mutant, Place, standing
from tests.mutants.scratch import Ran, Scratch
from tests.narrowing import not_none

FOUND, NOT_FOUND, NOT_COVERED = "found", "not found", "not covered"
TIMEOUT, GONE = "timeout", "gone"  # a mutant whose text is nowhere any more
Record = dict[str, Any]


@dataclass
class Job:
    """A mutant, where it stands in this tree, and the tests for it."""

    mutant: Mutant
    place: Place | None
    covering: int = 0
    tests: list[str] = field(default_factory=list)


@dataclass
class Run:
    """All of them, by so many copies of the tree at once."""

    tree: Path
    covering: Covering
    out: Path
    budget: float
    copies: SimpleQueue[Scratch] = field(default_factory=SimpleQueue)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def all_of(self, mutants: list[Mutant], workers: int) -> None:
        done = {record["mutant"] for record in read(self.out)}
        jobs = [self.job(mutant) for mutant in mutants if mutant.name not in done]
        scratches = [Scratch(self.tree) for _ in range(workers)]
        try:
            for scratch in scratches:
                self.copies.put(scratch)
            self.keep_what_is_there(jobs)
            self.at_once(jobs, workers)
            self.without_false_alarms(mutants, workers)
        finally:
            for scratch in scratches:
                scratch.remove()

    def job(self, mutant: Mutant) -> Job:
        place = standing(mutant, self.tree)
        if place is None:
            return Job(mutant, None)
        tests = self.covering.of(place)
        return Job(mutant, place, len(tests), chosen(self.covering, place, tests, self.budget))

    def keep_what_is_there(self, jobs: list[Job]) -> None:
        """A test that has another name now would be taken for one that does not start."""
        wanted = sorted({test for job in jobs for test in job.tests})
        if not wanted:
            return
        scratch = self.copies.get()
        ran = scratch.all_of(wanted)
        self.copies.put(scratch)
        if ran.by:
            raise SystemExit(f"The tests do not start as they are: {ran.by}\n{ran.how}")
        there = set(ran.there)
        say(f"{len(there)} tests for {len(jobs)} mutants; {len(wanted) - len(there)} are gone")
        for job in jobs:
            job.tests = [test for test in job.tests if test in there]

    def at_once(self, jobs: list[Job], workers: int) -> None:
        with ThreadPoolExecutor(workers) as crew:
            for record in crew.map(self.judged, jobs):
                say(line_of(record))

    def judged(self, job: Job) -> Record:
        record = self.record(job)
        with self.lock, self.out.open("a") as out:
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
        return record

    def record(self, job: Job) -> Record:
        known: Record = {"mutant": job.mutant.name, "covering": job.covering}
        if job.place is None:
            return known | {"verdict": GONE}
        if not job.tests:
            return known | {"verdict": NOT_COVERED}
        scratch = self.copies.get()
        try:
            with scratch.holding(job.mutant, job.place):
                ran = scratch.run(job.tests, self.seconds(job.tests))
                if ran.died:
                    ran = scratch.run(job.tests, self.seconds(job.tests))
        finally:
            self.copies.put(scratch)
        return known | {"verdict": verdict(ran), "chosen": len(job.tests), **told(ran)}

    def seconds(self, tests: list[str]) -> dict[str, float]:
        return {test: self.covering.lasts(test) for test in tests}

    def without_false_alarms(self, mutants: list[Mutant], workers: int) -> None:
        """Who found a mutant must pass without it; if not, that mutant is tried without them."""
        false: set[str] = set()
        while alarms := self.false_alarms(false):
            false |= {record["by"] for record in alarms}
            names = {record["mutant"] for record in alarms}
            say(f"These fail without any mutant, too: {', '.join(sorted(false))}")
            jobs = [self.job(mutant) for mutant in mutants if mutant.name in names]
            self.keep_what_is_there(jobs)
            for job in jobs:
                job.tests = [test for test in job.tests if test not in false]
            self.at_once(jobs, workers)

    def false_alarms(self, known: set[str]) -> list[Record]:
        records = [each for each in read(self.out) if each["verdict"] in (FOUND, TIMEOUT)]
        by = {each["by"] for each in records if "::" in each["by"]} - known
        failing: set[str] = set()
        scratch = self.copies.get()
        while left := sorted(by - failing):
            ran = scratch.run(left, self.seconds(left))
            if ran.by not in left:
                say(f"{ran.ran} of {len(left)} that found something pass without it {ran.how}")
                break
            failing.add(not_none(ran.by))
        self.copies.put(scratch)
        return [each for each in records if each["by"] in failing]


def verdict(ran: Ran) -> str:
    if ran.timeout:
        return TIMEOUT
    return FOUND if ran.by else NOT_FOUND


def told(ran: Ran) -> Record:
    return {"ran": ran.ran, "by": ran.by, "how": ran.how, "seconds": ran.seconds}


def read(path: Path) -> list[Record]:
    """The last word on each mutant."""
    if not path.exists():
        return []
    records = [json.loads(line) for line in path.read_text().splitlines()]
    return list({record["mutant"]: record for record in records}.values())


def line_of(record: Record) -> str:
    words = [f"{record['verdict']:11}", record["mutant"]]
    if record["verdict"] == NOT_FOUND:
        words.append(f"in {record['ran']} of {record['covering']} covering tests")
    elif by := record.get("by"):
        words.append(f"by {by}")
    return " ".join([*words, f"({record['seconds']:.0f} s)" if "seconds" in record else ""])


def say(line: str) -> None:
    sys.stdout.write(line.rstrip() + "\n")
    sys.stdout.flush()
