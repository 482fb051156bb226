"""Turn the Tide: what a player knows who has noted everything that lay open."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import TypedDict

from games.catalogue.turn_the_tide.rules.state import TIDE_CARDS, TURNS
from games.catalogue.turn_the_tide.shapes import KnownSet, Observation
from games.rules.base import Event


class SeenBefore(TypedDict, total=False):
    """This part of what is known of a seat."""

    seen_before: list[int]


Turn = tuple[int, int]  # stage and number of the turn
Played = Mapping[tuple[int, int], list[int]]  # by stage and seat


def noted(seen: Observation, memory: Iterable[Event]) -> Observation:
    """A player's observation `without_memory`, completed by the events so far: the cards and tides
    of this stage, what was played of each set in earlier ones, and the player's own sets of those,
    if they were played to the end.
    """
    stage = seen["stage"]
    played, shown = _laid_open(memory)
    shown[stage, seen["hand"]] = seen["turned_up"]
    gone = [tide for (at, _turn), tides in shown.items() if at == stage for tide in tides]
    return {
        **seen,
        "seats": [
            {**each, "played": played[stage, seat], **_seen_before(seen, played, seat)}
            for seat, each in enumerate(seen["seats"])
        ],
        "tides_left": sorted((Counter(TIDE_CARDS) - Counter(gone)).elements()),
        "you": {**seen["you"], "known_sets": _own_sets(seen, played)},
    }


def _laid_open(memory: Iterable[Event]) -> tuple[Played, dict[Turn, list[int]]]:
    """The cards of all turns so far, and their tides."""
    played: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    shown: dict[Turn, list[int]] = {}
    stage = 0
    for event in memory:
        if event.kind == "turned_up":
            stage = event.data["stage"]
            shown[stage, event.data["turn"]] = event.data["tides"]
        elif event.kind == "played":
            for seat, card in event.data["bids"].items():
                played[stage, int(seat)].append(card)
    return played, shown


def _seen_before(seen: Observation, played: Played, seat: int) -> SeenBefore:
    """What was played in earlier stages of the set that this seat holds now, if anything."""
    stage, seats = seen["stage"], len(seen["seats"])
    holders = [(before, (seat - stage + before) % seats) for before in range(1, stage)]
    cards = sorted({card for at in holders for card in played[at]})
    return {"seen_before": cards} if cards else {}


def _own_sets(seen: Observation, played: Played) -> list[KnownSet]:
    you, stage, seats = seen["you"]["seat"], seen["stage"], len(seen["seats"])
    own = {before: sorted(played[before, you]) for before in range(1, stage)}
    return [
        {"stage": before, "seat": (you + stage - before) % seats, "cards": cards}
        for before, cards in own.items()
        if len(cards) == TURNS
    ]
