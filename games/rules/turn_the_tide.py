"""Turn the Tide (Land unter, earlier Zum Kuckuck!), for three to five players.

Numbers in brackets are paragraphs of the rules.  A *set* is twelve weather cards that
travel from seat to seat; the *tide* of a seat is the top card of its tide pile, None
without one.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.rules.base import Item, Json, Option, OptionValue, Step
from games.rules.checks import checked_options, checked_order, checked_seats
from games.rules.errors import Illegal, Malformed
from games.rules.turn_the_tide_state import (
    TAKES,
    TURNS,
    State,
    awaiting,
    belt_count,
    choices,
    dump,
    legal,
    load,
    outcome,
    position,
    scores,
    set_of,
    stage_laid_out,
    turned_up,
)
from games.rules.turn_the_tide_water import Water, bonus_seats, lose, stage_points, take

__all__ = [
    "OPTIONS",
    "SEATS",
    "SLUG",
    "VERSION",
    "aside",
    "asides",
    "awaiting",
    "dump",
    "legal",
    "load",
    "observation",
    "outcome",
    "position",
    "read",
    "resolve",
    "shuffle_needed",
    "shuffled",
    "start",
]

SLUG: str = "turn-the-tide"
VERSION: int = 1
SEATS: tuple[int, ...] = (3, 4, 5)
OPTIONS: tuple[Option, ...] = (Option("cascade", True), Option("taker_chooses", False))

WEATHER_CARDS = range(1, 61)
TIDE_CARDS = [level for level in range(1, 13) for _ in range(2)]


# Set-up (1.3, 1.4)


def start(seats: int, options: Mapping[str, OptionValue]) -> State:
    """The state before the weather cards are shuffled.  Raises `BadOptions`."""
    checked = checked_options(OPTIONS, options)
    return stage_laid_out(
        State(
            seats=checked_seats(SEATS, seats),
            cascade=bool(checked["cascade"]),
            taker_chooses=bool(checked["taker_chooses"]),
        )
    )


def shuffle_needed(state: State) -> list[Item] | None:
    """The weather cards once, then the tide cards at the start of every stage."""
    if state.phase != "deal":
        return None
    return list(TIDE_CARDS) if state.sets else list(WEATHER_CARDS)


def shuffled(state: State, order: Sequence[Item]) -> State:
    """Deals twelve cards to each seat, or lays the tide deck ready.  Raises `BadShuffle`."""
    cards = tuple(int(card) for card in checked_order(shuffle_needed(state), order))
    if state.sets:
        return replace(state, deck=cards, phase="bid")
    dealt = tuple(tuple(sorted(cards[12 * i : 12 * i + 12])) for i in range(state.seats))
    return stage_laid_out(replace(state, sets=dealt))


# Reading a bid that a person wrote

_CARD = re.compile(r"(?:play )?(?:card )?#? ?([0-9]{1,4})\.?")
_TAKE = re.compile(r"(?:take )?(?:the )?(low|high)(?:er)?(?: (?:one|card|tide))?\.?")


def read(state: State, seat: int, text: str) -> str:
    """The canonical bid in a line such as "play 44" or "Take LOW", which must be all of it.

    Raises `Malformed` or `Illegal`.
    """
    allowed = legal(state, seat)
    bid = _canonical(text)
    if bid is None:
        raise Malformed(text, allowed, f"{_quoted(text)} is not a bid in this game.")
    if bid not in allowed:
        reason = f"{_quoted(text)} cannot be bid now: {_why_not(state, seat, bid)}."
        raise Illegal(text, allowed, reason)
    return bid


def _canonical(text: str) -> str | None:
    line = " ".join(text.split()).casefold()
    if card := _CARD.fullmatch(line):
        return str(int(card[1]))
    if side := _TAKE.fullmatch(line):
        return f"take {side[1]}"
    return None


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return f"“{line}”" if len(line) <= 40 else f"“{line[:39]}…”"


def _why_not(state: State, seat: int, bid: str) -> str:
    if seat not in awaiting(state):
        return "nothing is awaited from this seat"
    if state.phase == "take":
        return "this hand asks which tide card to take"
    if bid in TAKES:
        return "this hand asks for a weather card"
    if int(bid) in state.played[seat]:
        return "that card has been played in this stage"
    return "that card is not held"


def asides(state: State, seat: int) -> list[str]:
    """Nobody acts out of turn in this game."""
    return []


def aside(state: State, seat: int, act: str) -> Step:
    """Raises `Illegal`, always."""
    raise Illegal(act, [], f"{_quoted(act)}: nobody acts out of turn in this game.")


# One turn (1.5)


def resolve(state: State, bids: Mapping[int, str]) -> Step:
    """Plays one hand: weather cards are revealed, or a tide card chosen.  Raises `Illegal`."""
    _check_bids(state, bids)
    water = Water(list(state.belts), list(state.tides), list(state.out))
    if state.phase == "take":
        after = _choose(state, water, *bids.values())
    else:
        after = _reveal(state, water, {seat: int(bids[seat]) for seat in sorted(bids)})
    return Step(after, tuple(water.events))


def _check_bids(state: State, bids: Mapping[int, str]) -> None:
    owed = awaiting(state)
    if sorted(bids) != list(owed):
        came, due = f"seats {sorted(bids)}", f"seats {list(owed)}"
        raise Illegal(came, [due], f"Bids came from {came}, but they are owed by {due}.")
    for seat in owed:
        if bids[seat] not in choices(state, seat):
            reason = f"Seat {seat} cannot bid {_quoted(str(bids[seat]))} now."
            raise Illegal(str(bids[seat]), legal(state, seat), reason)


def _reveal(state: State, water: Water, bids: dict[int, int]) -> State:
    """All cards are shown at once; the two highest take the tide cards (1.5(2), 1.5(3))."""
    tides = turned_up(state)
    low, high = sorted(tides)
    highest, second = sorted(bids, key=bids.__getitem__, reverse=True)[:2]
    water.tell("turned_up", stage=state.stage, turn=state.turn, tides=tides)
    water.tell("played", bids={str(seat): card for seat, card in bids.items()})
    shown = _cards_shown(state, bids)
    if state.taker_chooses and low != high:
        water.tell("may_choose", seat=highest, tides=[low, high])
        return replace(shown, phase="take", takers=(highest, second))
    return _take_both(shown, water, (highest, low), (second, high))


def _cards_shown(state: State, bids: dict[int, int]) -> State:
    cards, played = list(state.cards), list(state.played)
    for seat, bid in bids.items():
        place = cards[seat].index(bid)
        cards[seat] = cards[seat][:place] + cards[seat][place + 1 :]
        played[seat] = (*played[seat], bid)
    return replace(state, cards=tuple(cards), played=tuple(played))


def _choose(state: State, water: Water, bid: str) -> State:
    """The highest bidder chooses, the second takes the other card (option taker_chooses)."""
    low, high = sorted(turned_up(state))
    chosen, left = (low, high) if bid == "take low" else (high, low)
    highest, second = state.takers
    water.tell("chose", seat=highest, tide=chosen, left=left)
    return _take_both(state, water, (highest, chosen), (second, left))


def _take_both(
    state: State, water: Water, first: tuple[int, int], second: tuple[int, int]
) -> State:
    """Each (seat, tide card); the deepest lose; next turn or end of stage (1.5(4), 1.5(5))."""
    take(water, *first, rank=1)
    take(water, *second, rank=2)
    lose(water, state.cascade)
    ended = water.only_two_left() or state.turn == TURNS
    after = replace(
        state,
        phase="bid",
        turn=state.turn if ended else state.turn + 1,
        belts=tuple(water.belts),
        tides=tuple(water.tides),
        out=tuple(water.out),
        takers=(),
    )
    return _stage_ended(after, water) if ended else after


# The end of a stage (1.6), the next one, and the end of the game (1.7)


def _stage_ended(state: State, water: Water) -> State:
    points = stage_points(state.belts, state.tides, state.out)
    scored = replace(state, history=(*state.history, points))
    water.tell(
        "stage_scored",
        stage=state.stage,
        early=water.only_two_left(),
        points=_points_told(scored),
        scores=list(scores(scored)),
    )
    return _finish(scored, water) if state.stage == state.seats else _pass_sets(scored, water)


def _points_told(state: State) -> list[Json]:
    bonus = bonus_seats(state.tides, state.out)
    return [
        {
            "seat": seat,
            "belts": state.belts[seat],
            "bonus": int(seat in bonus),
            "out": state.out[seat],
            "points": state.history[-1][seat],
        }
        for seat in range(state.seats)
    ]


def _pass_sets(state: State, water: Water) -> State:
    """Whole sets go to the left, with their full belt count (1.7(1))."""
    following = stage_laid_out(replace(state, stage=state.stage + 1))
    water.tell("sets_passed", stage=following.stage, belts=list(following.belts))
    return following


def _finish(state: State, water: Water) -> State:
    over = replace(state, phase="over")
    end = outcome(over)
    if end is not None:
        water.tell("game_over", **end.as_json())
    return over


# What is seen (1.8)


def observation(state: State, seat: int | None) -> dict[str, Json]:
    """The table of docs/records.md section 6, more that is public, and `you` for a seat."""
    table: dict[str, Json] = {
        "stage": state.stage,
        "hand": state.turn,
        "phase": state.phase,
        "turned_up": turned_up(state),
        "seats": [_seat_seen(state, other) for other in range(state.seats)],
        "stages": state.seats,
        "hands": TURNS,
        "options": {"cascade": state.cascade, "taker_chooses": state.taker_chooses},
        "tides_left": sorted(state.deck[2 * state.turn :]) if state.deck else list(TIDE_CARDS),
        "takers": list(state.takers),
        "history": [list(points) for points in state.history],
    }
    return table if seat is None else {**table, "you": _you(state, seat)}


def _seat_seen(state: State, seat: int) -> dict[str, Json]:
    return {
        "belts": state.belts[seat],
        "tide": state.tides[seat],
        "out": state.out[seat],
        "cards": len(state.cards[seat]),
        "score": scores(state)[seat],
        "played": list(state.played[seat]),
        "set_belts": belt_count(set_of(state, seat, state.stage)),
    }


def _you(state: State, seat: int) -> dict[str, Json]:
    return {
        "seat": seat,
        "cards": list(state.cards[seat]),
        "known_sets": [_known_set(state, seat, stage) for stage in range(1, state.stage)],
        "legal": legal(state, seat),
    }


def _known_set(state: State, seat: int, stage: int) -> dict[str, Json]:
    """A set that the seat held in an earlier stage, and who holds it now (1.8)."""
    holder = (seat + state.stage - stage) % state.seats
    return {"stage": stage, "seat": holder, "cards": list(set_of(state, seat, stage))}
