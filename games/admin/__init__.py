"""The moderators' panel.  It shows what a spectator may see, and changes nothing by itself."""

from games.admin import ledgers

__all__ = ["ledgers"]
