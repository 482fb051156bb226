"""The ruleset and a second, naive implementation agree on every hand of random games."""

import os

from tests.rules.turning_tides.duel import duels

GAMES = int(os.environ.get("TURNING_TIDES_DUELS", "16"))  # thousands, when the rules change


def test_both_agree_on_every_hand() -> None:
    seen = duels(GAMES, seed=GAMES)
    for rare in ("swapped", "stowed", "promoted", "captain_lost", "offered", "nothing_done"):
        assert seen[rare] > 0, f"{rare} was never compared"
