"""The other tables with the same deals, as a table's page lists them."""

from typing import Any

from django.urls import reverse

from accounts.text.bidi_isolation import isolated
from games import links
from games.models import Game
from games.selectors.results.duplicates import compared_tables, same_deals_of
from games.wording.lists import listed


def panel(game: Game) -> dict[str, Any]:
    """The context of templates/games/parts/same_deals.html."""
    tables = same_deals_of(game)
    if len(tables) < 2:
        return {}
    return {
        "same_deals": [_table(each, game) for each in tables],
        "comparable_tables": not game.closed and bool(compared_tables(tables)),
    }


def _table(table: Game, game: Game) -> dict[str, Any]:
    """Who sits at the other table and, while it is open, its link; nothing about its hands."""
    seats = list(table.seats.all())
    return {
        "name": isolated(table.name),
        "here": table.pk == game.pk,
        "who": listed([isolated(seat.user.name) for seat in seats if seat.user]),
        "free": sum(seat.user is None for seat in seats),
        "url": "" if table.closed else _way(table),
    }


def _way(table: Game) -> str:
    if table.visibility == Game.Visibility.LINK and table.state == Game.State.OPEN:
        return reverse("game-link", args=[table.code, links.link_token(table)])
    return reverse("game", args=[table.code])
