"""Rows for lists of tables and games."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.text.bidi_isolation import isolated
from games import deadlines, reliability, selectors
from games.game_view import seating_of
from games.models import Game
from games.selectors.access import Viewer
from games.selectors.results.ratings import Ratings, ratings_at
from games.web.record_words import forecast_words, rating_words
from games.wording import WORDINGS, wording
from games.wording.pace import pace_words
from games.wording.rules_pages import RULES_PAGES
from games.wording.tutorials import TUTORIALS

DAY = timedelta(days=1)
NONE: Ratings = {}


def games_in_words() -> list[dict[str, Any]]:
    """What the front page says of each game, whether it has a page of its rules, and the steps of
    its tutorial."""
    return [
        {
            "slug": told.SLUG,
            "title": told.title(),
            "summary": told.summary(),
            "players": told.players(),
            "rules": told.SLUG in RULES_PAGES,
            "taps": TUTORIALS[told.SLUG].TAPS if told.SLUG in TUTORIALS else 0,
        }
        for told in WORDINGS.values()
    ]


def open_tables(games: Sequence[Game], viewer: Viewer) -> list[dict[str, Any]]:
    """Rows for open tables, with the reliability and ratings of their players."""
    habits, known = reliability.habits_at(games), ratings_at(games)
    return [
        {**open_table(game, viewer, known), "forecast": forecast_words(game, habits)}
        for game in games
    ]


def open_table(game: Game, viewer: Viewer, known: Ratings = NONE) -> dict[str, Any]:
    """One row of a list of open tables (templates/pieces/open_table.html)."""
    seats = list(game.seats.all())
    mine = selectors.access.seat_of(game, viewer) is not None
    free = [seat.index for seat in selectors.lobby.lists.free_seats(game, viewer)]
    return {
        "game": wording(game.ruleset).title(),
        "name": isolated(game.name),
        "pace": pace_words(game),
        "ends": length(game),
        "seated": [
            (
                seat.number,
                isolated(seat.user.name),
                rating_words(known.get((seat.user.pk, game.ruleset))),
            )
            for seat in seats
            if seat.user
        ],
        "free": free,
        "url": reverse("game", args=[game.code]),
        "call": _("Your table") if mine else _("Sit down") if free else _("Watch"),
    }


def length(game: Game) -> str:
    """The number of hands, and the longest possible duration."""
    longest = deadlines.longest(game)
    if longest is None:
        return ""
    hands, days = longest[0], -(-longest[1] // DAY)
    if days < 2 * 7:
        most = ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
    else:
        most = ngettext("%(n)s week", "%(n)s weeks", -(-days // 7)) % {"n": -(-days // 7)}
    return _(
        "%(hands)s hands, at most %(most)s of play, not counting quiet hours and vacations"
    ) % {
        "hands": hands,
        "most": most,
    }


def any_game(game: Game, viewer: Viewer) -> dict[str, Any]:
    """One row of any list of games, depending on the state of the game."""
    row = open_table(game, viewer)
    if game.state == Game.State.OPEN:
        return row
    if game.state == Game.State.OVER:
        return {**row, "ends": ended_words(game, viewer), "call": _("Open")}
    heading = wording(game.ruleset).heading(game.table) if game.table else ""
    mine = selectors.access.seat_of(game, viewer) is not None
    return {**row, "ends": heading, "call": _("Your table") if mine else _("Watch")}


def ended_words(game: Game, viewer: Viewer) -> str:
    """Who won a finished game, addressed to the viewer."""
    index = selectors.access.seat_index(game, viewer)
    return wording(game.ruleset).result(game.outcome or {}, seating_of(game, index))
