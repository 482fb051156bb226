"""Rowboat: a random state that may be the true one, given what one seat knows.

Whoever remembers the cards that were played knows more: those are gone, and a player who did not
follow suit has no card of it, or only one saved for its own trick (2.5).
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.catalogue.rowboat.rules.cards import DECK, ROWBOAT, in_order, knob, suit
from games.catalogue.rowboat.rules.state import (
    Deal,
    Phase,
    Play,
    Side,
    State,
    Trick,
    empty_deal,
    first_seat,
    partner,
    put,
)
from games.catalogue.rowboat.shapes import CardPlayed, Observation
from games.rules.base import Event

TRIES = 60  # deals, after which voids are ignored


def imagine(seen: Observation, memory: Sequence[Event], rng: random.Random) -> State:
    """A state whose observation by the same seat is `seen`; `memory` holds the events so far."""
    sides = tuple(Side(each["score"], each["bags"], tuple(each["left"])) for each in seen["sides"])
    seats = len(seen["side_of"])
    state = State(
        seats=seats,
        novice=seen["novice"],
        misplays=seen["misplays"],
        phase=_phase(seen),
        stage=seen["stage"],
        dealer=seen["dealer"],
        sides=sides,
        deal=empty_deal(seats),
    )
    if state.phase == Phase.MOON:
        deck = tuple(rng.sample(DECK, len(DECK)))
        return replace(state, deal=replace(state.deal, deck=deck))
    if not seen["tide"]:
        return state
    return replace(state, deal=_deal(state, seen, Memory(seen, memory), rng))


def _phase(seen: Observation) -> str:
    if seen["phase"] != Phase.MOON or seen["awaiting"]:
        return str(seen["phase"])
    return Phase.DEALER if seen["dealer"] is None else Phase.DECK


class Memory:
    """The cards played in this stage, and the suits of which each seat may hold at most
    one card."""

    def __init__(self, seen: Observation, events: Sequence[Event]) -> None:
        self.tide = list(seen["tide"])
        self.trick = max(int(seen["trick"]), 1)
        self.plays = _plays_of_stage(events, seen["stage"])
        shown = [(p["seat"], p["card"]) for p in (*seen["last_trick"], *seen["on_table"])]
        self.gone = {card for _, card, _ in self.plays} | {card for _, card in shown}
        self.answered = {p["seat"] for p in seen["on_table"]}
        self.lacking: dict[int, set[str]] = {}
        if not seen["misplays"]:
            for seat, card, trick in self.plays:
                ruling = self.tide[trick - 1]
                if card != ROWBOAT and card != knob(ruling) and suit(card) != suit(ruling):
                    self.lacking.setdefault(seat, set()).add(suit(ruling))

    def saved(self, seat: int, card: str) -> bool:
        """Whether this seat may have saved this card: for a trick that it has not answered yet."""
        return knob(card) in self.tide[self.trick - (seat not in self.answered) :]

    def agrees(self, seat: int, cards: Sequence[str]) -> bool:
        """Whether this seat may hold these cards: of each suit it did not follow, none or a saved
        one."""
        for lacking in self.lacking.get(seat, ()):
            held = [card for card in cards if suit(card) == lacking]
            if len(held) > 1 or (held and not self.saved(seat, held[0])):
                return False
        return True

    def may_hold(self, seat: int, card: str) -> bool:
        return suit(card) not in self.lacking.get(seat, ()) or self.saved(seat, card)

    def married(self, seat: int, cards: Sequence[str]) -> tuple[str, ...]:
        lacking = self.lacking.get(seat, ())
        return tuple(card for card in cards if suit(card) in lacking and self.saved(seat, card))


def _plays_of_stage(events: Sequence[Event], stage: int) -> list[tuple[int, str, int]]:
    """Seat, card and trick of each play of this stage."""
    plays: list[tuple[int, str, int]] = []
    now = 0
    for event in events:
        if event.kind == "tide_laid":
            now = event.data["stage"]
        elif event.kind == "played" and now == stage:
            plays.append((event.data["seat"], event.data["card"], event.data["trick"]))
    return plays


def _deal(state: State, seen: Observation, memory: Memory, rng: random.Random) -> Deal:
    you, seat = seen["you"], seen["you"]["seat"]
    cards = dealt_cards(seen, memory, rng)
    married = tuple(memory.married(other, held) for other, held in enumerate(cards))
    mine = tuple(each["card"] for each in you["married"])
    return Deal(
        cards=tuple(cards),
        bids=tuple(seen["bids"]),
        married=put(married, seat, mine),
        misplays=put((0,) * state.seats, seat, you["misplays"]),
        given=_given(seen, cards),
        tide=tuple(seen["tide"]),
        leader=first_seat(state) if seen["leader"] is None else seen["leader"],
        on_table=_plays(seen["on_table"]),
        tricks=tuple(Trick(each["winner"], each["count"]) for each in seen["history"]),
        last=_plays(seen["last_trick"]),
        pending=seen["pending"],
        looked=tuple(seen["looked"]),
    )


def _plays(plays: Sequence[CardPlayed]) -> tuple[Play, ...]:
    return tuple(Play(each["seat"], each["card"]) for each in plays)


def _given(seen: Observation, cards: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The cards exchanged: ours as we know them, the others' as they might have been."""
    you = seen["you"]
    if you["given"] is None or you["received"] is None:
        return ()
    given = [held[0] if held else DECK[0] for held in cards]
    given[you["seat"]], given[partner(you["seat"])] = you["given"], you["received"]
    return tuple(given)


