"""Observations of Turn the Tide, written down by hand."""

from typing import Any

from games.rules.base import Observation
from games.wording import Seating

NAMES = ("Marit", "Joost", "Aoife", "Henning")


def seating(reader: int | None = 0, seats: int = 4) -> Seating:
    return Seating(NAMES[:seats], reader)


def seat(tide: int | None = None, belts: int = 3, **more: Any) -> dict[str, Any]:
    fields = {"out": False, "cards": 9, "score": 0, "played": [], "set_belts": 4}
    return {"tide": tide, "belts": belts, **fields, **more}


def observation(
    seats: list[dict[str, Any]], tides: tuple[int, int] = (4, 7), **more: Any
) -> Observation:
    """What the first seat sees in stage 2, hand 4; it holds 7 to 58."""
    return {
        "stage": 2,
        "stages": len(seats),
        "hand": 4,
        "hands": 12,
        "phase": "bid",
        "turned_up": list(tides),
        "seats": seats,
        "options": {"cascade": True, "taker_chooses": False},
        "tides_left": [],
        "takers": [],
        "history": [],
        "you": {"seat": 0, "cards": [7, 13, 22, 30, 36, 41, 44, 52, 58], "known_sets": []},
        **more,
    }


def usual(**more: Any) -> Observation:
    """The table of the mock-up: you at 6, Joost at 10, Aoife dry, Henning at 2."""
    seen = [
        seat(6, played=[3, 24, 60]),
        seat(10, played=[16, 49, 57]),
        seat(None, played=[8, 12, 27]),
        seat(2, played=[10, 46, 55]),
    ]
    known = [{"stage": 1, "seat": 1, "cards": [5, 9, 11, 16, 20, 29, 33, 38, 49, 51, 57, 59]}]
    found = observation(seen, **more)
    found["you"]["known_sets"] = known
    return found
