"""Turn the Tide's preview picture: the islands and the face-up tides."""

from typing import Any

from django.utils.translation import gettext as _

from games.drawing.plates import plate_island, points_words
from games.drawing.posters import Line, placed
from games.drawing.tides import tide_card
from games.game_view import GameView


def picture(board: dict[str, Any], _view: GameView) -> str:
    """The islands in a row, with the tides on the right."""
    plates, tides = board["plates"], board["tides"] or ()
    room = 1080 - 190 * bool(tides)
    width = min(room / len(plates) - 14, 300)
    isles = "".join(
        placed(plate_island({**plate, "state": _calm(plate)}), place * (width + 14), 30, width,
               width * 2 / 3)
        for place, plate in enumerate(plates)
    )  # fmt: skip
    cards = "".join(
        placed(tide_card(tide), 1080 - 176 + 92 * place, 60, 84, 126)
        for place, tide in enumerate(tides)
    )
    return isles + cards


def _calm(plate: dict[str, Any]) -> str:
    """The state without who has answered, since others may cache the picture."""
    return "out" if plate["state"] == "out" else ""


def lines(board: dict[str, Any], _view: GameView) -> list[Line]:
    """Each island with its water and points."""
    return [
        (plate["seat"], plate["name"], f"{_water(plate)} · {points_words(plate['score'])}")
        for plate in board["plates"]
    ]


def _water(plate: dict[str, Any]) -> str:
    if plate["state"] == "out":
        return _("out")
    return str(plate["level"]) if plate["level"] is not None else _("dry")
