"""What the templates of each game need to draw it; one module a ruleset."""

from games.web.boards import turn_the_tide

BOARDS = {turn_the_tide.SLUG: turn_the_tide}

__all__ = ["BOARDS"]
