"""How well checking tells good records from bad: `python -m tests.bench.verifying [NUMBER]`.

Plays whole games of all three kinds at random with a committed deck and receipts, expects every
record to be accepted, changes one byte in each, and expects every one to be refused.  Prints
the figures and how many of the changed ones the checksum alone would have caught; exit status 1
if any record was judged wrongly.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from typing import Any

import django

from games import bots, fairness
from games.rules.base import Ruleset, State
from games.rules.records import FORMATS, Aside, Bids, build_record
from games.rules.registry import RULESETS
from games.verification.terms import Check

TABLES = [(slug, seats) for slug, rules in RULESETS.items() for seats in rules.SEATS]
ASIDES = 0.01  # the chance before each hand that somebody acts out of turn
NAMES = ("Marit", "Joost", "Wim", "Ebba", "Özlem", "Aoife")
WORDS = ("herring gulls", "wind from the north-west", "Ebba (bot)", "sält", "5f1d9c0a7be24688")


def record_at_random(slug: str, seats: int, chance: random.Random) -> dict[str, Any]:
    """A whole game with everything that a finished game's record holds."""
    rules = RULESETS[slug]
    secret, code = chance.randbytes(32), "".join(chance.choices("abcdefghjkmn23456789", k=12))
    entropies = [chance.choice(WORDS) for _seat in range(seats)]
    seed = fairness.seed(secret, entropies)
    state, shuffles, hands = _played(rules, seats, seed, chance)
    record = build_record(slug, rules.VERSION, seats, {}, shuffles, hands, rules.outcome(state)) | {
        "format": FORMATS[-1],
        "id": code,
        "players": chance.sample(NAMES, seats),
        "ended": "rules",
        "secret": secret.hex(),
        "commitment": fairness.commitment(secret),
        "entropies": entropies,
        "seed": seed.hex(),
        **_receipts(code, [hand for hand in hands if not isinstance(hand, Aside)], chance),
    }
    record |= {"start": _start(record, chance)}
    return {**record, "checksum": fairness.checksum(record)}


def _start(record: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    salts = [chance.randbytes(16).hex() for _name in record["players"]]
    names = [
        fairness.name_digest(record["id"], seat, name, salt)
        for seat, (name, salt) in enumerate(zip(record["players"], salts, strict=True))
    ]
    return {"digest": fairness.start_digest(record, names), "names": names, "salts": salts}


def _played(
    rules: Ruleset, seats: int, seed: bytes, chance: random.Random
) -> tuple[State, list[Any], list[Bids | Aside]]:
    state: State = rules.start(seats, {})
    shuffles: list[Any] = []
    hands: list[Bids | Aside] = []
    while rules.outcome(state) is None:
        if (items := rules.shuffle_needed(state)) is not None:
            shuffles.append(fairness.shuffled(items, seed, len(shuffles) + 1))
            state = rules.shuffled(state, shuffles[-1])
            continue
        answer = _answer(rules, state, seats, chance)
        hands.append(answer)
        if isinstance(answer, Aside):
            state = rules.aside(state, *answer).state
        else:
            state = rules.resolve(state, answer).state
    return state, shuffles, hands


def _answer(rules: Ruleset, state: State, seats: int, chance: random.Random) -> Bids | Aside:
    if chance.random() < ASIDES:
        free = [Aside(seat, act) for seat in range(seats) for act in rules.asides(state, seat)]
        if free:
            return chance.choice(free)
    return {seat: _bid(rules, state, seat, chance) for seat in rules.awaiting(state)}


def _bid(rules: Ruleset, state: State, seat: int, chance: random.Random) -> str:
    """At random; but Rowboat played so never reaches its target, and is played by a bot."""
    legal = rules.legal(state, seat)
    if rules.SLUG != "rowboat":
        return chance.choice(legal)
    return bots.choose(rules.SLUG, rules.observation(state, seat), legal, chance)


def _receipts(code: str, hands: Sequence[Bids], chance: random.Random) -> dict[str, Any]:
    salts = [{str(seat): chance.randbytes(16).hex() for seat in bids} for bids in hands]
    receipts = [
        {
            str(seat): fairness.receipt(code, number, seat, bid, salts[number - 1][str(seat)])
            for seat, bid in bids.items()
        }
        for number, bids in enumerate(hands, 1)
    ]
    return {"salts": salts, "receipts": receipts}


def with_one_byte_changed(record: dict[str, Any], chance: random.Random) -> tuple[str, str]:
    """The record as text with another byte somewhere, and the key of the value it is in.

    Every key is hit equally often, since receipts are most of a record.
    """
    key = chance.choice(sorted(record))
    rest = {name: value for name, value in record.items() if name != key}
    head = json.dumps(rest, separators=(",", ":"), ensure_ascii=False)[:-1] + f',"{key}":'
    value = json.dumps(record[key], separators=(",", ":"), ensure_ascii=False).encode()
    while True:
        place = chance.randrange(len(value))
        byte = chance.choice(b'0123456789abcdefghijklmnopqrstuvwxyz{}[],: "')
        changed = value[:place] + bytes([byte]) + value[place + 1 :]
        if _is_another(changed, record[key]):
            return head + changed.decode(errors="replace") + "}", key


def _is_another(changed: bytes, value: object) -> bool:
    try:
        return bool(json.loads(changed) != value)
    except ValueError:
        return True


def main(argv: Sequence[str] | None = None) -> int:
    """Exit status 0 if all were judged rightly."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.verifying")
    parser.add_argument("number", nargs="?", type=int, default=1000, help="records (1000)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(argv)
    django.setup()
    accepted, refused, by_checksum_only, seconds = _judged(given.number, given.seed)
    sys.stdout.write(
        f"accepted {accepted} of {given.number} good records\n"
        f"refused {refused} of {given.number} with one byte changed, "
        f"{by_checksum_only} of them by the checksum alone\n"
        f"{1000 * seconds / given.number:.1f} ms of CPU to check a good one\n"
    )
    return int((accepted, refused) != (given.number, given.number))


def _judged(number: int, seed: int) -> tuple[int, int, int, float]:
    from games.verification import all_passed, verify_text

    chance = random.Random(seed)
    accepted = refused = by_checksum_only = 0
    seconds = 0.0
    for count in range(number):
        record = record_at_random(*TABLES[count % len(TABLES)], chance)
        text = json.dumps(record)
        begun = time.process_time()
        accepted += all_passed(verify_text(text))
        seconds += time.process_time() - begun
        checks = verify_text(with_one_byte_changed(record, chance)[0])
        refused += not all_passed(checks)
        by_checksum_only += _failed(checks) == ["checksum"]
    return accepted, refused, by_checksum_only, seconds


def _failed(checks: Sequence[Check]) -> list[str]:
    return [check.kind for check in checks if check.passed is False]


if __name__ == "__main__":
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideweb.settings")
    sys.exit(main())
