"""Replays a record without the server: `python -m games.rules.replay FILE [--trace]`.

Prints the game for people, or with --trace as JSON, one object per line. Everything is computed
before anything is printed, so that a refused record prints only one line, on standard error.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from games.rules.base import Json
from games.rules.errors import BadRecord
from games.rules.records import Aside, Moment, Replay, read_record, replay
from games.rules.replay_words import printed


def main(argv: Sequence[str] | None = None) -> int:
    """Exit status 0, or 1 for a refused record."""
    parser = argparse.ArgumentParser(prog="replay", description="Replay and check a record.")
    add_arguments(parser)
    given = parser.parse_args(argv)
    return run(given.file, given.trace)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE and --trace, also for the management command."""
    parser.add_argument("file", metavar="FILE", help="a record; - reads standard input")
    parser.add_argument("--trace", action="store_true", help="print JSON, one object a line")


def run(file: str, trace: bool) -> int:
    """Replays one file to standard output; prints the reason for a refusal on standard error."""
    try:
        played = replay(read_record(content(file)))
        lines = list(traced(played) if trace else printed(played))
    except (BadRecord, OSError, RecursionError) as error:
        sys.stderr.write(" ".join(f"{file}: {_reason(error)}".split()) + "\n")
        return 1
    return _print(lines)


def content(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def _print(lines: list[str]) -> int:
    try:
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, for example `head`, has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def traced(played: Replay) -> Iterator[str]:
    """One JSON text for each hand, and one for the end (docs/records.md section 5)."""
    observe = played.record.rules.observation
    for moment in played.moments:
        if not isinstance(moment.answer, Aside):
            yield json.dumps(_hand(moment, observe(moment.before, None)))
    outcome = played.outcome.as_json() if played.outcome else None
    yield json.dumps({"outcome": outcome, "table": observe(played.state, None)})


def _hand(moment: Moment, table: Json) -> Json:
    return {
        "hand": moment.number,
        "awaiting": list(moment.awaiting),
        "legal": {str(seat): bids for seat, bids in moment.legal.items()},
        "table": table,
    }


if __name__ == "__main__":
    sys.exit(main())
