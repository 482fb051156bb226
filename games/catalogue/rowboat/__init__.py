from games.catalogue.game_type import GameType

GAME = GameType(
    __name__,
    "rowboat",
    {2: (130, 1.0), 3: (220, 1.0), 4: (270, 1.1)},
    search_seconds={2: 0.04, 3: 0.06, 4: 0.08},
)
