"""Why a game can't be moved."""


class CannotMove(Exception):
    """Nothing was changed; the text says why, and what to do."""
