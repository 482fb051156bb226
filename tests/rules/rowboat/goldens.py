"""Golden playthroughs: one finished record for each way in which a game can end.

`python -m tests.rules.rowboat.goldens [NAME …]` looks for them anew; that is right only together
with a new version of the rules, or where the table's format changes.  The bots play, now
and then against their own advice.
"""

import hashlib
import json
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from games.catalogue.rowboat import bot
from games.catalogue.rowboat import rules as rowboat
from games.rules.base import Event
from games.rules.records import Replay, build_record, record_of, replay

FOLDER = Path(__file__).parent / "golden"
TABLE = (
    *("stage", "trick", "phase", "dealer", "tide", "bids"),
    *("on_table", "pending", "cards", "sides"),
)
Ending = Callable[[int, Sequence[Event]], bool]


class Wanted(NamedTuple):
    """A way to end: how many sit down, with which options, and what is to be seen."""

    seats: int
    options: dict[str, bool]
    ended: Ending


def _sides(events: Sequence[Event]) -> list[Any]:
    return [e.data for e in events if e.kind == "stage_scored"][-1]["sides"]


def _at_target(target: int, events: Sequence[Event]) -> list[int]:
    return sorted(s["score"] for s in _sides(events) if s["score"] >= target)


def single(target: int, events: Sequence[Event]) -> bool:
    """One side alone reaches the target, and nobody ever played on."""
    return len(_at_target(target, events)) == 1 and not played_on(target, events)


def by_score(target: int, events: Sequence[Event]) -> bool:
    """Several reach the target, and one has the most."""
    reached = _at_target(target, events)
    return len(reached) > 1 and reached[-1] > reached[-2]


def by_bags(target: int, events: Sequence[Event]) -> bool:
    """The two best have the same score, and one has fewer sandbags."""
    reached = _at_target(target, events)
    return len(reached) > 1 and reached[-1] == reached[-2]


def played_on(_: int, events: Sequence[Event]) -> bool:
    """Score and sandbags were equal, and another stage decided."""
    return any(event.kind == "play_on" for event in events)


def cancelled(_: int, events: Sequence[Event]) -> bool:
    """A misplay cost somebody the win."""
    scored = [event.data["sides"] for event in events if event.kind == "stage_scored"]
    return any(side["cancelled"] for sides in scored for side in sides)


WANTED = {
    "two-single-winner": Wanted(2, {}, single),
    "two-by-score": Wanted(2, {}, by_score),
    "two-by-sandbags": Wanted(2, {}, by_bags),
    "two-played-on": Wanted(2, {}, played_on),
    "two-cancelled-win": Wanted(2, {"misplays": True}, cancelled),
    "two-novice": Wanted(2, {"novice": True}, single),
    "two-novice-played-on": Wanted(2, {"novice": True}, played_on),
    "three-to-150": Wanted(3, {}, single),
    "three-novice-to-150": Wanted(3, {"novice": True}, single),
    "four-teams": Wanted(4, {}, single),
    "four-teams-cancelled-win": Wanted(4, {"misplays": True}, cancelled),
}


def playthrough(wanted: Wanted, seed: int, stages: int = 40) -> tuple[Any, list[Event]] | None:
    """A finished record and its events; None if the game takes too long."""
    rng = random.Random(seed)
    state, shuffles, hands = rowboat.start(wanted.seats, wanted.options), [], []
    events: list[Event] = []
    while (end := rowboat.outcome(state)) is None and state.stage <= stages:
        items = rowboat.shuffle_needed(state)
        if items is not None:
            shuffles.append(rng.sample(items, len(items)))
            state = rowboat.shuffled(state, shuffles[-1])
            continue
        hands.append({seat: _answer(state, seat, rng) for seat in rowboat.awaiting(state)})
        state, told = rowboat.resolve(state, hands[-1])
        events.extend(told)
    head = (rowboat.SLUG, rowboat.VERSION, wanted.seats, wanted.options)
    return (build_record(*head, shuffles, hands, end), events) if end else None


def _answer(state: Any, seat: int, rng: random.Random) -> str:
    legal = rowboat.legal(state, seat)
    if state.phase == "play" and rng.random() < 0.05:
        return rng.choice(legal)
    advice = bot.choose(rowboat.observation(state, seat), legal, rng)
    return _bolder(advice, legal) if state.phase == "bid" and rng.random() < 0.4 else advice


def _bolder(advice: str, legal: Sequence[str]) -> str:
    """One trick more than advised: bots stop at the target, and so never pass it."""
    bolder = f"bid {int(advice.split()[1]) + 1}"
    return bolder if bolder in legal else advice


def digest(played: Replay) -> str:
    """Of all that the record format fixes: awaiting, legal and table at each hand."""
    rules = played.record.rules
    lines: list[Any] = []
    for moment in played.moments:
        legal = {str(seat): legal for seat, legal in moment.legal.items()}
        lines.append([list(moment.awaiting), legal, _table(rules.observation(moment.before, None))])
    lines.append(_table(rules.observation(played.state, None)))
    return hashlib.sha256(json.dumps(lines, sort_keys=True).encode()).hexdigest()


def _table(seen: dict[str, Any]) -> dict[str, Any]:
    return {key: seen[key] for key in TABLE}


def find(name: str, first: int = 0) -> int:
    """Writes the first playthrough that ends as wanted; returns its seed."""
    wanted = WANTED[name]
    for seed in range(first, first + 1000):
        found = playthrough(wanted, seed)
        if found and wanted.ended(150 if wanted.seats == 3 else 200, found[1]):
            record = {**found[0], "seed": seed, "digest": digest(replay(record_of(found[0])))}
            text = json.dumps(record, separators=(",", ":"))
            (FOLDER / f"{name}.json").write_text(text.replace("],[", "],\n[") + "\n")
            return seed
    raise LookupError(name)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or WANTED:
        find(name)
