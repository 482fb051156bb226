"""How strong the levels are: Elo by game and level, 0 for the light bot of the game.

Fitted to the games that docs/bots.md lists ("Elo"). A level that has not played enough of them to
tell it from its neighbours has no figure.
"""

ELO: dict[str, dict[int, int]] = {
    "turn-the-tide": {1: -280, 2: -140, 3: -10, 4: 50, 5: 130, 6: 210, 7: 270, 8: 380},
    "rowboat": {1: -240, 2: -110, 3: -10, 4: 80, 5: 150, 6: 240, 7: 360, 8: 490},
    "turning-tides": {1: -230, 2: -150, 3: -60, 4: 70, 5: 130, 6: 240, 7: 290, 8: 440},
}


def elo(slug: str, level: int) -> int | None:
    """Elo above the light bot of this game; None if it was not measured."""
    return ELO.get(slug, {}).get(level)
