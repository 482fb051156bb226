"""Plays two hands of each game, deterministically, for the examples in the schema."""

from functools import cache
from typing import Any, NamedTuple

from games import fairness
from games.rules.base import Event
from games.rules.records import FORMATS, build_record
from games.rules.registry import RULESETS

CODE = "k7m2xq9wphdz"
HANDS = 2
SECRET, SALT = bytes(range(32)), "5f1d9c0a7be2468835a1c0ffee123456"
NAMES = ("Marit", "Joost", "Ebba (bot)")
WORDS = ("herring gulls", SALT, "Ebba (bot)")


class Played(NamedTuple):
    """The table before the last hand, its events, and the table now."""

    before: dict[str, Any]
    events: list[dict[str, Any]]
    after: dict[str, Any]
    seen: dict[str, Any]  # by seat 0
    legal: list[str]  # for seat 0
    phase: str
    record: dict[str, Any]  # as if the game had been cancelled now


@cache
def played(slug: str, seats: int) -> Played:
    rules = RULESETS[slug]
    seed = fairness.seed(SECRET, WORDS[:seats])
    state = rules.start(seats, {})
    shuffles: list[Any] = []
    hands: list[dict[int, str]] = []
    before, events = state, tuple[Event, ...]()
    while True:
        if (items := rules.shuffle_needed(state)) is not None:
            shuffles.append(fairness.shuffled(items, seed, len(shuffles) + 1))
            state = rules.shuffled(state, shuffles[-1])
            continue
        if len(hands) == HANDS:
            break
        before = state
        hands.append({s: _middle(rules.legal(state, s)) for s in rules.awaiting(state)})
        state, events = rules.resolve(state, hands[-1])
    record = build_record(slug, rules.VERSION, seats, {}, shuffles, hands, None)
    return Played(
        rules.observation(before, None),
        [{"kind": event.kind, **event.data} for event in events],
        rules.observation(state, None),
        rules.observation(state, 0),
        rules.legal(state, 0),
        rules.position(before).phase,
        _sealed(record, seed, hands),
    )


def _middle(legal: list[str]) -> str:
    return legal[len(legal) // 2]


def _sealed(record: dict[str, Any], seed: bytes, hands: list[dict[int, str]]) -> dict[str, Any]:
    """Adds everything needed for verification (docs/fairness.md)."""
    seats = range(record["seats"])
    digests = [fairness.name_digest(CODE, seat, NAMES[seat], SALT) for seat in seats]
    whole = {
        **record,
        "format": FORMATS[-1],
        "id": CODE,
        "players": [NAMES[seat] for seat in seats],
        "ended": "cancelled",
        "secret": SECRET.hex(),
        "commitment": fairness.commitment(SECRET),
        "entropies": [WORDS[seat] for seat in seats],
        "seed": seed.hex(),
        "salts": [{str(seat): SALT for seat in bids} for bids in hands],
        "receipts": [
            {str(seat): fairness.receipt(CODE, n, seat, bid, SALT) for seat, bid in bids.items()}
            for n, bids in enumerate(hands, 1)
        ],
    }
    start = {"digest": fairness.start_digest(whole, digests), "names": digests}
    whole["start"] = {**start, "salts": [SALT for _seat in seats]}
    return {**whole, "checksum": fairness.checksum(whole)}
