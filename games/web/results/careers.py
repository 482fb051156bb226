"""A person's games for their public page: by game, by opponent, recent results, running games."""

from typing import Any

from accounts.models import User
from games.selectors.access import Viewer, read_games
from games.selectors.results.careers import career_of
from games.web import listings
from games.wording import wording

MAX_GAMES = 6  # games in each list


def panel(viewer: Viewer, who: User) -> dict[str, Any]:
    """Covers only games the viewer may see; empty for bots, which play everywhere."""
    if who.is_bot:
        return {}
    career = career_of(viewer, who, MAX_GAMES + 1)
    latest, running = career.latest[:MAX_GAMES], career.running[:MAX_GAMES]
    games = read_games([*latest, *running])
    lines = {pk: listings.any_game(game, viewer) for pk, game in games.items()}
    return {
        "by_game": [(wording(slug).title(), tally) for slug, tally in career.by_game.items()],
        "by_person": career.by_person,
        "more_people": career.more_people,
        "latest": [lines[pk] for pk in latest],
        "running": [lines[pk] for pk in running],
        "more_running": len(career.running) > MAX_GAMES,
    }
