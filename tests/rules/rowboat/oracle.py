"""The rules of docs/verify_rules with what a spectator sees, to be compared with the ruleset.

They share no code with it, and were written from the text of the rules.
"""

from typing import Any

from docs.verify_rules.rowboat import Game, Team
from docs.verify_rules.rowboat_cards import Card, Holder, Played


class Watched(Holder):
    """Notes the rare things that a card was."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def put_down(self, card: Played, tide: list[Card], trick: int, wrong: bool) -> None:
        before = dict(self.promised)
        super().put_down(card, tide, trick, wrong)
        self.seen |= {"misplay"} if wrong else set()
        if trick in before.values():
            self.seen.add("due knob left" if wrong else "due knob played")
        if card in before and before[card] != trick:
            self.seen.add("promise broken early")
        if set(self.promised) - set(before):
            self.seen.add("married by a misplay" if wrong else "married")
        if len(self.promised) > 1:
            self.seen.add("two promises")


class Oracle(Game):
    """One game.  `teams` may be changed before `play` is begun, to start near the end."""

    HOLDER = Watched
    holders: list[Watched]  # type: ignore[assignment]

    def __init__(self, seats: int, novice: bool = False, misplays: bool = False) -> None:
        self.seen: set[str] = set()  # rare things that happened, for the tests to count
        super().__init__(seats, {"novice": novice, "misplays": misplays})

    def table(self) -> dict[str, Any]:
        return {
            "stage": self.stage,
            "trick": self.trick,
            "phase": self.phase,
            "dealer": self.dealer,
            "tide": [str(card) for card in self.tide],
            "bids": list(self.bids),
            "on_table": [{"seat": seat, "card": str(card)} for seat, card in self.on_table],
            "pending": self.pending,
            "cards": [len(holder.cards) for holder in self.holders],
            "sides": [
                {"score": t.score, "bags": t.bags, "tricks": t.tricks, "left": sorted(t.left)}
                for t in self.teams
            ],
        }

    def taker(self) -> int | None:
        best = super().taker()
        if best is None:
            self.seen.add("last trick tied" if self.trick == len(self.tide) else "trick tied")
        if [card for _, card in self.on_table].count("rowboat") > 1:
            self.seen.add("two rowboats")
        if best is None and self.pending > 1:
            self.seen.add("two ties in a row")
        return best

    def score(self, team: Team) -> None:
        start, bid = team.score, sum(self.bids[seat] or 0 for seat in team.seats)
        faults = sum(self.holders[seat].misplays for seat in team.seats)
        super().score(team)
        self.seen |= {what for seat in team.seats for what in self.holders[seat].seen}
        if faults and bid and team.tricks >= bid and (team.score - start) % 100 == 0 != bid % 10:
            self.seen.add("win cancelled")

    def sunk(self, score: int, bags: int) -> tuple[int, int]:
        if bags >= 10:
            self.seen.add("capsized twice")
        return super().sunk(score, bags)

    def best(self) -> Team | None:
        there = [(team.score, team.bags) for team in self.teams if team.score >= self.goal]
        best = [each for each in there if each[0] == max(there)[0]]
        if len(best) > 1:
            self.seen.add("equal score")
        winner = super().best()
        if best and winner is None:
            self.seen.add("played on")
        return winner
