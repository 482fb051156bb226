"""A player of Rowboat who counts which of his cards are likely to win which trick.

He compares each card with all those that he has not seen, under every ruling card of the
Tide.  He bids what that promises, plays to make the bid, and then ducks, since tricks too
many are sandbags.  The Rowboat he keeps until a bid would fail without it.
"""

import random
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from games.catalogue.rowboat.rules.cards import DECK, ROWBOAT
from games.catalogue.rowboat.rules.tricks import strength
from games.catalogue.rowboat.shapes import Observation, You

CLASS = 13  # cards in a class, at most
STRENGTH = {
    (card, ruling): strength(card, ruling)[0] * CLASS + strength(card, ruling)[1]
    for card in (*DECK, ROWBOAT)
    for ruling in DECK
}

# Found by play against random players and against itself.
REACH = 0.35  # the part of an opponent's cards that stands ready for any one trick
CONFIDENCE = {2: 0.88, 3: 0.7, 4: 0.52}  # by seats: of the tricks counted, those that are bid
EAGER, LATER = 1.5, 1.0  # a trick now against the same card's use in a later trick
SURE = 0.75  # a chance that needs no Rowboat
SWING = 40  # points that a large Tide may still turn


@dataclass(frozen=True)
class Mind:
    """What one seat makes of its observation."""

    seen: Observation

    @cached_property
    def you(self) -> You:
        return self.seen["you"]

    @cached_property
    def cards(self) -> list[str]:
        return list(self.you["cards"])

    @cached_property
    def foes(self) -> list[int]:
        side_of = self.seen["side_of"]
        return [seat for seat, side in enumerate(side_of) if side != self.you["side"]]

    @cached_property
    def rulings(self) -> list[str]:
        """Of the current trick and those after it."""
        return list(self.seen["tide"][max(self.seen["trick"] - 1, 0) :])

    @cached_property
    def unseen(self) -> list[str]:
        shown = [play["card"] for play in (*self.seen["on_table"], *self.seen["last_trick"])]
        gone = {*self.seen["tide"], *self.cards, *shown}
        return [card for card in DECK if card not in gone]

    @cached_property
    def strengths(self) -> list[list[int]]:
        """Of all unseen cards, sorted, under each ruling card to come."""
        return [sorted(STRENGTH[card, ruling] for card in self.unseen) for ruling in self.rulings]

    @cached_property
    def need(self) -> int:
        """Tricks that the side still lacks; in novice it can always use another."""
        if self.seen["novice"]:
            return len(self.rulings)
        bids = zip(self.seen["bids"], self.seen["side_of"], strict=True)
        bid = sum(number or 0 for number, side in bids if side == self.you["side"])
        return bid - int(self.seen["sides"][self.you["side"]]["tricks"])

    def chance(self, card: str, later: int, foes: int) -> float:
        """That no foe has a card ready which is stronger, so many tricks later."""
        mine, all_unseen = STRENGTH[card, self.rulings[later]], self.strengths[later]
        weaker, upto = bisect_left(all_unseen, mine), bisect_right(all_unseen, mine)
        total = max(len(all_unseen), 1)
        stronger = (total - upto + (upto - weaker) / 2) / total
        return float(max(0.0, 1 - stronger) ** (REACH * len(self.rulings) * foes))

    @cached_property
    def keeping(self) -> dict[str, float]:
        """What each card could still do in the best trick for it after this one."""
        later = range(1, len(self.rulings))
        foes = len(self.foes)
        return {
            card: max((self.chance(card, trick, foes) for trick in later), default=0.0)
            for card in self.cards
        }

    def count(self, first: int = 0) -> float:
        """Tricks that these cards are likely to win, each card and each trick used once."""
        pairs = sorted(
            (
                (self.chance(card, trick, len(self.foes)), trick, card)
                for trick in range(first, len(self.rulings))
                for card in self.cards
            ),
            reverse=True,
        )
        tricks, cards, total = set(), set(), 0.0
        for chance, trick, card in pairs:
            if trick not in tricks and card not in cards:
                tricks.add(trick)
                cards.add(card)
                total += chance
        return total

    @property
    def stake(self) -> int:
        """The tricks that this trick is worth."""
        return 1 + int(self.seen["pending"])

    def winning(self, card: str) -> float:
        """The chance that the side takes the current trick if this card is played now."""
        best, mate = self._best_on_table()
        mine = STRENGTH[card, self.rulings[0]]
        to_come = [seat for seat in self._to_come() if seat in self.foes]
        if best is not None and mine <= STRENGTH[best, self.rulings[0]]:
            stands = mate and mine < STRENGTH[best, self.rulings[0]]
            return self.chance(best, 0, len(to_come)) if stands else 0.0
        return self.chance(card, 0, len(to_come)) if card != ROWBOAT else 1.0

    def _best_on_table(self) -> tuple[str | None, bool]:
        """The strongest card so far, and whether a partner played it."""
        plays = self.seen["on_table"]
        if not plays:
            return None, False
        best = max(plays, key=lambda play: STRENGTH[play["card"], self.rulings[0]])
        return best["card"], best["seat"] not in self.foes

    def _to_come(self) -> list[int]:
        return list(self.seen["turns"][len(self.seen["on_table"]) + 1 :])


