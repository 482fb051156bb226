"""Substitutes: the list of free seats, taking one, and the briefing after that."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.text.bidi_isolation import isolated
from accounts.text.numbers import whole_number
from games import selectors
from games.game_view import game_view, seating_of
from games.models import Game, Seat
from games.refusals import Refused
from games.selectors.seats import occupancy
from games.services.seats import substitutes
from games.web import history as tale
from games.web.access import good_link_to, me, reach
from games.web.refusals import for_people
from games.web.seats.table_panel import history
from games.web.table_facts import about
from games.wording import WORDINGS, wording
from games.wording.lists import listed
from games.wording.pace import pace_words

PAGE_SIZE = 20
MAX_ENTRIES = 24


@require_safe
def seats(request: HttpRequest) -> HttpResponse:
    """All free seats in running public games."""
    before = whole_number(request.GET.get("before"))
    found = occupancy.offered_seats(before, PAGE_SIZE + 1)
    if before is not None and not found:  # all that followed have been taken meanwhile
        return redirect("seats")
    shown = [seat for seat in found[:PAGE_SIZE] if seat.game.ruleset in WORDINGS]
    last = found[PAGE_SIZE - 1] if len(found) > PAGE_SIZE else None
    context = {
        "nav": "games",
        "rows": [_row(seat) for seat in shown],
        "older": f"before={occupancy.page_mark(last)}" if last else "",
        "newest": before is not None,
    }
    return render(request, "games/seats.html", context)


def _row(seat: Seat) -> dict[str, Any]:
    game, words = seat.game, wording(seat.game.ruleset)
    others = [
        isolated(other.user.name) for other in game.seats.all() if other.user and other != seat
    ]
    return {
        "seat": seat,
        "number": seat.number,
        "game": game,
        "title": words.title(),
        "heading": words.heading(game.table or {}),
        "pace": pace_words(game),
        "others": listed(others),
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def take(request: HttpRequest, code: str, index: int) -> HttpResponse:
    """What one may know beforehand; POST takes the seat."""
    game = reach(request, code)
    if request.method == "POST":
        policy, link = request.POST.get("policy") or None, good_link_to(request, game)
        substitutes.take(me(request), code, index, link=link, policy=policy)
        return redirect("game-briefing", code=code)
    seat = next((each for each in occupancy.offered_at(game) if each.index == index), None)
    if seat is None:
        raise Refused("not_offered")
    return render(request, "games/take.html", _before(request, game, seat))


def _before(request: HttpRequest, game: Game, seat: Seat) -> dict[str, Any]:
    words, seating = wording(game.ruleset), seating_of(game, None)
    return {
        **about(game, None),
        "history": history(game),
        "game": game,
        "offered": seat,
        "number": seat.number,
        "heading": words.heading(game.table or {}),
        "standing": words.standing(game.table or {}, seating),
        "policy": selectors.people.preferences.policy_of(request.user),
        "may": bool(occupancy.may_take(game, request.user, [seat])),
    }


@never_cache
@require_safe
@for_people
def briefing(request: HttpRequest, code: str) -> HttpResponse:
    """For the new player: the seat's cards, the standing, and what has happened so far."""
    game = reach(request, code)
    if game.state != Game.State.RUNNING:
        return redirect("game", code=code)
    view = game_view(request.user, game)
    if view.seat is None:
        raise Refused("not_seated")
    context = {
        **about(game, view.seat),
        "history": history(game),
        "game": game,
        "view": view,
        "heading": view.wording.heading(view.table),
        "standing": view.wording.standing(view.table, view.seating),
        "holding": view.wording.holding(view.table),
        "owes": view.owes and view.own is None,
        "tale": tale.entries(game, selectors.observations.told(game, MAX_ENTRIES), view.seating),
        "lede": _("You play seat %(n)s from now on.") % {"n": view.seat.number},
    }
    return render(request, "games/briefing.html", context)
