"""Turning Tides' preview picture: both ships side by side, zone by zone."""

from typing import Any

from games.drawing.emblems import emblem
from games.drawing.posters import Line, placed, text
from games.game_view import GameView

HULLS = {"silver": ("#dfe3e4", "#6f7d84"), "gold": ("#ecdcae", "#8a6414")}
ZONES = 7
ROW = {"foe": 10, "me": 188}
HIGH = 120


def picture(board: dict[str, Any], _view: GameView) -> str:
    """The enemy's ship on top; zones i and j face each other if i + j = step + 1."""
    step = board["k"]
    columns = {
        "me": [zone["number"] for zone in board["me"]["zones"]],
        "foe": [step + 1 - zone["number"] for zone in board["foe"]["zones"]],
    }
    first = min(min(each) for each in columns.values())
    count = max(max(each) for each in columns.values()) - first + 1
    wide = min(1080 / count, 130)
    return "".join(_ship(board[side], side, columns[side], first, wide) for side in ROW)


def _ship(ship: dict[str, Any], side: str, columns: list[int], first: int, wide: float) -> str:
    fill, line = HULLS[ship["colour"]]
    left, y = (min(columns) - first) * wide, ROW[side]
    hull = (
        f'<rect x="{left + 4:.1f}" y="{y}" width="{ZONES * wide - 8:.1f}" height="{HIGH}" rx="52"'
        f' fill="{fill}" stroke="{line}" stroke-width="4"/>'
    )
    zones = (
        _zone(zone, (column - first) * wide, y, wide)
        for zone, column in zip(ship["zones"], columns, strict=True)
    )
    return hull + "".join(zones)


def _zone(zone: dict[str, Any], x: float, y: float, wide: float) -> str:
    names = ["breach"] if zone["destroyed"] else _units(zone)
    columns = min(len(names), 2) or 1
    rows = -(-len(names) // columns) or 1
    size = min(wide / columns - 6, 92 / rows, 54)
    left, top = x + (wide - columns * size) / 2, y + 4 + (96 - rows * size) / 2
    drawn = "".join(
        placed(emblem(name), left + place % 2 * size, top + place // 2 * size, size - 4, size - 4)
        for place, name in enumerate(names)
    )
    number = text(str(zone["number"]), x + wide / 2 - 6, y + HIGH - 6, 20, "var(--ink-soft)")
    return f'<g color="var(--ink)" fill="var(--ink)">{drawn}</g>{number}'


def _units(zone: dict[str, Any]) -> list[str]:
    guns = ["cannon"] * (zone["enemy_gun"] + zone["open_gun"])
    crew = ["mast"] * bool(zone["mast"]) + ["captain"] * bool(zone["captain"])
    return crew + ["sailor"] * min(zone["sailors"], 2) + guns


def lines(board: dict[str, Any], view: GameView) -> list[Line]:
    """Both captains with the condition of their ships."""
    return [(flag["seat"] + 1, flag["name"], flag["words"]) for flag in board["flags"]]
