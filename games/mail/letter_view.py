"""What the recipient of a notice may see of its game."""

from collections.abc import Sequence

from accounts.models import Notice
from accounts.notifications import prefetch
from games import selectors
from games.game_view import GameView, views_of_readers


def view_of(notice: Notice) -> GameView | None:
    """The notice's game as its recipient sees it; None if they don't play there now."""
    found: GameView | None = prefetch.found("view", notice)
    return found


def views(notices: Sequence[Notice]) -> list[GameView | None]:
    """The views for many notices, in a constant number of queries."""
    keys = {notice.facts["game"] for notice in notices if "game" in notice.facts}
    games = selectors.access.read_games(keys)
    return views_of_readers(
        [(games.get(notice.facts.get("game")), notice.recipient) for notice in notices]
    )


prefetch.register("view", views)
