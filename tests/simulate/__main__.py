"""`make simulate-faults`: runs many seeds, repeats one, or plants every fault."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import nullcontext
from typing import TYPE_CHECKING

from tests import database, pgplugin

if TYPE_CHECKING:
    from tests.simulate.planting import Planted
    from tests.simulate.stock import Stock

ENOUGH = 400  # seeds tried for one planted fault; the rarest shows in one of 150
FAILING = 3  # failing seeds to show before it stops


def options() -> argparse.Namespace:
    asked = argparse.ArgumentParser(prog="python -m tests.simulate", description=__doc__)
    asked.add_argument("--seeds", type=int, default=1000)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--processes", type=int, default=1)
    asked.add_argument("--seed", type=int, help="this one alone, with its history")
    asked.add_argument("--without", default="", help="numbers of deeds to leave out of it")
    asked.add_argument("--mute", default="", help="names of faults to leave out of it")
    asked.add_argument("--planted", action="store_true", help="plant faults, and find each")
    asked.add_argument("--only", default="", help="the planted faults with this in their name")
    asked.add_argument("--enough", type=int, default=ENOUGH, help="seeds for each of them")
    asked.add_argument("--plant", default="", help="with this planted fault in the services")
    asked.add_argument("--worker", default="", help=argparse.SUPPRESS)
    return asked.parse_args()


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
    server = None if os.environ.get("DATABASE_URL") else database.ThrownAway(database.ONE_PLAN)
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
    from tests.simulate.planting import ALL, plant
    from tests.simulate.stock import Stock

    with database.connected_to_copy(f"simulate_{asked.worker or 'alone'}"):
        stock = Stock()
        if asked.planted:
            return all_planted(stock, [one for one in ALL if asked.only in one.name], asked.enough)
        planted = next((each for each in ALL if each.name == asked.plant), None)
        with plant(planted) if planted else nullcontext():
            if asked.seed is not None:
                return once(stock, asked)
            return many(stock, range(asked.first, asked.first + asked.seeds), asked.plant)


def beside_each_other(asked: argparse.Namespace) -> int:
    """Runs the seeds in several processes."""
    share = -(-asked.seeds // asked.processes)
    running = [
        subprocess.Popen([
            sys.executable, "-m", "tests.simulate", "--seeds", str(share), "--plant", asked.plant,
            "--first", str(asked.first + number * share), "--worker", str(number),
        ])
        for number in range(asked.processes)
    ]  # fmt: skip
    return max([process.wait() for process in running])


def once(stock: Stock, asked: argparse.Namespace) -> int:
    from tests.simulate.shrinking import Course

    without = tuple(int(each) for each in asked.without.split(",") if each)
    world = Course(asked.seed, without, tuple(filter(None, asked.mute.split(",")))).world(stock)
    found = world.run()
    say(f"seed {asked.seed}: {world.position.name}", *world.history)
    say("faults: " + ("; ".join(world.faults.fired) or "none"))
    say(*(f"VIOLATION {each}" for each in found))
    return bool(found)


def many(stock: Stock, seeds: Iterable[int], planted: str = "") -> int:
    from tests.simulate.world import World

    began, failed, tried, faults = time.process_time(), 0, 0, 0
    for seed in seeds:
        world = World(stock, seed)
        found = world.run()
        tried, faults = tried + 1, faults + len(world.faults.fired)
        if found:
            failed += 1
            report(stock, seed, planted)
        if failed == FAILING:
            break
        if tried % 100 == 0:
            say(f"{tried} seeds, up to {seed}: {failed} failed, {faults} faults came to pass")
    spent = (time.process_time() - began) / max(1, tried)
    say(f"{tried} seeds, {failed} failed; {faults} faults came to pass; {spent:.3f} s a seed")
    return bool(failed)


def report(stock: Stock, seed: int, planted: str = "") -> None:
    """Prints the smallest failing course found for this seed, and how to repeat it."""
    from tests.simulate.shrinking import shrunk

    course, world = shrunk(stock, seed)
    say(f"\nSeed {seed} fails. Again, made smaller ({world.position.name}):", *world.history)
    say("faults: " + ("; ".join(world.faults.fired) or "none"))
    more = f" --plant '{planted}'" if planted else ""
    say(f'    {course.command()[:-1]}{more}"', "")


def all_planted(stock: Stock, planted: list[Planted], enough: int) -> int:
    """Prints for each planted fault the first seed that finds it."""
    missed = []
    for each in planted:
        seed, text = found_by(stock, each, range(enough))
        say(f"{'MISSED' if seed is None else f'seed {seed:3}'}  {each.name}  {text}")
        missed += [each] if seed is None else []
    say(f"Planted faults: {len(planted)}; found: {len(planted) - len(missed)}.")
    return bool(missed)


def found_by(stock: Stock, each: Planted, seeds: Iterable[int]) -> tuple[int | None, str]:
    from tests.simulate.planting import plant
    from tests.simulate.world import World

    with plant(each):
        for seed in seeds:
            if found := World(stock, seed).run():
                return seed, str(found[0])
    return None, ""


if __name__ == "__main__":
    sys.exit(main())
