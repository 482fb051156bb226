from games.selectors.seats import occupancy

__all__ = ["occupancy"]
