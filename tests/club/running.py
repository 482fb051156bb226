"""The command: its arguments and its output."""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import timedelta

from django.core.management import call_command

from games.rules.registry import RULESETS
from tests.club import report
from tests.club.club import Club, Programme

GRACE = timedelta(seconds=2)


def run(arguments: Sequence[str]) -> int:
    """Runs the simulation and prints the report; returns 1 if something went wrong."""
    options = _parser().parse_args(arguments)
    programme = Programme(
        **{name: value for name, value in vars(options).items() if name != "minutes"}
    )
    call_command("migrate", verbosity=0)
    began = time.process_time(), time.monotonic()
    until = began[1] + 60 * (options.minutes or 60 * 24 * 365)
    club = Club(programme, _say, lambda: time.monotonic() > until)
    _say(f"people and tables       {club.likeness()}, the same with and without plans")
    post = club.run()
    found = report.of(post, club.clock.at, timedelta(seconds=programme.sweep) + GRACE)
    for line in (*found.lines(), *_left_out(programme)):
        _say(line)
    processor, wall = time.process_time() - began[0], time.monotonic() - began[1]
    _say(f"time                    {wall:.0f} s, {processor:.0f} s of processor")
    if not found.sound:
        _say("Something was late, false or said twice.")
    return 0 if found.sound else 1


def _parser() -> argparse.ArgumentParser:
    usual = Programme()
    parser = argparse.ArgumentParser(
        prog="python -m tests.club",
        description="Plays the games of a made-up club over virtual months by the real services, "
        "in a database of its own that is thrown away, and prints what became of everything.",
    )
    parser.add_argument("--people", type=int, default=usual.people)
    parser.add_argument("--games", type=int, default=usual.games)
    parser.add_argument("--seats", type=int, default=usual.seats)
    parser.add_argument("--ruleset", choices=sorted(RULESETS), default=usual.ruleset)
    parser.add_argument("--days", type=int, default=usual.days, help="at most")
    parser.add_argument("--seed", default=usual.seed, help="of people and their habits")
    parser.add_argument("--sweep", type=float, default=usual.sweep, help="seconds; 0: never")
    parser.add_argument("--lost", type=float, default=usual.lost, help="of the messages")
    parser.add_argument("--letters", type=float, default=usual.letters, help="seconds")
    parser.add_argument("--minutes", type=float, help="of real time, after which it ends")
    parser.add_argument("--plans", action="store_true", help="let people answer ahead")
    parser.add_argument(
        "--apart",
        dest="together",
        action="store_false",
        help="nobody leaves, helps out, votes, or asks for more time",
    )
    parser.add_argument("--written", action="store_true", help="compose letters in full")
    return parser


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _left_out(programme: Programme) -> Iterator[str]:
    """The parts of real life that this run leaves out."""
    yield "left out                outages of ours; answers by mail, pushes and webhooks"
    if not programme.written:
        yield "                        what stands in the letters (--written composes them)"
    if programme.letters > programme.sweep > 0:
        yield (
            f"                        letters that no message tells of are looked for each "
            f"{programme.letters:g} s"
        )
