"""Converts a state to JSON values and back."""

from dataclasses import asdict

from games.catalogue.turning_tides.rules.ships import Ship, Zone
from games.catalogue.turning_tides.rules.state import Deck, State
from games.rules.base import Json


def dump(state: State) -> dict[str, Json]:
    """The complete state including hidden cards; it must be stored encrypted and never shown."""
    return {name: _listed(value) for name, value in asdict(state).items()}


def _listed(value: Json) -> Json:
    """Converts tuples to lists, recursively."""
    if isinstance(value, dict):
        return {name: _listed(inner) for name, inner in value.items()}
    return [_listed(inner) for inner in value] if isinstance(value, list | tuple) else value


def load(data: Json) -> State:
    fields = {
        **data,
        "ships": tuple(_ship(ship) for ship in data["ships"]),
        "decks": tuple(_deck(deck) for deck in data["decks"]),
    }
    for name in ("unshuffled", "revealed", "promoting", "queue"):
        fields[name] = tuple(data[name])
    return State(**fields)


def _ship(data: Json) -> Ship:
    zones = tuple(Zone(**zone) for zone in data["zones"])
    return Ship(zones, data["sailors"], data["cannons"])


def _deck(data: Json) -> Deck:
    return Deck(**{name: tuple(cards) for name, cards in data.items()})