def dealt_cards(seen: Observation, memory: Memory, rng: random.Random) -> list[tuple[str, ...]]:
    """The cards of all seats: ours, and for the others some that they may hold."""
    seat, mine = seen["you"]["seat"], seen["you"]["cards"]
    fixed = known_cards(seen, memory)
    hidden = {*memory.tide, *memory.gone, *mine, *(c for held in fixed.values() for c in held)}
    unseen = [card for card in DECK if card not in hidden]
    lacks = {
        other: count - len(fixed.get(other, ()))
        for other, count in enumerate(seen["cards"])
        if other != seat
    }
    order = sorted(lacks, key=lambda other: -len(memory.lacking.get(other, ())))
    found = _some_deal(unseen, lacks, order, memory, rng)
    hands = {other: [*fixed.get(other, ()), *held] for other, held in found.items()}
    return [in_order(mine if s == seat else hands[s]) for s in range(len(seen["cards"]))]


def known_cards(seen: Observation, memory: Memory) -> dict[int, list[str]]:
    """The hands that a Lighthouse showed (`peeked`, from `games.bots.peeked`), once no card
    changes hands any more; else the card we gave our partner, until it has been played."""
    you: Mapping[str, Any] = seen["you"]  # for a bot it has one key more than its shape
    if (peeked := you.get("peeked")) and seen["phase"] != Phase.EXCHANGE:
        return {int(seat): list(cards) for seat, cards in peeked.items()}
    given = seen["you"]["given"]
    if given is None or given in memory.gone or not seen["cards"][partner(seen["you"]["seat"])]:
        return {}
    return {partner(seen["you"]["seat"]): [given]}


def _some_deal(
    unseen: list[str],
    lacks: Mapping[int, int],
    order: Sequence[int],
    memory: Memory,
    rng: random.Random,
) -> dict[int, list[str]]:
    for _ in range(TRIES):
        pool, hands = rng.sample(unseen, len(unseen)), {}
        for other in order:
            fit = [card for card in pool if memory.may_hold(other, card)][: lacks[other]]
            hands[other] = fit
            pool = [card for card in pool if card not in fit]
        if all(len(hands[o]) == lacks[o] and memory.agrees(o, hands[o]) for o in order):
            return hands
    pool = rng.sample(unseen, len(unseen))
    return {other: [pool.pop() for _ in range(lacks[other])] for other in order}
