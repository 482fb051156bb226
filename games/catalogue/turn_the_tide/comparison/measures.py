"""Turn the Tide: compares what players made of the same twelve cards.

The sets rotate, so in the end each seat has played each of them once. The difference from a set's
mean is therefore what the luck of the cards doesn't explain.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from games.catalogue.turn_the_tide.rules.state import State, belt_count
from games.catalogue.turn_the_tide.shapes import Points
from games.rules.base import Event
from games.rules.records import Replay

TEMPLATE = "games/turn_the_tide/compare.html"
SHEET = "tideweb/css/compare.css"
LETTERS = "ABCDE"


@dataclass(frozen=True)
class Made:
    """What a seat made of a set: points, belts left, and the cards in the order played.

    Fewer than twelve cards if the stage ended early or the seat was out.
    """

    seat: int
    stage: int
    points: int
    belts: int
    bonus: bool
    out: bool
    played: tuple[int, ...]
    best: bool = False


@dataclass(frozen=True)
class Dealt:
    """A set: its letter, the seat it was dealt to, its cards and belts, and the results.

    `made` is by seat, None if the stage wasn't finished; `mean` is the mean of their points.
    """

    letter: str
    seat: int
    cards: tuple[int, ...]
    belts: int
    made: tuple[Made | None, ...]
    mean: Fraction


@dataclass(frozen=True)
class Compared:
    """All sets; by seat the total `points`, and `fair`, the difference from the sets' means."""

    sets: tuple[Dealt, ...]
    points: tuple[int, ...]
    fair: tuple[Fraction, ...]


def compared(played: Replay) -> Compared:
    """Compares the players of a replayed game."""
    state: State = played.state
    made = list(_made(played))
    sets = tuple(_dealt(state, seat, made) for seat in range(state.seats if state.sets else 0))
    seats = range(state.seats)
    fair = tuple(
        sum((each.points - one.mean for one in sets if (each := one.made[seat])), Fraction())
        for seat in seats
    )
    points = tuple(sum(each.points for each in made if each.seat == seat) for seat in seats)
    return Compared(sets, points, fair)


def _made(played: Replay) -> Iterator[Made]:
    """The result of each seat in each scored stage."""
    cards: dict[int, list[int]] = {}
    for moment in played.moments:
        for event in moment.events:
            if event.kind == "played":
                for seat, card in event.data["bids"].items():
                    cards.setdefault(int(seat), []).append(card)
            if event.kind == "stage_scored":
                yield from _scored(event, cards)
                cards = {}


def _scored(event: Event, cards: dict[int, list[int]]) -> Iterator[Made]:
    rows: list[Points] = event.data["points"]
    for row in rows:
        yield Made(
            seat=row["seat"],
            stage=event.data["stage"],
            points=row["points"],
            belts=row["belts"],
            bonus=bool(row["bonus"]),
            out=row["out"],
            played=tuple(cards.get(row["seat"], ())),
        )


def _dealt(state: State, dealt: int, made: Sequence[Made]) -> Dealt:
    """One set with its results. In stage s it is s - 1 seats to the left of where it was dealt
    (rules 1.7).
    """
    mine = [each for each in made if (each.seat - each.stage + 1) % state.seats == dealt]
    best = max((each.points for each in mine), default=0)
    by_seat = {
        each.seat: replace(each, best=each.points == best and len(mine) > 1) for each in mine
    }
    mean = Fraction(sum(each.points for each in mine), len(mine) or 1)
    cards = state.sets[dealt]
    return Dealt(
        letter=LETTERS[dealt],
        seat=dealt,
        cards=cards,
        belts=belt_count(cards),
        made=tuple(by_seat.get(seat) for seat in range(state.seats)),
        mean=mean,
    )


def as_json(found: Compared) -> dict[str, Any]:
    """The comparison for the API; means and differences are rounded to two decimals."""
    return {
        "sets": [
            {
                "set": one.letter,
                "dealt_to": one.seat,
                "cards": list(one.cards),
                "belts": one.belts,
                "mean": round(float(one.mean), 2),
                "made": [_made_json(each) for each in one.made if each],
            }
            for one in found.sets
        ],
        "points": list(found.points),
        "against_mean": [round(float(each), 2) for each in found.fair],
    }


def _made_json(made: Made) -> dict[str, Any]:
    return {
        "seat": made.seat,
        "stage": made.stage,
        "points": made.points,
        "belts": made.belts,
        "bonus": made.bonus,
        "out": made.out,
        "played": list(made.played),
    }
