"""Turning Tides (see __init__.py): a referee who moves wooden pieces about.

Every unit and every card is an object that lies somewhere, and what is possible is found by
trying every line that could be written.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from . import Story

NAMES = ["sailor", "cannon", "move", "navigate", "swing", "fire"]
LADDER = [["wait"], ["sailor", "cannon"], ["move"], ["navigate"], ["swing"], ["fire"]]


class Piece:
    """A unit; `zone` 0 is the hold, -1 out of the game."""

    def __init__(self, owner: int, kind: str, zone: int = 0, side: str = "") -> None:
        self.owner, self.kind, self.zone, self.side = owner, kind, zone, side


class Card:
    """A card; `place` is hand, pile, discard, exchange, stowed or table."""

    def __init__(self, owner: int, name: str, place: str) -> None:
        self.owner, self.name, self.place = owner, name, place


class GameEndedError(Exception):
    """Somebody has won."""


class Game:
    SEATS, RULES = [2], 1
    OPTIONS = {"introduction": [False, True], "introduction_goal": ["and", "or"]}

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.introduction, self.goal = options["introduction"], options["introduction_goal"]
        self.pieces = [piece for owner in (0, 1) for piece in _set_up(owner)]
        self.icons: set[tuple[int, int]] = set()  # the destroyed zones, as owner and number
        self.cards = [card for owner in (0, 1) for card in _dealt(owner, self.introduction)]
        self.pawn, self.round, self.turn, self.k = 1, 1, 0, 1
        self.phase = "choose"
        self.offer: int | None = None  # a seat
        self.winner: int | None = None

    def outcome(self) -> dict[str, Any] | None:
        if self.winner is None:
            return None
        return {"scores": [1 - self.winner, self.winner], "winners": [self.winner]}

    # --- out of turn -----------------------------------------------------------------

    def asides(self, seat: int) -> list[str]:
        if self.offer is None:
            return ["surrender"]
        return [] if seat == self.offer else ["accept", "refuse"]

    def aside(self, seat: int, act: str) -> None:
        self.offer = seat if act == "surrender" else None
        if act == "accept":
            self.winner = seat

    def ask(self, phase: str, answers: dict[int, list[str]]) -> Story:
        """An offer lapses when the hand is resolved."""
        self.phase = phase
        replies = yield "hand", answers
        self.offer = None
        return replies

    # --- looking ---------------------------------------------------------------------

    def on(self, owner: int, zone: int, kind: str = "", side: str = "") -> list[Piece]:
        return [
            piece
            for piece in self.pieces
            if (piece.owner, piece.zone) == (owner, zone)
            and kind in ("", piece.kind)
            and side in ("", piece.side)
        ]

    def aboard(self, owner: int, kind: str) -> list[Piece]:
        return [p for zone in range(1, 8) for p in self.on(owner, zone, kind)]

    def lying(self, owner: int, *places: str) -> list[Card]:
        return [card for card in self.cards if card.owner == owner and card.place in places]

    def intact(self, owner: int, zone: int) -> bool:
        return 1 <= zone <= 7 and (owner, zone) not in self.icons

    def facing(self) -> str:
        return "a" if self.round % 2 else "b"

    def across(self, owner: int, zone: int) -> int | None:
        """Gold's zone j lies at milestone j; silver, bow ahead, comes from the left."""
        milestone = {0: self.k + 1 - zone, 1: zone}[owner]
        found = {0: milestone, 1: self.k + 1 - milestone}[owner]
        return found if found in range(1, 8) else None

    def ready(self, owner: int, zone: int, card: str) -> bool:
        """Whether an attack with this card can come from this zone."""
        armed = card == "swing" or bool(self.on(owner, zone, "cannon", self.facing()))
        manned = bool(self.on(owner, zone, "sailor"))
        return armed and manned and self.across(owner, zone) is not None

    # --- the story -------------------------------------------------------------------

    def play(self) -> Story:
        try:
            while True:
                yield from self.start_of_round()
                while self.k < 14:
                    yield from self.one_turn()
                yield from self.after_the_round()
        except GameEndedError:
            return

    def start_of_round(self) -> Story:
        self.k, self.turn = 1, 0
        for owner in (0, 1):
            for card in self.lying(owner, "hand", "discard", "pile"):
                card.place = "hand" if card.name == "wait" else "pile"
            pile = self.lying(owner, "pile")
            order = yield "shuffle", sorted((c.name for c in pile), key=NAMES.index)
            shuffled = [_take(pile, name) for name in order]
            self.cards = [c for c in self.cards if c not in shuffled] + shuffled

    def one_turn(self) -> Story:
        self.turn += 1
        for owner in (0, 1):
            for card in self.lying(owner, "pile")[:1]:
                card.place = "hand"
        held = {o: sorted({c.name for c in self.lying(o, "hand")}) for o in (0, 1)}
        answers = yield from self.ask("choose", held)
        shown = [_take(self.lying(owner, "hand"), answers[owner]) for owner in (0, 1)]
        for card in shown:
            self.move_card(card, "table")
        yield from self.carry_out_both(shown)
        for card in shown:
            self.move_card(card, "hand" if card.name == "wait" else "discard")
        self.k += 1

    def move_card(self, card: Card, place: str) -> None:
        """Where order counts, the card that came last lies last."""
        self.cards.remove(card)
        self.cards.append(card)
        card.place = place

    def carry_out_both(self, shown: list[Card]) -> Story:
        if shown[0].name == shown[1].name == "wait":
            self.k += 1
        step = {}
        for card in shown:
            step[card.owner] = next(i for i, names in enumerate(LADDER) if card.name in names)
            taught = card.name != "wait" and not self.introduction
            if taught and not self.aboard(card.owner, "captain"):
                step[card.owner] = 99
        for owner in sorted([self.pawn, 1 - self.pawn], key=step.__getitem__):
            task = "promote" if step[owner] == 99 else shown[owner].name
            yield from self.carry_out(owner, task)

    def carry_out(self, owner: int, task: str) -> Story:
        options = sorted(line for line in _every_line(task) if self.allowed(owner, task, line))
        if len(options) > 1:
            answers = yield from self.ask("execute", {owner: options})
            self.do(owner, task, answers[owner])
        elif options:
            self.do(owner, task, options[0])

    def after_the_round(self) -> Story:
        if self.introduction:
            if self.round <= 2:
                for owner in (0, 1):
                    self.lying(owner, "exchange")[0].place = "pile"
        else:
            self.turn = 0
            yield from self.exchange()
            yield from self.damage()
        self.round += 1

    def exchange(self) -> Story:
        asked = {
            owner: self.swaps(owner)
            for owner in (0, 1)
            if any(card.name != "wait" for card in self.lying(owner, "hand"))
        }
        answers = (yield from self.ask("exchange", asked)) if asked else {}
        for owner, line in answers.items():
            if line == "keep":
                continue
            given, taken = (part.split() for part in line[5:].split(" for "))
            hold = self.lying(owner, "exchange")
            out = [_take(hold, name) for name in taken]
            hand = self.lying(owner, "hand")
            for card in [_take(hand, name) for name in given]:
                card.place = "exchange"
            for card in out:
                self.move_card(card, "discard")

    def swaps(self, owner: int) -> list[str]:
        held = [c.name for c in self.lying(owner, "hand") if c.name != "wait"]
        hold = [c.name for c in self.lying(owner, "exchange")]
        return sorted(
            ["keep"]
            + [
                f"swap {' '.join(given)} for {' '.join(taken)}"
                for given in _handfuls(held)
                for taken in _handfuls(hold)
                if len(given) == len(taken) > 0
            ]
        )

    def damage(self) -> Story:
        places = ("hand", "discard", "pile", "stowed")
        pools = {
            owner: [c for c in self.lying(owner, *places) if c.name != "wait"] for owner in (0, 1)
        }
        lost = {owner: sum(icon[0] == owner for icon in self.icons) for owner in (0, 1)}
        asked = {
            owner: sorted(
                f"stow {' '.join(some)}"
                for some in _handfuls([c.name for c in pools[owner]])
                if len(some) == lost[owner]
            )
            for owner in (0, 1)
            if lost[owner]
        }
        answers = (yield from self.ask("damage", asked)) if asked else {}
        for owner, line in answers.items():
            for card in pools[owner]:
                card.place = "pile"
            for name in line.split()[1:]:
                _take(pools[owner], name).place = "stowed"

    # --- single cards ----------------------------------------------------------------

    def allowed(self, owner: int, task: str, line: str) -> bool:
        words = line.split()
        if task == "sailor":
            return bool(self.on(owner, 0, "sailor")) and self.intact(owner, int(words[1]))
        if task == "cannon":
            return bool(self.on(owner, 0, "cannon")) and self.free(owner, words[1])
        if task == "move":
            return self.may_move(owner, *words)
        if task == "navigate":
            return {"forward": True, "back": self.k > 1, "claim": self.pawn != owner}[line]
        zone = int(words[1])
        if task == "promote":
            return bool(self.on(owner, zone, "sailor"))
        return self.ready(owner, zone, task)

    def free(self, owner: int, place: str) -> bool:
        zone, side = int(place[0]), place[1]
        return self.intact(owner, zone) and not self.on(owner, zone, "cannon", side)

    def may_move(self, owner: int, kind: str, start: str, _: str, end: str) -> bool:
        if not self.on(owner, int(start[0]), kind, start[1:]):
            return False
        if kind == "cannon":
            return start != end and self.free(owner, end)
        return start != end and self.intact(owner, int(end))

    def do(self, owner: int, task: str, line: str) -> None:
        words = line.split()
        if task in ("sailor", "cannon"):
            self.set_down(self.on(owner, 0, task)[0], words[1])
        elif task == "move":
            self.set_down(self.on(owner, int(words[1][0]), words[0], words[1][1:])[0], words[3])
        elif task == "navigate":
            self.navigate(owner, line)
        elif task == "promote":
            captain = self.on(owner, 0, "captain")[0]
            self.on(owner, int(words[1]), "sailor")[0].zone = 0
            captain.zone = int(words[1])
        else:
            self.attack(task, 1 - owner, self.across(owner, int(words[1])))

    def set_down(self, piece: Piece, place: str) -> None:
        piece.zone, piece.side = int(place[0]), place[1:]

    def navigate(self, owner: int, line: str) -> None:
        self.k += {"forward": 1, "back": -1, "claim": 0}[line]
        if line == "claim":
            self.pawn = owner

    def attack(self, card: str, victim: int, zone: Any) -> None:
        removed = self.swung(victim, zone) if card == "swing" else self.fired(victim, zone)
        icons = set(self.icons)
        if card == "fire" and not removed and not self.on(victim, zone):
            self.icons.add((victim, zone))
        for piece in removed:
            piece.zone, piece.side = (-1 if piece.kind == "mast" else 0), ""
        if removed or self.icons != icons:
            self.pawn = victim
        self.judge(victim)

    def swung(self, victim: int, zone: int) -> list[Piece]:
        return (self.on(victim, zone, "sailor") or self.on(victim, zone, "captain"))[:1]

    def fired(self, victim: int, zone: int) -> list[Piece]:
        return self.on(victim, zone, "mast") or self.on(victim, zone)

    def judge(self, victim: int) -> None:
        zones = sum(icon[0] == victim for icon in self.icons)
        captain, sailors = self.aboard(victim, "captain"), self.aboard(victim, "sailor")
        if self.introduction:
            signs = [zones >= 1, not captain]
            lost = all(signs) if self.goal == "and" else any(signs)
        else:
            lost = zones == 3 or not (captain or sailors)
        if lost:
            self.winner = 1 - victim
            raise GameEndedError


