"""Turn the Tide once more, written from the text of the rules and from nothing else.

It shares no code with the game and is built otherwise: players are dictionaries that are
changed in place, a whole record is played in one go, and what comes out is the trace.
"""

from typing import Any

CARDS_WITH_A_WHOLE_BELT = set(range(25, 37))
CARDS_WITH_HALF_A_BELT = set(range(13, 25)) | set(range(37, 49))


def trace(record: dict[str, Any]) -> list[dict[str, Any]]:
    """What docs/records.md section 5 prints for a right record, spectator's keys only."""
    return list(Oracle(record).run())


class Oracle:
    def __init__(self, record: dict[str, Any]) -> None:
        options = {"cascade": True, "taker_chooses": False, **record["options"]}
        self.cascade, self.chooses = options["cascade"], options["taker_chooses"]
        self.count = record["seats"]
        self.orders, self.hands = list(record["shuffles"]), list(record["hands"])
        self.decisions = 0
        weather = self.orders.pop(0)
        self.sets = [weather[12 * i : 12 * i + 12] for i in range(self.count)]
        self.players = [{"score": 0} for _ in range(self.count)]

    def run(self):
        for stage in range(self.count):
            self.stage = stage + 1
            yield from self.play_stage(self.orders.pop(0))
            self.sets = [self.sets[-1], *self.sets[:-1]]
        scores = [player["score"] for player in self.players]
        winners = [i for i, score in enumerate(scores) if score == max(scores)]
        yield {
            "outcome": {"scores": scores, "winners": winners},
            "table": self.table("over", []),
        }

    def play_stage(self, tide_deck):
        for player, cards in zip(self.players, self.sets, strict=True):
            player.update(cards=set(cards), belts=belts_on(cards), pile=[], alive=True)
        for turn in range(1, 13):
            self.turn = turn
            pair = [tide_deck[2 * turn - 2], tide_deck[2 * turn - 1]]
            yield from self.play_turn(pair)
            if len(self.alive()) < 3:
                break
        self.score()

    def play_turn(self, pair):
        yield self.line("bid", pair, {i: self.players[i]["cards"] for i in self.alive()})
        plays = {int(seat): int(bid) for seat, bid in self.hands.pop(0).items()}
        for seat, card in plays.items():
            self.players[seat]["cards"].remove(card)
        order = [seat for _, seat in sorted((-card, seat) for seat, card in plays.items())]
        gets = min(pair)
        if self.chooses and pair[0] != pair[1]:
            yield self.line("take", pair, {order[0]: ["take low", "take high"]})
            (answer,) = self.hands.pop(0).values()
            gets = max(pair) if answer.endswith("high") else min(pair)
        self.players[order[0]]["pile"].append(gets)
        self.players[order[1]]["pile"].append(sum(pair) - gets)
        self.turn_belts()

    def turn_belts(self):
        """Step 4: passes over the players in water until one of the reasons to stop holds."""
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

    def score(self):
        dry = [i for i in self.alive() if not self.players[i]["pile"]]
        if not dry:
            level = {i: self.players[i]["pile"][-1] for i in self.alive()}
            dry = [i for i in level if level[i] == min(level.values())]
        for i, player in enumerate(self.players):
            if player["alive"]:
                player["score"] += player["belts"] + (1 if i in dry else 0)
            else:
                player["score"] -= 1

    def alive(self):
        return [i for i, player in enumerate(self.players) if player["alive"]]

    def line(self, phase, pair, legal):
        self.decisions += 1
        return {
            "hand": self.decisions,
            "awaiting": sorted(legal),
            "legal": {str(i): sorted(str(bid) for bid in legal[i]) for i in sorted(legal)},
            "table": self.table(phase, pair),
        }

    def table(self, phase, pair):
        return {
            "stage": self.stage,
            "hand": self.turn,
            "phase": phase,
            "turned_up": pair,
            "seats": [self.seat(player) for player in self.players],
        }

    def seat(self, player):
        top = player["pile"][-1] if player["alive"] and player["pile"] else None
        return {
            "belts": player["belts"],
            "tide": top,
            "out": not player["alive"],
            "cards": len(player["cards"]),
            "score": player["score"],
        }


def belts_on(cards):
    whole = len(CARDS_WITH_A_WHOLE_BELT & set(cards))
    halves = len(CARDS_WITH_HALF_A_BELT & set(cards))
    return whole + halves // 2
