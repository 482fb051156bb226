"""Turn the Tide (see __init__.py)."""

from collections.abc import Iterable, Mapping
from typing import Any

from . import Story

CARDS_WITH_A_WHOLE_BELT = set(range(25, 37))
CARDS_WITH_HALF_A_BELT = set(range(13, 25)) | set(range(37, 49))


class Game:
    SEATS, RULES = [3, 4, 5], 1
    OPTIONS = {"cascade": [True, False], "taker_chooses": [False, True]}

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.count = seats
        self.cascade, self.chooses = options["cascade"], options["taker_chooses"]
        self.players: list[dict[str, Any]] = [{"score": 0} for _ in range(seats)]
        self.stage, self.over = 0, False
        self.pair: list[int] = []

    def asides(self, seat: int) -> list[str]:
        return []

    def outcome(self) -> dict[str, Any] | None:
        scores = [player["score"] for player in self.players]
        winners = [i for i, score in enumerate(scores) if score == max(scores)]
        return {"scores": scores, "winners": winners} if self.over else None

    def play(self) -> Story:
        weather = yield "shuffle", list(range(1, 61))
        sets = [weather[12 * i : 12 * i + 12] for i in range(self.count)]
        for _ in range(self.count):
            self.stage += 1
            tides = yield "shuffle", [level for level in range(1, 13) for _ in range(2)]
            yield from self.play_stage(sets, tides)
            sets = [sets[-1], *sets[:-1]]
        self.over, self.phase, self.pair = True, "over", []

    def play_stage(self, sets: list[list[int]], tides: list[int]) -> Story:
        for player, cards in zip(self.players, sets):
            player.update(cards=set(cards), belts=belts_on(cards), pile=[], alive=True)
        for turn in range(1, 13):
            self.turn, self.pair = turn, tides[2 * turn - 2 : 2 * turn]
            yield from self.play_turn()
            if len(self.alive()) < 3:
                break
        self.score()

    def play_turn(self) -> Story:
        plays = yield from self.ask("bid", {i: self.players[i]["cards"] for i in self.alive()})
        cards = {seat: int(bid) for seat, bid in plays.items()}
        for seat, card in cards.items():
            self.players[seat]["cards"].remove(card)
        order = sorted(cards, key=cards.__getitem__, reverse=True)
        gets = min(self.pair)
        if self.chooses and self.pair[0] != self.pair[1]:
            answers = yield from self.ask("take", {order[0]: ["take low", "take high"]})
            gets = max(self.pair) if answers[order[0]] == "take high" else gets
        self.players[order[0]]["pile"].append(gets)
        self.players[order[1]]["pile"].append(sum(self.pair) - gets)
        self.turn_belts()

    def ask(self, phase: str, possible: Mapping[int, Iterable[Any]]) -> Story:
        self.phase = phase
        return (yield "hand", {i: sorted(map(str, possible[i])) for i in possible})

    def turn_belts(self) -> None:
        """Passes over the players with a tide card, until one of the reasons to stop holds."""
        while True:
            wet = [i for i in self.alive() if self.players[i]["pile"]]
            if not wet:
                return
            top = max(self.players[i]["pile"][-1] for i in wet)
            struck = [i for i in wet if self.players[i]["pile"][-1] == top]
            afloat = [i for i in struck if self.players[i]["belts"]]
            for i in struck:
                if i in afloat:
                    self.players[i]["belts"] -= 1
                else:
                    self.players[i]["alive"] = False
            if afloat or not self.cascade or len(self.alive()) < 3:
                return

    def score(self) -> None:
        dry = [i for i in self.alive() if not self.players[i]["pile"]]
        if not dry:
            level = {i: self.players[i]["pile"][-1] for i in self.alive()}
            dry = [i for i in level if level[i] == min(level.values())]
        for i, player in enumerate(self.players):
            player["score"] += player["belts"] + (i in dry) if player["alive"] else -1

    def alive(self) -> list[int]:
        return [i for i, player in enumerate(self.players) if player["alive"]]


def belts_on(cards: list[int]) -> int:
    whole = len(CARDS_WITH_A_WHOLE_BELT & set(cards))
    halves = len(CARDS_WITH_HALF_A_BELT & set(cards))
    return whole + halves // 2
