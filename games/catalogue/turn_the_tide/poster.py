"""Turn the Tide as a picture to send: the islands as they stand, and the tides that are up."""

from typing import Any

from django.utils.translation import gettext as _

from games.drawing import plate_island, tide_card
from games.drawing.plates import points_words
from games.drawing.posters import Line, placed
from games.game_view import GameView


def picture(board: dict[str, Any], _sight: GameView) -> str:
    """Islands in a row; right of them the tides."""
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
    """Who has answered is no part of a picture that is kept elsewhere."""
    return "out" if plate["state"] == "out" else ""


def lines(board: dict[str, Any], _sight: GameView) -> list[Line]:
    """Each island with its water and its points."""
    return [
        (plate["seat"], plate["name"], f"{_water(plate)} · {points_words(plate['score'])}")
        for plate in board["plates"]
    ]


def _water(plate: dict[str, Any]) -> str:
    return str(plate["level"]) if plate["level"] is not None else _("dry")
