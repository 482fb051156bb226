"""Rowboat's preview picture: the Tide with its winners, and the sides."""

from typing import Any

from games.drawing.emblems import emblem
from games.drawing.posters import Line, placed, text
from games.game_view import GameView

GREEN, BLUE = "#3d6b2c", "#14598a"
WIDE, HIGH = 84, 132


def picture(board: dict[str, Any], _view: GameView) -> str:
    """The Tide in a row; the boat until it is laid out."""
    places = board["tide"]["places"]
    if not places:
        return f'<g color="var(--deep)">{placed(emblem("rowboat"), 360, 20, 340, 270)}</g>'
    scale = min(1.5, 1080 / (len(places) * (WIDE + 8)))
    cards = "".join(_card(place, number) for number, place in enumerate(places))
    return f'<g transform="translate(0 40) scale({scale:.3f})">{cards}</g>'


def _card(place: dict[str, Any], number: int) -> str:
    x, colour = number * (WIDE + 8), GREEN if place["suit"] in ("maps", "shells") else BLUE
    faded = ' opacity=".5"' if place["state"] == "past" else ""
    rim = "var(--buoy)" if place["state"] == "now" else "var(--edge)"
    return (
        f"<g{faded}>"
        f'<rect x="{x}" y="0" width="{WIDE}" height="{HIGH}" rx="8" fill="var(--sheet)"'
        f' stroke="{rim}" stroke-width="{4 if place["state"] == "now" else 1.5}"/>'
        + text(str(place["card"])[0], x + 10, 42, 40, colour)
        + f'<g fill="{colour}" color="{colour}">'
        + placed(emblem(place["suit"]), x + 16, 58, WIDE - 32, 60).replace("currentColor", colour)
        + "</g></g>"
    )


def lines(board: dict[str, Any], _view: GameView) -> list[Line]:
    """Each side with its tricks and points."""
    return [_line(side) for side in board["sides"]]


def _line(side: dict[str, Any]) -> Line:
    names = " & ".join(seat["name"] for seat in side["seats"])
    tricks = f"{side['won']}/{side['bid']} · " if side["bid"] is not None else ""
    return side["seats"][0]["number"], names, f"{tricks}{side['score']}"
