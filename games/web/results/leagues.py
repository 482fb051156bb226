"""Leagues: the list, a season with its divisions, and signing up."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.text.numbers import whole_number
from games.models import League, Season
from games.selectors.results import leagues as reading
from games.selectors.results.leagues import Group
from games.services.results import leagues as services
from games.web.access import me
from games.web.refusals import answers_refusals, for_people
from games.wording import wording


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """All leagues that go on or are being played."""
    rows = [(league, wording(league.ruleset).title()) for league in reading.leagues()]
    return render(request, "games/leagues.html", {"nav": "games", "rows": rows})


@require_safe
@answers_refusals
def league(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """A season: divisions with points and tables, and signing up for the next."""
    found = reading.league_named(slug)
    season = reading.season_of(found, number)
    if season and season.state == Season.State.OPEN:
        return redirect("league", slug)  # which has its sign-up, and nothing else is known of it
    groups = reading.standing_of(season) if season else []
    mine = reading.divisions_of(request.user, groups)
    context = {
        "nav": "games",
        "league": found,
        "title": wording(found.ruleset).title(),
        "options": wording(found.ruleset).options(found.options),
        "season": season,
        "groups": [_group(group, len(groups), group.division in mine) for group in groups],
        "last": season.number if season else 0,
        **_sign_up(request, found),
    }
    return render(request, "games/league.html", context)


def _group(group: Group, count: int, mine: bool) -> dict[str, Any]:
    """A division; the first is promoted and the last relegated, if there is a division for that."""
    last = len(group.rows)
    rows = [
        {
            "place": place,
            "row": row,
            "up": place == 1 and group.division > 1,
            "down": place == last and group.division < count,
        }
        for place, row in enumerate(group.rows, 1)
    ]
    return {"division": group.division, "rows": rows, "games": group.games, "mine": mine}


def _sign_up(request: HttpRequest, found: League) -> dict[str, Any]:
    season = reading.sign_up_of(found)
    if season is None:
        return {"coming": None}
    entries = reading.signed_up(season)
    return {
        "coming": season,
        "entries": entries,
        "signed": any(entry.user_id == request.user.pk for entry in entries),
    }


def _season_shown(request: HttpRequest) -> int | None:
    """The number of the season to which the page invited."""
    return whole_number(request.POST.get("season"))


@require_POST
@for_people
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Signs up for the next season."""
    services.join(me(request), slug, _season_shown(request))
    messages.success(request, _("You are signed up. We’ll seat you when the season begins."))
    return redirect("league", slug)


@require_POST
@for_people
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraws from the next season."""
    services.leave(me(request), slug, _season_shown(request))
    messages.success(request, _("You are no longer signed up."))
    return redirect("league", slug)
