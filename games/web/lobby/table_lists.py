"""Lists of tables (open, mine, running, finished), filtered and paginated."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.text.numbers import whole_number
from games import selectors
from games.models import Game
from games.selectors.access import Viewer
from games.web import listings
from games.wording import WORDINGS

PAGE_SIZE = 20
LISTS = (
    ("open", pgettext_lazy("tables", "Open")),
    ("mine", _("Mine")),
    ("running", _("Running")),
    ("over", _("Finished")),
)
PACES = (
    ("", _("any pace")),
    ("quick", _("up to 12 hours a hand")),
    ("day", _("about a day")),
    ("slow", _("more than two days")),
)
PACE_BOUNDS = {"quick": (1, 12), "day": (13, 48), "slow": (49, 14 * 24)}


@dataclass(frozen=True)
class Filter:
    """The filters in the URL; invalid ones are ignored."""

    show: str
    game: str
    pace: str
    before: int | None

    def query(self, **changed: Any) -> str:
        """The query string of this list with some parameters changed."""
        wanted = {"show": self.show, "game": self.game, "pace": self.pace, **changed}
        return urlencode({name: value for name, value in wanted.items() if value})


def filter_of(asked: QueryDict, viewer: Viewer) -> Filter:
    """Parses the URL; "mine" needs a signed-in user."""
    shows = [name for name, _word in LISTS if name != "mine" or viewer.is_authenticated]
    show, game, pace = (asked.get(name, "") for name in ("show", "game", "pace"))
    return Filter(
        show=show if show in shows else "open",
        game=game if game in WORDINGS else "",
        pace=pace if pace in PACE_BOUNDS else "",
        before=whole_number(asked.get("before")),
    )


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """One list, newest first; paginated by the key of its last row."""
    wanted = filter_of(request.GET, request.user)
    wished = _filtered(wanted, request.user).prefetch_related(None).values_list("pk", flat=True)
    found = list(wished[: PAGE_SIZE + 1])
    if wanted.before and not found:  # what followed has been started or cancelled meanwhile
        return redirect(f"{request.path}?{wanted.query(before='')}")
    known = selectors.access.read_games(found[:PAGE_SIZE])
    shown = [known[pk] for pk in found[:PAGE_SIZE] if pk in known]
    older = wanted.query(before=found[PAGE_SIZE - 1]) if len(found) > PAGE_SIZE else ""
    context = {
        "nav": "games",
        "filter": wanted,
        "lists": [
            (name, word, wanted.query(show=name))
            for name, word in LISTS
            if name != "mine" or request.user.is_authenticated
        ],
        "paces": PACES,
        "games": listings.games_in_words(),
        "rows": _rows(wanted.show, shown, request.user),
        "older": older,
        "newest": wanted.query() if wanted.before else "",
    }
    return render(request, "games/list.html", context)


def _filtered(wanted: Filter, viewer: Viewer) -> "QuerySet[Game]":
    rows = _of_kind(wanted.show, viewer).filter(
        ruleset__in=[wanted.game] if wanted.game else WORDINGS
    )
    if wanted.pace:
        rows = rows.filter(hours__range=PACE_BOUNDS[wanted.pace])
    return rows.filter(pk__lt=wanted.before) if wanted.before else rows


def _of_kind(show: str, viewer: Viewer) -> "QuerySet[Game]":
    if show == "mine" and isinstance(viewer, User):
        return selectors.lobby.lists.games_of(viewer)
    if show == "open":
        return selectors.lobby.lists.open_tables()
    return selectors.lobby.lists.visible_games(viewer).filter(state=show)


def _rows(show: str, games: list[Game], viewer: Viewer) -> list[dict[str, Any]]:
    if show == "open":
        return listings.open_tables(games, viewer)
    return [listings.any_game(game, viewer) for game in games]
