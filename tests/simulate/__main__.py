"""`make simulate-faults`: runs many seeds, repeats one, or plants every fault."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from tests import database, pgplugin
from tests.asking import numbers, one_of, part_of_one, positive
from tests.simulate.faults import MOODS, Faults
from tests.simulate.planted import ALL
from tests.simulate.planted_aftermath import AFTERMATH

if TYPE_CHECKING:
    from tests.simulate.planting import Planted
    from tests.simulate.stock import Stock
    from tests.simulate.world import World

ENOUGH = 2500  # seeds tried for one planted fault; the rarest shows in one of 1,700
FAILING = 3  # failing seeds to show before it stops


def options(words: Sequence[str] | None = None) -> argparse.Namespace:
    names = [each.name for each in ALL]
    asked = argparse.ArgumentParser(prog="python -m tests.simulate", description=__doc__)
    asked.add_argument("--seeds", type=positive, default=1000)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--processes", type=positive, default=1)
    asked.add_argument(
        "--aftermath", action="store_true", help="what follows the end of games (aftermath.py)"
    )
    asked.add_argument("--mood", choices=sorted({*MOODS}), default="", help="only days like this")
    asked.add_argument("--seed", type=int, help="this one alone, with its history")
    asked.add_argument(
        "--without", type=numbers, default=(), help="numbers of deeds to leave out of it"
    )
    asked.add_argument("--mute", type=words_of, default=(), help="names of faults to leave out")
    asked.add_argument("--planted", action="store_true", help="plant faults, and find each")
    asked.add_argument(
        "--only", type=part_of_one(names), default="", help="those with this in their name"
    )
    asked.add_argument("--enough", type=positive, default=ENOUGH, help="seeds for each of them")
    asked.add_argument(
        "--plant", type=one_of(names), default="", help="with this planted fault in the services"
    )
    asked.add_argument("--worker", default="", help=argparse.SUPPRESS)
    found = asked.parse_args(words)
    if found.only and not found.planted:
        asked.error("--only goes with --planted")
    if found.seed is None and (found.without or found.mute):
        asked.error("--without and --mute go with --seed")
    return found


def words_of(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))


def say(*lines: str) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    asked = options()
    alone = asked.worker or asked.planted or asked.seed is not None
    if asked.processes > 1 and not alone:
        return beside_each_other(asked)
    for name, value in pgplugin.ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    server = None if os.environ.get("DATABASE_URL") else database.ThrownAway(*database.QUICK)
    try:
        if server is not None:
            server.start()
            os.environ["DATABASE_URL"] = server.url
        return on_a_copy(asked)
    finally:
        if server is not None:
            server.remove()


def on_a_copy(asked: argparse.Namespace) -> int:
    import django

    django.setup()
    from tests.simulate.aftermath import Aftermath
    from tests.simulate.planting import plant
    from tests.simulate.world import World

    if asked.planted:
        known = AFTERMATH if asked.aftermath else ALL
        return all_planted([one for one in known if asked.only in one.name], asked.enough)
    with database.connected_to_copy(f"simulate_{asked.worker or 'alone'}"):
        planted = next((each for each in ALL if each.name == asked.plant), None)
        kind = Aftermath if asked.aftermath or planted in AFTERMATH else World
        stock = kind.STOCK()
        with plant(planted) if planted else nullcontext():
            if asked.seed is not None:
                return once(stock, kind, asked)
            return many(stock, kind, seeds(asked), asked.plant)


def seeds(asked: argparse.Namespace) -> list[int]:
    found = range(asked.first, asked.first + asked.seeds)
    return [seed for seed in found if asked.mood in ("", Faults(seed).mood)]


def beside_each_other(asked: argparse.Namespace) -> int:
    """Runs the seeds in several processes."""
    share = -(-asked.seeds // asked.processes)
    running = [
        subprocess.Popen([
            sys.executable, "-m", "tests.simulate", "--seeds", str(share), "--plant", asked.plant,
            "--mood", asked.mood, *["--aftermath"] * asked.aftermath,
            "--first", str(asked.first + number * share), "--worker", str(number),
        ])
        for number in range(asked.processes)
    ]  # fmt: skip
    return max([process.wait() for process in running])


def once(stock: Stock, kind: type[World], asked: argparse.Namespace) -> int:
    world = kind(stock, asked.seed, asked.without, asked.mute)
    found = world.run()
    say(f"seed {asked.seed}: {world.position.name}", *world.history)
    say("faults: " + ("; ".join(world.faults.fired) or "none"))
    say(*(f"VIOLATION {each}" for each in found))
    return bool(found)


def many(stock: Stock, kind: type[World], seeds: Iterable[int], planted: str = "") -> int:
    from tests.simulate.shrinking import told

    began, failed, tried, faults = time.process_time(), 0, 0, 0
    letters: Counter[int] = Counter()  # how many came once, twice, …
    for seed in seeds:
        world = kind(stock, seed)
        found = world.run()
        tried, faults = tried + 1, faults + len(world.faults.fired)
        letters.update(world.office.taken.values())
        if found:
            failed += 1
            say("", *told(stock, world, planted), "")
        if failed == FAILING:
            break
        if tried % 100 == 0:
            say(f"{tried} seeds, up to {seed}: {failed} failed, {faults} faults came to pass")
    often = ", ".join(f"{letters[times]} {times} x" for times in sorted(letters))
    say(f"{letters.total()} letters: {often or 'none'}")
    spent = (time.process_time() - began) / max(1, tried)
    say(f"{tried} seeds, {failed} failed; {faults} faults came to pass; {spent:.3f} s a seed")
    return bool(failed or not tried)


def all_planted(planted: list[Planted], enough: int) -> int:
    """Prints for each planted fault the first seed that finds it."""
    from tests.simulate.aftermath import Aftermath
    from tests.simulate.world import World

    missed = 0
    for kind in (World, Aftermath):
        mine = [each for each in planted if (each in AFTERMATH) == (kind is Aftermath)]
        if not mine:
            continue
        with database.connected_to_copy("simulate_planted"):
            stock = kind.STOCK()
            for each in mine:
                seed, text = found_by(stock, kind, each, range(enough))
                say(f"{'MISSED' if seed is None else f'seed {seed:3}'}  {each.name}  {text}")
                missed += seed is None
    say(f"Planted faults: {len(planted)}; found: {len(planted) - missed}.")
    return bool(missed)


def found_by(
    stock: Stock, kind: type[World], each: Planted, seeds: Iterable[int]
) -> tuple[int | None, str]:
    from tests.simulate.planting import plant

    with plant(each):
        for seed in seeds:
            if found := kind(stock, seed).run():
                return seed, str(found[0])
    return None, ""


if __name__ == "__main__":
    sys.exit(main())
