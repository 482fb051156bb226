from games.catalogue.game_type import GameType

# The seats differ, but gold is the better one among light bots and the worse one among experts, and
# nobody knows which among people (docs/bots.md, "Seats").
GAME = GameType(
    __name__, "turning-tides", {2: (42, 1.5)}, leads={2: (0.0, 0.0)}, search_seconds={2: 0.08}
)
