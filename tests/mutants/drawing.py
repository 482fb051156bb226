"""Draws the mutants: all that cosmic-ray could do to the code, and of these sixty by a seed.

First a place is drawn, then one of the changes that can be made there: or the eleven things that a
`+` can become would outweigh everything else. Each place has a number of its own from the seed and
its text, and the lowest win, so that what is drawn stays the same where the code does.
"""

from __future__ import annotations

import ast
import hashlib
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.operators.provider import OperatorProvider
from parso.python.tree import Name, Newline, String

from tests.mutants.kept import AREAS, Mutant, files_of, places, scopes
from tests.mutants.sparing import Position, Spared

SEED = "tideweb-1"
WANTED = 60
LEAST = 5  # of each area
# These draw their changes themselves, differently each time.
UNSTEADY = {"VariableReplacer", "VariableInserter"}
NEVER = (Name, Newline, String)  # no operator changes these


@dataclass(frozen=True)
class Change:
    """One thing that one operator does at one place."""

    file: str
    operator: str
    occurrence: int
    place: str  # what is the same for all the changes that could be made here

    @property
    def lot(self) -> str:
        return drawn(f"{self.place} {self.operator}")


def drawn(text: str) -> str:
    return hashlib.sha256(f"{SEED} {text}".encode()).hexdigest()


def draw(tree: Path) -> list[Mutant]:
    """The sixty, by file and line."""
    ready = operators()
    by_area: dict[str, list[list[Change]]] = defaultdict(list)
    for file in files_of(tree):
        area = next(area for area, path in AREAS.items() if file.startswith(path))
        by_area[area] += changes(tree, file, ready)
    shares = shares_of({area: len(found) for area, found in by_area.items()})
    picked = [
        mutant
        for area, share in shares.items()
        for mutant in pick(tree, by_area[area], share, ready)
    ]
    return sorted(picked, key=lambda mutant: (mutant.file, mutant.line, mutant.name))


def operators() -> dict[str, Operator]:
    provider = OperatorProvider()
    return {name: provider[name]() for name in provider if name not in UNSTEADY}


def shares_of(sizes: dict[str, int]) -> dict[str, int]:
    """To each its least, and the rest by size: whoever is furthest from its share gets the next."""
    shares = dict.fromkeys(sizes, LEAST)
    while sum(shares.values()) < WANTED:
        shares[max(sizes, key=lambda area: sizes[area] / (shares[area] + 1))] += 1
    return shares


def changes(tree: Path, file: str, ready: dict[str, Operator]) -> list[list[Change]]:
    """What could be done to a file, gathered by place."""
    source = (tree / file).read_text()
    names, spared, lines = scopes(source), Spared(source), source.split("\n")
    seen: Counter[str] = Counter()
    keys: dict[tuple[Position, str], str] = {}
    found: dict[str, list[Change]] = defaultdict(list)
    for operator, occurrence, at in positions(source, ready):
        if at in spared:
            continue
        family = operator.split("_")[0]
        if (at, family) not in keys:
            text = f"{file} {names[at[0] - 1]} {family} {lines[at[0] - 1]}"
            keys[at, family] = f"{text} {seen[text]}"
            seen[text] += 1
        place = keys[at, family]
        found[place].append(Change(file, operator, occurrence, place))
    return list(found.values())


def positions(source: str, ready: dict[str, Operator]) -> Iterator[tuple[str, int, Position]]:
    """All that the operators offer: which one, its count in the file, and where."""
    counts: Counter[str] = Counter()
    for node in ast_nodes(get_ast(source)):
        if isinstance(node, NEVER):
            continue
        for name, operator in ready.items():
            for start, _end in operator.mutation_positions(node):
                yield name, counts[name], start
                counts[name] += 1


def pick(
    tree: Path, by_place: list[list[Change]], share: int, ready: dict[str, Operator]
) -> Iterator[Mutant]:
    """The places with the lowest numbers, as far as what is changed there is still Python."""
    left = share
    for there in sorted(by_place, key=lambda each: drawn(each[0].place)):
        if not left:
            return
        change = min(there, key=lambda each: (each.lot, each.occurrence))
        if mutant := made(tree, change, ready):
            left -= 1
            yield mutant


def made(tree: Path, change: Change, ready: dict[str, Operator]) -> Mutant | None:
    """As text; None if it is no Python any more, or still the same."""
    source = (tree / change.file).read_text()
    after = mutate_code(source, ready[change.operator], change.occurrence)
    if after is None or not differs(source, after):
        return None
    first, original, mutated = difference(source.split("\n"), after.split("\n"))
    within = scopes(source)[first]
    bare = Mutant(
        change.file, within, first + 1, 0, change.operator, change.occurrence, original, mutated
    )
    return replace(bare, nth=places(source, original, within).index(first))


def differs(before: str, after: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            compile(after, "mutant", "exec")
    except SyntaxError:
        return False
    return ast.dump(ast.parse(before)) != ast.dump(ast.parse(after))


def difference(before: list[str], after: list[str]) -> tuple[int, list[str], list[str]]:
    """Where the lines begin to differ, from 0, and the lines that do, of both."""
    start = 0
    while before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    lost, made = before[start : len(before) - end], after[start : len(after) - end]
    while not made and (not lost[0].strip() or lost[0].lstrip().startswith("#")):
        start, lost = start + 1, lost[1:]  # with a decorator goes what stood above it
    return start, lost, made
