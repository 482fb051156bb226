"""How many mutants were found, by area, and what a change of the tests won and lost."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.mutants import running
from tests.mutants.kept import AREAS, Mutant
from tests.mutants.running import FOUND, TIMEOUT, Record, line_of


def found(path: Path) -> set[str]:
    return {each["mutant"] for each in running.read(path) if is_found(each)}


def is_found(record: Record) -> bool:
    return record["verdict"] in (FOUND, TIMEOUT)


def figures(mutants: list[Mutant], path: Path) -> list[str]:
    """A line for each area, one for all, and one for each mutant that was not found."""
    records = {record["mutant"]: record for record in running.read(path)}
    ours = [(mutant, records[mutant.name]) for mutant in mutants if mutant.name in records]
    lines = []
    for area in AREAS:
        there = [record for mutant, record in ours if mutant.area == area]
        lines.append(f"{area:10} {in_words(there)}")
    everything = [record for _, record in ours]
    lines.append(f"{'all':10} {in_words(everything)}")
    return lines + [line_of(record) for record in everything if not is_found(record)]


def in_words(records: list[Record]) -> str:
    counts = Counter(FOUND if is_found(each) else each["verdict"] for each in records)
    rest = [f"{count} {word}" for word, count in sorted(counts.items()) if word != FOUND]
    return ", ".join([f"{counts[FOUND]} of {len(records)} found", *rest])


def compared(before: Path, after: Path) -> tuple[list[str], bool]:
    """What to print, and whether at least as many are found as before."""
    old, new = found(before), found(after)
    records = {record["mutant"]: record for record in running.read(after)}
    lines = [f"found before: {len(old)} of {len(running.read(before))}"]
    lines.append(f"found after:  {len(new)} of {len(records)}")
    lines += [f"lost:   {lost(name, records)}" for name in sorted(old - new)]
    lines += [f"gained: {name} by {records[name]['by']}" for name in sorted(new - old)]
    return lines, len(new) >= len(old)


def lost(name: str, records: dict[str, Record]) -> str:
    return line_of(records[name]) if name in records else f"{name} was not tried"
