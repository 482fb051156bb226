"""What somebody has played, for their page: by game, by person, the last results, what runs."""

from typing import Any

from accounts.models import User
from games.selectors.access import Viewer, read_games
from games.selectors.results.careers import career_of
from games.web.lobby import listings
from games.wording import wording

FEW = 6  # games of each list


def panel(viewer: Viewer, who: User) -> dict[str, Any]:
    """Only of games that the viewer may see; nothing of bots, who play everywhere."""
    if who.is_bot:
        return {}
    career = career_of(viewer, who, FEW)
    games = read_games([*career.latest, *career.running])
    lines = {pk: listings.any_game(game, viewer) for pk, game in games.items()}
    return {
        "by_game": [(wording(slug).title(), tally) for slug, tally in career.by_game.items()],
        "by_person": career.by_person,
        "latest": [lines[pk] for pk in career.latest],
        "running": [lines[pk] for pk in career.running],
    }
