"""Sixty small faults: draw them, run the tests that cover each, compare two such runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.mutants import figures, kept

HERE = Path(__file__).resolve().parents[2]


def options() -> argparse.Namespace:
    asked = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    doing = asked.add_subparsers(dest="doing", required=True)
    doing.add_parser("list", help="draw them anew: the same, as far as the code is the same")
    mapping = doing.add_parser("map", help="one run of all tests: who comes by which line")
    mapping.add_argument("--tree", type=Path, default=HERE, help="the checkout to judge")
    mapping.add_argument("--out", type=Path, required=True, help="a folder")
    mapping.add_argument("--tests", nargs="*", default=[], help="only these")
    run = doing.add_parser("run", help="goes on where an earlier run into the same file ended")
    run.add_argument("--tree", type=Path, default=HERE, help="the checkout to judge")
    run.add_argument("--map", type=Path, required=True, help="the folder that `map` wrote")
    run.add_argument("--out", type=Path, required=True)
    run.add_argument("--but", type=Path, help="not those that were found in this earlier run")
    run.add_argument("--workers", type=int, default=2, help="mutants at once")
    run.add_argument("--budget", type=float, default=240, help="recorded seconds for a mutant")
    run.add_argument("--only", default="", help="the mutants with this in their name")
    doing.add_parser("show", help="by area").add_argument("found", type=Path)
    compare = doing.add_parser("compare", help="1 if fewer are found after than before")
    compare.add_argument("before", type=Path)
    compare.add_argument("after", type=Path)
    return asked.parse_args()


def main() -> int:
    asked = options()
    doing = {"list": draw, "map": map_, "run": run, "show": show, "compare": compare}
    return doing[asked.doing](asked)


def draw(_asked: argparse.Namespace) -> int:
    try:
        from tests.mutants import drawing
    except ModuleNotFoundError:
        say(["Drawing others needs cosmic-ray: .venv/bin/uv pip install 'cosmic-ray>=8.7,<9'"])
        return 1
    kept.write(drawing.draw(HERE))
    return 0


def map_(asked: argparse.Namespace) -> int:
    """Tests may fail in an older tree: these are left out."""
    from tests.mutants.scratch import Scratch

    scratch = Scratch(asked.tree.resolve())
    try:
        scratch.mapped(asked.out, *asked.tests)
    finally:
        scratch.remove()
    return 0 if list(asked.out.glob("*.json")) else 1


def run(asked: argparse.Namespace) -> int:
    from tests.mutants import running
    from tests.mutants.covering import Covering

    found = figures.found(asked.but) if asked.but else set()
    mutants = [
        mutant for mutant in kept.read() if asked.only in mutant.name and mutant.name not in found
    ]
    covering = Covering(asked.tree, asked.map)
    for test in sorted(covering.failed):
        say([f"left out, since it fails as it is: {test}"])
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    running.Run(asked.tree.resolve(), covering, asked.out, asked.budget).all_of(
        mutants, asked.workers
    )
    return show(argparse.Namespace(found=asked.out))


def show(asked: argparse.Namespace) -> int:
    say(figures.figures(kept.read(), asked.found))
    return 0


def compare(asked: argparse.Namespace) -> int:
    lines, as_many = figures.compared(asked.before, asked.after)
    say(lines)
    return 0 if as_many else 1


def say(lines: list[str]) -> None:
    sys.stdout.write("".join(line + "\n" for line in lines))


if __name__ == "__main__":
    sys.exit(main())
