"""Rating lists, and a person's ratings with their history."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.text.numbers import whole_number
from games.rating_math import MIN_RATED_GAMES
from games.selectors.access import Viewer
from games.selectors.results import ratings as reading
from games.selectors.results.ratings import Cursor, History
from games.web import listings
from games.web.refusals import answers_refusals
from games.wording import WORDINGS, levels, wording

PAGE_SIZE = 25
LATEST = 10  # rated games on a person's page


@require_safe
@answers_refusals
def people(request: HttpRequest) -> HttpResponse:
    """The list of one game; paginated by the rating and key of its last row."""
    asked = request.GET.get("game", "")
    slug = asked if asked in WORDINGS else next(iter(WORDINGS))
    after = Cursor.read(request.GET.get("after", ""))
    found = reading.page_of_ratings(slug, after, PAGE_SIZE + 1)
    if after is not None and not found:
        return redirect(f"{request.path}?{urlencode({'game': slug})}")
    shown = found[:PAGE_SIZE]
    last = shown[-1] if len(found) > PAGE_SIZE else None
    context = {
        "nav": "people",
        "games": listings.games_in_words(),
        "chosen": slug,
        "rows": [(rating, rating.games < MIN_RATED_GAMES) for rating in shown],
        "more": urlencode({"game": slug, "after": f"{last.shown}.{last.pk}"}) if last else "",
        "first": urlencode({"game": slug}) if after else "",
        "enough": MIN_RATED_GAMES,
        "bots": [
            (level_named(row.level), row, row.games < MIN_RATED_GAMES)
            for row in reading.bot_ratings(slug)
        ],
    }
    return render(request, "games/people.html", context)


def level_named(level: int) -> str:
    return levels.named(level) if level else _("the light bot")


def of_person(viewer: Viewer, who: User, asked: QueryDict) -> list[dict[str, Any]]:
    """For each game the rating, and how the latest rated games changed it."""
    number = whole_number(asked.get("before"))
    before = (asked.get("game", ""), number) if number is not None else None
    found = reading.histories_of(viewer, who, LATEST + 1, before)
    behind = before[0] if before else ""
    return [_of_game(history, first=history.rating.ruleset != behind) for history in found]


def _of_game(history: History, *, first: bool) -> dict[str, Any]:
    rating, steps = history.rating, history.steps[:LATEST]
    more = len(history.steps) > LATEST
    older = {"game": rating.ruleset, "before": steps[-1].number} if more else {}
    return {
        "title": wording(rating.ruleset).title(),
        "slug": rating.ruleset,
        "rating": rating,
        "provisional": rating.games < MIN_RATED_GAMES,
        "steps": steps,
        "older": urlencode(older),
        "first": first,
        "figures": history.points,
    }
