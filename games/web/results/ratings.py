"""Rating lists, and a person's ratings with their history."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games.models import Rating, RatingStep
from games.rating_math import ENOUGH
from games.selectors.access import Viewer
from games.selectors.results import ratings as reading
from games.selectors.results.careers import strengths_of
from games.selectors.results.ratings import Cursor
from games.web.lobby import listings
from games.web.refusals import answers_refusals
from games.wording import WORDINGS, levels, wording

A_PAGE = 25
LATEST = 10  # rated games on a person's page
LARGEST = 2**31


@require_safe
@answers_refusals
def people(request: HttpRequest) -> HttpResponse:
    """The list of one game; paginated by the rating and key of its last row."""
    asked = request.GET.get("game", "")
    slug = asked if asked in WORDINGS else next(iter(WORDINGS))
    after = cursor_of(request.GET)
    found = reading.page_of_ratings(slug, after, A_PAGE + 1)
    shown = found[:A_PAGE]
    last = shown[-1] if len(found) > A_PAGE else None
    context = {
        "nav": "people",
        "games": listings.games_in_words(),
        "chosen": slug,
        "rows": [(rating, rating.games < ENOUGH) for rating in shown],
        "more": urlencode({"game": slug, "after": f"{last.shown}.{last.pk}"}) if last else "",
        "first": urlencode({"game": slug}) if after else "",
        "enough": ENOUGH,
        "bots": [
            (level_named(row.level), row, row.games < ENOUGH) for row in reading.bot_ratings(slug)
        ],
    }
    return render(request, "games/people.html", context)


def level_named(level: int) -> str:
    return levels.named(level) if level else _("the light bot")


def cursor_of(asked: QueryDict) -> Cursor | None:
    """The start of a page from the URL; None if missing or malformed."""
    shown, _dot, pk = asked.get("after", "").partition(".")
    digits = shown.removeprefix("-").isdecimal() and pk.isdecimal()
    if not digits or abs(int(shown[:12])) > LARGEST or len(pk) > 18:
        return None
    return Cursor(int(shown[:12]), int(pk))


def of_person(viewer: Viewer, who: User, asked: QueryDict) -> list[dict[str, Any]]:
    """For each game the rating, and how the latest rated games changed it."""
    return [_of_game(viewer, who, rating, asked) for rating in reading.ratings_of(who)]


def _of_game(viewer: Viewer, who: User, rating: Rating, asked: QueryDict) -> dict[str, Any]:
    text = asked.get("before", "") if asked.get("game") == rating.ruleset else ""
    before = int(text) if text.isdecimal() and len(text) < 19 else None
    found = reading.steps_of(who, rating.ruleset, before, LATEST + 1)
    steps = found[:LATEST]
    seen = reading.visible_among(viewer, [step.rated.game for step in steps])
    older = {"game": rating.ruleset, "before": steps[-1].number} if len(found) > LATEST else {}
    return {
        "title": wording(rating.ruleset).title(),
        "slug": rating.ruleset,
        "rating": rating,
        "provisional": rating.games < ENOUGH,
        "steps": [_step(step, step.rated.game_id in seen) for step in steps],
        "older": urlencode(older),
        "figures": strengths_of(who, rating.ruleset),
    }


def _step(step: RatingStep, named: bool) -> dict[str, Any]:
    game = step.rated.game
    return {
        "at": game.ended_at,
        "game": game if named else None,
        "place": step.place,
        "shown": step.shown,
        "change": step.change,
    }
