from games.selectors.lobby import lists

__all__ = ["lists"]