def choose(observation: Observation, legal: Sequence[str], rng: random.Random) -> str:
    """A legal answer that is no misplay; `rng` breaks ties."""
    mind = Mind(observation)
    proper = [answer for answer in legal if answer in mind.you["proper"]] or list(legal)
    rng.shuffle(proper)
    return _CHOICES[observation["phase"]](mind, proper)


def _moon(mind: Mind, _: list[str]) -> str:
    """A small Tide when the end is near, a large one when somebody else is nearer."""
    target, sides = mind.seen["target"], mind.seen["sides"]
    mine = sides[mind.you["side"]]["score"]
    others = max(side["score"] for place, side in enumerate(sides) if place != mind.you["side"])
    if target - mine <= SWING / 2 and mine >= others:
        return "moon 4"
    if target - others <= SWING and mine < others:
        return f"moon {mind.seen['limit']}"
    return "no moon"


def _exchange(mind: Mind, legal: list[str]) -> str:
    """The card that does least here: the partner may be short of its suit."""
    return min(legal, key=lambda answer: mind.keeping[answer.split()[1]])


def _bid(mind: Mind, legal: list[str]) -> str:
    """The tricks counted, but no more than are needed to reach the target."""
    side = mind.seen["sides"][mind.you["side"]]
    lacking = max(1, -(-(mind.seen["target"] - side["score"]) // 10))
    trust = CONFIDENCE[len(mind.seen["side_of"])]
    wish = min(round(trust * mind.count()), lacking)
    return min(legal, key=lambda answer: abs(int(answer.split()[1]) - wish))


def _play(mind: Mind, legal: list[str]) -> str:
    cards = [answer.split()[1] for answer in legal if answer != f"play {ROWBOAT}"]
    if not cards or (len(cards) < len(legal) and _rowing_pays(mind, cards)):
        return f"play {ROWBOAT}"
    judge = _eager if mind.need > 0 else _ducking
    return "play " + max(cards, key=lambda card: judge(mind, card))


def _rowing_pays(mind: Mind, cards: list[str]) -> bool:
    """The bid would fail without the Rowboat, and can be made with it."""
    if mind.seen["novice"]:
        return mind.stake > 1 and max(map(mind.winning, cards)) < SURE
    if mind.need <= 0 or ROWBOAT in [play["card"] for play in mind.seen["on_table"]]:
        return False
    if max(map(mind.winning, cards)) >= SURE:
        return False
    after = mind.count(first=1)
    return mind.need - mind.stake <= after + 0.5 and mind.need > after


def _eager(mind: Mind, card: str) -> float:
    """To win with what is not worth more later."""
    return EAGER * mind.stake * mind.winning(card) - LATER * mind.keeping[card]


def _ducking(mind: Mind, card: str) -> float:
    """To lose with what would win later."""
    return mind.keeping[card] - EAGER * mind.stake * mind.winning(card)


_CHOICES = {"moon": _moon, "exchange": _exchange, "bid": _bid, "play": _play}
