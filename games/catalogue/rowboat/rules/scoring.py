"""Points, sandbags, capsizing, misplays, and the end of the game (2.7, 2.8)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.catalogue.rowboat.rules.dealing import next_stage
from games.catalogue.rowboat.rules.state import (
    Phase,
    Side,
    State,
    members,
    side_of,
    target,
    won_by_side,
)
from games.rules.base import Event

CAPSIZE_BAGS, CAPSIZE_POINTS, MISPLAY_BAGS, TRICK_POINTS = 5, 100, 2, 10


@dataclass(frozen=True, slots=True)
class Result:
    """A side's result of a stage. `bid` is None in novice games; `capsized` is a count."""

    bid: int | None
    won: int
    points: int
    overtricks: int
    misplays: int
    cancelled: bool
    capsized: int
    side: Side

    def as_json(self) -> dict[str, Any]:
        """All fields; they are public once the stage is scored."""
        return {
            "bid": self.bid,
            "won": self.won,
            "points": self.points,
            "overtricks": self.overtricks,
            "misplays": self.misplays,
            "cancelled": self.cancelled,
            "capsized": self.capsized,
            "score": self.side.score,
            "bags": self.side.bags,
        }


def capsized(score: int, bags: int) -> tuple[int, int, int]:
    """New score, remaining sandbags, and how often the side capsized (RB-20)."""
    times = bags // CAPSIZE_BAGS
    return score - CAPSIZE_POINTS * times, bags - CAPSIZE_BAGS * times, times


def scored(side: Side, won: int, bid: int | None, misplays: int, goal: int) -> Result:
    """Scores a side's stage: points, overtricks, misplays, capsizing, in that order (RB-20)."""
    points, over = _earned(won, bid)
    cancelled = bool(misplays) and won >= (bid or 0) and _would_win(side, points, over, goal)
    if cancelled:
        points = 0
    bags = side.bags + over + MISPLAY_BAGS * misplays
    score, bags, times = capsized(side.score + points, bags)
    after = replace(side, score=score, bags=bags)
    return Result(bid, won, points, over, misplays, cancelled, times, after)


def _earned(won: int, bid: int | None) -> tuple[int, int]:
    """Points and number of overtricks (2.7, paragraphs 1, 2 and 6)."""
    if bid is None:
        return TRICK_POINTS * won, 0
    if won < bid:
        return -TRICK_POINTS * bid, 0
    return TRICK_POINTS * bid, won - bid


def _would_win(side: Side, points: int, over: int, goal: int) -> bool:
    """Whether the side reaches the target, before penalties and after ordinary capsizing (RB-22,
    RB-27).
    """
    score, _, _ = capsized(side.score + points, side.bags + over)
    return score >= goal


def best(sides: Sequence[Side], goal: int) -> tuple[int, ...]:
    """The leading sides at the target: none, the winner, or several if tied (2.8)."""
    ranks = {
        place: (side.score, -side.bags)
        for place, side in enumerate(sides)
        if side.score >= goal and side.bags < CAPSIZE_BAGS
    }
    top = max(ranks.values(), default=None)
    return tuple(place for place, rank in ranks.items() if rank == top)


def _side_bid(state: State, side: int) -> int | None:
    """A side's bid: the sum of the partners' bids (2.3(5)); None in novice games."""
    bids = [state.deal.bids[seat] or 0 for seat in members(state, side)]
    return None if state.novice else sum(bids)


def stage_scored(state: State) -> tuple[State, tuple[Event, ...]]:
    """Scores the stage, then ends the game or starts the next stage (2.8)."""
    results = [_result(state, side, won) for side, won in enumerate(won_by_side(state))]
    after = replace(state, sides=tuple(result.side for result in results))
    told = [_told(state, results), *_capsizings(results)]
    ahead = best(after.sides, target(state))
    if len(ahead) == 1:
        over = replace(after, phase=Phase.OVER)
        return over, (*told, _game_over(over, ahead[0]))
    if ahead:
        told.append(Event("play_on", {"sides": list(ahead)}))
    return next_stage(after), tuple(told)


def _result(state: State, side: int, won: int) -> Result:
    misplays = sum(state.deal.misplays[seat] for seat in members(state, side))
    return scored(state.sides[side], won, _side_bid(state, side), misplays, target(state))


def _told(state: State, results: Sequence[Result]) -> Event:
    sides = [result.as_json() for result in results]
    return Event("stage_scored", {"stage": state.stage, "sides": sides})


def _capsizings(results: Sequence[Result]) -> list[Event]:
    return [
        Event("capsized", {"side": side, "times": result.capsized})
        for side, result in enumerate(results)
        if result.capsized
    ]


def seat_scores(state: State) -> list[int]:
    """The scores by seat, each that of its side."""
    return [state.sides[side_of(state, seat)].score for seat in range(state.seats)]


def winning_seats(state: State) -> tuple[int, ...]:
    """The seats of the winning side of a finished game."""
    (side,) = best(state.sides, target(state))
    return members(state, side)


def _game_over(state: State, side: int) -> Event:
    data = {"side": side, "winners": list(members(state, side)), "scores": seat_scores(state)}
    return Event("game_over", data)
