"""Plays the ruleset and the oracle side by side, and stops where they differ."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from games.catalogue.turning_tides import rules as turning_tides
from games.rules.base import Event, Observation, OptionValue
from tests.rules.turning_tides.oracle import Referee

PATIENCE = 400  # hands, where a usual game has 50 to 300
Taste = Callable[[dict[str, Any], int, str, random.Random], float]
ANY_OPTIONS: tuple[dict[str, OptionValue], ...] = (
    {},
    {},
    {},
    {"introduction": True},
    {"introduction": True, "introduction_goal": "or"},
)


def wild(table: dict[str, Any], seat: int, line: str, rng: random.Random) -> float:
    return rng.random()


def hoarder(table: dict[str, Any], seat: int, line: str, rng: random.Random) -> float:
    """Keeps cards for the lull."""
    return rng.random() + (2 if line == "wait" and rng.random() < 0.7 else 0)


def hunter(table: dict[str, Any], seat: int, line: str, rng: random.Random) -> float:
    """Goes for the captain, so that there are promotions; places cannons."""
    wanted = 1 if line in ("swing", "fire", "cannon", "sailor") else 0
    return rng.random() + wanted + 3 * ("captain" in _found(table, seat, line))


def gunner(table: dict[str, Any], seat: int, line: str, rng: random.Random) -> float:
    """Goes for empty zones, so that there is damage."""
    wanted = 1 if line in ("fire", "cannon", "navigate") else 0
    return rng.random() + wanted + 3 * (_found(table, seat, line) == "empty")


TASTES: tuple[Taste, ...] = (wild, hoarder, hunter, gunner)


def _found(table: dict[str, Any], seat: int, line: str) -> str:
    """What an attack by this line would find on the other side."""
    if not line.startswith("from "):
        return ""
    zone = table["ships"][1 - seat]["zones"][table["offset"] - int(line[5:])]
    if zone["destroyed"]:
        return ""
    units = [name for name in ("captain", "mast", "sailors", "cannons") if zone[name]]
    return units[0] if units else "empty"


class Duel:
    """One game of both; `seen` counts what happened, to show what was compared."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        options = rng.choice(ANY_OPTIONS)
        self.state = turning_tides.start(2, options)
        every = {"introduction": False, "introduction_goal": "and", **options}
        self.referee = Referee(2, every)
        self.story = self.referee.play()
        self.question: tuple[str, Any] | None = next(self.story)
        self.tastes = [rng.choice(TASTES), rng.choice(TASTES)]
        self.talkative = rng.random() < 0.25  # offers end a game early
        self.seen: Counter[str] = Counter()

    def play(self) -> None:
        while self.question is not None:
            kind, asked = self.question
            if kind == "shuffle":
                self.shuffle(asked)
            else:
                self.compare(asked)
                self.question = self.hand(asked)
        self.compare({})
        outcome = turning_tides.outcome(self.state)
        assert outcome is not None
        assert outcome.as_json() == self.referee.outcome()

    def shuffle(self, asked: list[str]) -> None:
        assert turning_tides.shuffle_needed(self.state) == asked
        order = self.rng.sample(asked, len(asked))
        self.state = turning_tides.shuffled(self.state, order)
        self.tell(order)

    def compare(self, asked: dict[int, list[str]]) -> None:
        legal = {seat: turning_tides.legal(self.state, seat) for seat in (0, 1)}
        assert {seat: lines for seat, lines in legal.items() if lines} == asked
        assert turning_tides.awaiting(self.state) == tuple(sorted(asked))
        table: Observation = turning_tides.observation(self.state, None)
        expected = self.referee.table()
        for one, other in zip(table["ships"], expected["ships"], strict=True):
            assert {key: one[key] for key in other} == other
        assert {key: table[key] for key in expected if key != "ships"} == {
            key: value for key, value in expected.items() if key != "ships"
        }

    def hand(self, asked: dict[int, list[str]]) -> tuple[str, Any] | None:
        if self.talkative and self.rng.random() < 0.03 and self.accepted():
            return None
        table: Observation = turning_tides.observation(self.state, None)
        answers = {seat: self.pick(table, seat, lines) for seat, lines in asked.items()}
        self.state, events = turning_tides.resolve(self.state, answers)
        self.note(events)
        return self.tell(answers)

    def pick(self, table: dict[str, Any], seat: int, lines: list[str]) -> str:
        """Two stubborn tastes may sail past each other for ever; then chance takes over."""
        taste = wild if self.seen["hands"] > PATIENCE else self.tastes[seat]
        return max(lines, key=lambda line: taste(table, seat, line, self.rng))

    def tell(self, answer: Any) -> tuple[str, Any] | None:
        try:
            self.question = self.story.send(answer)
        except StopIteration:
            self.question = None
        return self.question

    def accepted(self) -> bool:
        """An offer of surrender, and perhaps the answer to it; true if that ends the game."""
        seat = self.rng.choice((0, 1))
        phase = self.referee.phase
        self.aside(seat, "surrender")
        reply = self.rng.choice(("accept", "refuse", "nothing"))
        if reply != "nothing":
            self.aside(1 - seat, reply)
        if reply == "accept":
            self.seen[f"accepted in {phase}"] += 1
        return reply == "accept"

    def aside(self, seat: int, act: str) -> None:
        for one in (0, 1):
            assert turning_tides.asides(self.state, one) == self.referee.asides(one)
        self.referee.aside(seat, act)
        self.state, events = turning_tides.aside(self.state, seat, act)
        self.note(events)

    def note(self, events: tuple[Event, ...]) -> None:
        self.seen["hands"] += 1
        for event in events:
            self.seen[event.kind] += 1
            why = event.data.get("why") or event.data.get("effect")
            self.seen[f"{event.kind}: {why}"] += bool(why)
            if event.kind == "exchanged" and event.data["given"]:
                self.seen["swapped"] += 1


def duels(number: int, seed: int) -> Counter[str]:
    """Plays so many games of both; what happened in them."""
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(number):
        duel = Duel(rng)
        duel.play()
        seen += duel.seen
    return seen
