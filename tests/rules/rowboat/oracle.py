"""Rowboat once more, told from top to bottom as the rulebook tells it.

A second opinion on the ruleset, and on purpose nothing like it: one generator that plays
the whole game with lists that change, and asks wherever the table waits for somebody.  It
yields a `Shuffle` or a `Question`, and is sent the order or the answers by seat.
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from tests.rules.rowboat.oracle_tricks import Card, Holder, fourth_suit_at, strongest

SUITS, RANKS = "owsm", "A23456789DMSW"


@dataclass
class Shuffle:
    items: list[Any]
    table: dict[str, Any]


@dataclass
class Question:
    answers: dict[int, list[str]]
    table: dict[str, Any]
    lookers: list[int]  # the seats that could play their Lighthouse now


@dataclass
class Team:
    seats: list[int]
    score: int = 0
    bags: int = 0
    tricks: int = 0
    left: list[str] = field(default_factory=lambda: ["lighthouse", "moon", "rowboat"])


Talk = Generator[Shuffle | Question, Any, Any]


class Oracle:
    """One game.  `teams` may be changed before `play` is begun, to start near the end."""

    def __init__(self, seats: int, novice: bool = False, misplays: bool = False) -> None:
        self.n, self.novice, self.misplays = seats, novice, misplays
        self.teams = [Team([0, 2]), Team([1, 3])] if seats == 4 else []
        self.teams = self.teams or [Team([seat]) for seat in range(seats)]
        self.most = 10 if seats == 4 else 12
        self.goal = 150 if seats == 3 else 200
        self.stage, self.trick, self.pending = 1, 0, 0
        self.dealer: int | None = None
        self.tide: list[Card] = []
        self.holders = [Holder() for _ in range(seats)]
        self.bids: list[int | None] = [None] * seats
        self.on_table: list[tuple[int, Card | str]] = []
        self.seen: set[str] = set()  # rare things that happened, for the tests to count

    def team(self, seat: int) -> Team:
        return next(team for team in self.teams if seat in team.seats)

    def table(self, phase: str) -> dict[str, Any]:
        return {
            "stage": self.stage,
            "trick": self.trick,
            "phase": phase,
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

    def ask(self, phase: str, answers: dict[int, list[str]]) -> Talk:
        """Asks until it gets answers; a Lighthouse in between is spent and asked past."""
        while True:
            holding = phase != "moon"
            able = [s for s in range(self.n) if holding and "lighthouse" in self.team(s).left]
            question = {seat: sorted(texts) for seat, texts in answers.items()}
            reply = yield Question(question, self.table(phase), able)
            if "lighthouse" not in reply:
                return reply
            self.team(reply["lighthouse"]).left.remove("lighthouse")

    def play(self) -> Talk:
        """The whole game; returns the winning team."""
        order = yield Shuffle(list(range(self.n)), self.table("moon"))
        self.dealer = order[0]
        while True:
            yield from self.deal()
            if self.n == 4:
                yield from self.swap()
            if not self.novice:
                yield from self.bid()
            yield from self.all_tricks()
            self.score()
            winner = self.winner()
            if winner:
                return winner
            self.clear_away()

    def clear_away(self) -> None:
        self.stage += 1
        assert self.dealer is not None
        self.dealer = (self.dealer + 1) % self.n
        self.trick, self.tide, self.bids = 0, [], [None] * self.n
        self.holders = [Holder() for _ in range(self.n)]
        for team in self.teams:
            team.tricks = 0

    def deal(self) -> Talk:
        items = [rank + suit for suit in SUITS for rank in RANKS]
        order = yield Shuffle(items, self.table("moon"))
        pack = [Card(text) for text in order]
        size = min(fourth_suit_at(pack), self.most)
        if "moon" in self.team(self.dealer).left:
            choices = ["no moon", *(f"moon {k}" for k in range(4, self.most + 1))]
            said = (yield from self.ask("moon", {self.dealer: choices}))[self.dealer]
            if said != "no moon":
                self.team(self.dealer).left.remove("moon")
                size = int(said.replace("moon", ""))
        self.tide = [pack.pop(0) for _ in range(size)]
        for _ in range(size):
            for step in range(self.n):
                self.holders[(self.dealer + 1 + step) % self.n].cards.append(pack.pop(0))

    def swap(self) -> Talk:
        offers = {s: [f"give {card}" for card in self.holders[s].cards] for s in range(4)}
        replies = yield from self.ask("exchange", offers)
        gifts = {seat: Card(text[-2:]) for seat, text in replies.items()}
        for seat, card in gifts.items():
            self.holders[seat].cards.remove(card)
            self.holders[(seat + 2) % 4].cards.append(card)

    def bid(self) -> Talk:
        for step in range(1, self.n + 1):
            seat = (self.dealer + step) % self.n
            least = 0 if self.n == 4 and self.bids[(seat + 2) % 4] != 0 else 1
            offers = [f"bid {k}" for k in range(least, len(self.tide) + 1)]
            said = (yield from self.ask("bid", {seat: offers}))[seat]
            self.bids[seat] = int(said[4:])

    def all_tricks(self) -> Talk:
        leader = (self.dealer + 1) % self.n
        for number, ruling in enumerate(self.tide, start=1):
            self.trick = number
            for step in range(self.n):
                yield from self.one_card((leader + step) % self.n)
            self.pending += 1
            best = strongest(self.on_table, ruling)
            self.note_trick(best)
            if best is not None:
                self.team(best).tricks += self.pending
                leader, self.pending = best, 0
            self.on_table = []
        self.pending = 0

    def note_trick(self, best: int | None) -> None:
        if best is None:
            self.seen.add("last trick tied" if self.trick == len(self.tide) else "trick tied")
        if [card for _, card in self.on_table].count("rowboat") > 1:
            self.seen.add("two rowboats")
        if best is None and self.pending > 1:
            self.seen.add("two ties in a row")

    def one_card(self, seat: int) -> Talk:
        holder, last = self.holders[seat], self.trick == len(self.tide)
        possible: list[Card | str] = list(holder.cards)
        if "rowboat" in self.team(seat).left and not last:
            possible.append("rowboat")
        wrong = [card for card in possible if holder.is_misplay(card, self.tide, self.trick)]
        allowed = possible if self.misplays else [c for c in possible if c not in wrong]
        texts = {f"play {card}": card for card in allowed}
        said = (yield from self.ask("play", {seat: list(texts)}))[seat]
        card = texts[said]
        if card == "rowboat":
            self.team(seat).left.remove("rowboat")
        self.seen |= holder.put_down(card, self.tide, self.trick, card in wrong)
        self.on_table.append((seat, card))

    def score(self) -> None:
        for team in self.teams:
            faults = sum(self.holders[seat].misplays for seat in team.seats)
            if self.novice:
                team.score += 10 * team.tricks
                continue
            bid = sum(self.bids[seat] or 0 for seat in team.seats)
            made = team.tricks >= bid
            start = team.score
            team.score += 10 * bid if made else -10 * bid
            team.bags += team.tricks - bid if made else 0
            if faults and made and self.sunk(team.score, team.bags)[0] >= self.goal:
                team.score = start
                self.seen.add("win cancelled")
            team.bags += 2 * faults
            if team.bags >= 10:
                self.seen.add("capsized twice")
            team.score, team.bags = self.sunk(team.score, team.bags)

    def sunk(self, score: int, bags: int) -> tuple[int, int]:
        while bags >= 5:
            score, bags = score - 100, bags - 5
        return score, bags

    def winner(self) -> Team | None:
        there = [team for team in self.teams if team.score >= self.goal]
        there = [t for t in there if t.score == max(other.score for other in there)]
        if len(there) > 1:
            self.seen.add("equal score")
        there = [t for t in there if t.bags == min(other.bags for other in there)]
        if len(there) > 1:
            self.seen.add("played on")
        return there[0] if len(there) == 1 else None
