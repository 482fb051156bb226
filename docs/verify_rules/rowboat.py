"""Rowboat, told from top to bottom as its rulebook tells it (see __init__.py)."""

from typing import Any

from . import Story
from .rowboat_cards import Card, Holder, Played, fourth_suit_at, strongest

SUITS, RANKS = "owsm", "A23456789DMSW"


class Team:
    def __init__(self, seats: list[int]) -> None:
        self.seats = seats
        self.score = self.bags = self.tricks = 0
        self.left = ["lighthouse", "moon", "rowboat"]


class Game:
    SEATS, RULES = [2, 3, 4], 1
    OPTIONS = {"novice": [False, True], "misplays": [False, True]}
    HOLDER: type[Holder] = Holder

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.n = seats
        self.novice, self.misplays = options["novice"], options["misplays"]
        if self.novice and self.misplays:
            raise ValueError("novice and misplays exclude each other")
        sides = [[0, 2], [1, 3]] if seats == 4 else [[seat] for seat in range(seats)]
        self.teams = [Team(side) for side in sides]
        self.most = 10 if seats == 4 else 12
        self.goal = 150 if seats == 3 else 200
        self.stage, self.pending, self.phase = 1, 0, "moon"
        self.dealer: Any = None  # until it is drawn
        self.winner: Team | None = None
        self.clear()

    def clear(self) -> None:
        """Takes away what one stage leaves."""
        self.trick = 0
        self.tide: list[Card] = []
        self.on_table: list[tuple[int, Played]] = []
        self.bids: list[Any] = [None] * self.n
        self.holders = [self.HOLDER() for _ in range(self.n)]
        for team in self.teams:
            team.tricks = 0

    def team(self, seat: int) -> Team:
        return next(team for team in self.teams if seat in team.seats)

    def asides(self, seat: int) -> list[str]:
        there = self.phase in ("exchange", "bid", "play") and "lighthouse" in self.team(seat).left
        return ["lighthouse"] if there else []

    def aside(self, seat: int, act: str) -> None:
        self.team(seat).left.remove(act)

    def outcome(self) -> dict[str, Any] | None:
        if self.winner is None:
            return None
        scores = [self.team(seat).score for seat in range(self.n)]
        return {"scores": scores, "winners": self.winner.seats}

    def ask(self, phase: str, answers: dict[int, list[str]]) -> Story:
        self.phase = phase
        return (yield "hand", {seat: sorted(texts) for seat, texts in answers.items()})

    def play(self) -> Story:
        self.dealer = (yield "shuffle", list(range(self.n)))[0]
        while True:
            yield from self.deal()
            if self.n == 4:
                yield from self.swap()
            if not self.novice:
                yield from self.bid()
            yield from self.all_tricks()
            for team in self.teams:
                self.score(team)
            self.winner = self.best()
            if self.winner:
                self.phase = "over"
                return
            self.stage, self.dealer = self.stage + 1, (self.dealer + 1) % self.n
            self.clear()

    def deal(self) -> Story:
        self.phase = "moon"
        order = yield "shuffle", [rank + suit for suit in SUITS for rank in RANKS]
        pack = [Card(text) for text in order]
        size = min(fourth_suit_at(pack), self.most)
        if "moon" in self.team(self.dealer).left:
            choices = ["no moon", *(f"moon {k}" for k in range(4, self.most + 1))]
            words = (yield from self.ask("moon", {self.dealer: choices}))[self.dealer]
            if words != "no moon":
                self.team(self.dealer).left.remove("moon")
                size = int(words[5:])
        self.tide = [pack.pop(0) for _ in range(size)]
        for _ in range(size):
            for step in range(self.n):
                self.holders[(self.dealer + 1 + step) % self.n].cards.append(pack.pop(0))

    def swap(self) -> Story:
        offers = {s: [f"give {card}" for card in self.holders[s].cards] for s in range(4)}
        replies = yield from self.ask("exchange", offers)
        gifts = {seat: Card(text[-2:]) for seat, text in replies.items()}
        for seat, card in gifts.items():
            self.holders[seat].cards.remove(card)
            self.holders[(seat + 2) % 4].cards.append(card)

    def bid(self) -> Story:
        for step in range(1, self.n + 1):
            seat = (self.dealer + step) % self.n
            least = 0 if self.n == 4 and self.bids[(seat + 2) % 4] != 0 else 1
            offers = [f"bid {k}" for k in range(least, len(self.tide) + 1)]
            text = (yield from self.ask("bid", {seat: offers}))[seat]
            self.bids[seat] = int(text[4:])

    def all_tricks(self) -> Story:
        leader = (self.dealer + 1) % self.n
        for number in range(1, len(self.tide) + 1):
            self.trick = number
            for step in range(self.n):
                yield from self.one_card((leader + step) % self.n)
            self.pending += 1
            taker = self.taker()
            if taker is not None:
                self.team(taker).tricks += self.pending
                leader, self.pending = taker, 0
            self.on_table = []
        self.pending = 0

    def taker(self) -> int | None:
        return strongest(self.on_table, self.tide[self.trick - 1])

    def one_card(self, seat: int) -> Story:
        holder, last = self.holders[seat], self.trick == len(self.tide)
        possible: list[Played] = list(holder.cards)
        if "rowboat" in self.team(seat).left and not last:
            possible.append("rowboat")
        wrong = [card for card in possible if holder.is_misplay(card, self.tide, self.trick)]
        allowed = possible if self.misplays else [c for c in possible if c not in wrong]
        texts = {f"play {card}": card for card in allowed}
        text = (yield from self.ask("play", {seat: list(texts)}))[seat]
        card = texts[text]
        if card == "rowboat":
            self.team(seat).left.remove("rowboat")
        holder.put_down(card, self.tide, self.trick, card in wrong)
        self.on_table.append((seat, card))

    def score(self, team: Team) -> None:
        if self.novice:
            team.score += 10 * team.tricks
            return
        faults = sum(self.holders[seat].misplays for seat in team.seats)
        bid = sum(self.bids[seat] for seat in team.seats)
        made = team.tricks >= bid
        gain = 10 * bid if made else -10 * bid
        team.bags += team.tricks - bid if made else 0
        if faults and made and self.sunk(team.score + gain, team.bags)[0] >= self.goal:
            gain = 0  # no win by a misplay
        team.score, team.bags = self.sunk(team.score + gain, team.bags + 2 * faults)

    def sunk(self, score: int, bags: int) -> tuple[int, int]:
        while bags >= 5:
            score, bags = score - 100, bags - 5
        return score, bags

    def best(self) -> Team | None:
        """The team that has won; None while nobody has the goal, or two are alike."""
        there = [team for team in self.teams if team.score >= self.goal]
        there = [t for t in there if t.score == max(other.score for other in there)]
        there = [t for t in there if t.bags == min(other.bags for other in there)]
        return there[0] if len(there) == 1 else None