def _set_up(owner: int) -> list[Piece]:
    start = {"captain": [6 if owner == 0 else 3], "mast": [4], "sailor": [4, 5, 0, 0]}
    pieces = [Piece(owner, kind, zone) for kind, zones in start.items() for zone in zones]
    return [*pieces, Piece(owner, "cannon", 5, "b")] + [Piece(owner, "cannon") for _ in range(3)]


def _dealt(owner: int, introduction: bool) -> list[Card]:
    pile = ["sailor", "cannon", "cannon", "move", "navigate", "swing", "fire"]
    hold = ["fire", "fire"] if introduction else ["sailor", "swing", "fire", "fire"]
    return (
        [Card(owner, "wait", "hand")]
        + [Card(owner, name, "pile") for name in pile]
        + [Card(owner, name, "exchange") for name in hold]
    )


def _take(cards: list[Card], name: str) -> Card:
    """The first card of that name, which then is no longer in the list."""
    card = next(card for card in cards if card.name == name)
    cards.remove(card)
    return card


def _handfuls(names: list[str]) -> list[tuple[str, ...]]:
    """Every selection, as so many sailors, so many cannons and so on."""
    numbers = product(*(range(names.count(name) + 1) for name in NAMES))
    return [
        tuple(name for name, number in zip(NAMES, some) for _ in range(number)) for some in numbers
    ]


def _every_line(task: str) -> Iterator[str]:
    """Every line that anybody could write for this card, sense or none."""
    zones = [str(number) for number in range(1, 8)]
    places = [zone + side for zone in zones for side in "ab"]
    if task == "navigate":
        yield from ("forward", "back", "claim")
    elif task == "move":
        for kind, spots in (("captain", zones), ("sailor", zones), ("cannon", places)):
            yield from (f"{kind} {start} to {end}" for start in spots for end in spots)
    elif task != "wait":
        word = {"sailor": "at", "cannon": "at", "promote": "promote"}.get(task, "from")
        yield from (f"{word} {spot}" for spot in (places if task == "cannon" else zones))
