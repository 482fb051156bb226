from games.selectors.people import preferences

__all__ = ["preferences"]
