"""`make faults`: kills, races and simultaneous bids on real processes; 1 if anything is lost."""

from __future__ import annotations

import argparse
import logging
import sys
import time

import django

from tests.faults.house import House


def options() -> argparse.Namespace:
    asked = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    asked.add_argument("--kills", type=int, default=4, help="of web, worker and database each")
    asked.add_argument("--races", type=int, default=100, help="of 8 people for one seat")
    asked.add_argument("--hands", type=int, default=100, help="with all last bids at once")
    asked.add_argument("--seconds", type=float, default=420, help="begin nothing after these")
    return asked.parse_args()


def main() -> int:
    asked = options()
    house = House()
    django.setup()
    # We lay tables ourselves; that nudges fail right after a kill is no news.
    logging.getLogger("games").setLevel(logging.ERROR)
    from tests.faults import proofs

    report = proofs.Report()
    end = time.monotonic() + asked.seconds

    def over() -> bool:
        return time.monotonic() > end

    try:
        with proofs.mail_server(house.sink_port) as sink:
            house.start()
            races = proofs.race_for_seats(house, asked.races, over)
            report.line("seats raced for by 8", races, {"twice": 0, "seated": races["runs"]})
            hands = proofs.last_bids_at_once(house, asked.hands, over)
            report.line("last bids at the same instant", hands, {"stuck": 0})
            for part in proofs.PARTS:
                kills = proofs.kill_and_count(house, part, asked.kills, over)
                must = {"found": kills["acked"], "stuck": 0, "strange": 0}
                report.line(f"kill -9 {part} while 8 bid", kills, must)
            letters = proofs.letters(house, sink)
            must = dict.fromkeys(("waiting", "failed", "lost", "unknown", "thrice"), 0)
            report.line("letters", letters, must)
    finally:
        house.stop()
    return bool(report.losses)


if __name__ == "__main__":
    sys.exit(main())
