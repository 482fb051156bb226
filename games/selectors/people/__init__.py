from games.selectors.people import friends, preferences

__all__ = ["friends", "preferences"]
