from games.selectors.hands import bidding, plans

__all__ = ["bidding", "plans"]
