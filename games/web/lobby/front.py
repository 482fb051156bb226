"""The front page and its "play now" button."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from rest_framework.throttling import SimpleRateThrottle

from accounts.models import User
from accounts.people import new_accounts
from accounts.security import sessions
from accounts.security.address_limits import AddressLimit
from games import selectors
from games.catalogue import DEFAULT
from games.refusals import Refused
from games.services.hands import bot_answers
from games.services.lobby import tables
from games.web import levels, listings
from games.web.access import me
from games.web.lobby import guests
from games.web.refusals import answers_refusals
from games.web.sent_once import sent_once
from games.wording import WORDINGS

SHOWN_TABLES, SHOWN_GAMES = 4, 3


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """The front page: an introduction, open tables and the games."""
    found = list(selectors.lobby.lists.open_tables()[: SHOWN_TABLES + 1])
    context = {
        "open_tables": listings.open_tables(found[:SHOWN_TABLES], request.user),
        "more": len(found) > SHOWN_TABLES,
        "watched": [
            listings.any_game(game, request.user)
            for game in selectors.lobby.lists.watched_games()[:SHOWN_GAMES]
        ],
        "games": listings.games_in_words(),
        "levels": levels.offered(DEFAULT),
        "bots_warning": levels.warning(),
    }
    return render(request, "games/front.html", context)


class Dealing(AddressLimit, SimpleRateThrottle):
    """Rate limit: each deal creates a game and, for strangers, a guest."""

    rate = "60/hour"
    scope = "play_now"

    def get_cache_key(self, request: Any, view: Any) -> str:
        user = request.user
        known = isinstance(user, User) and not user.is_guest
        who = user.pk if known else self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": who}


@require_POST
@answers_refusals
@sent_once
def play_now(request: HttpRequest) -> HttpResponse:
    """Starts a game against bots, as a guest if nobody is signed in."""
    slug, level = _asked_for(request), levels.asked_for(request.POST.get("level"))
    bot_answers.check_level(level)
    if slowed := guests.too_often(request, Dealing()):
        return slowed
    if not request.user.is_authenticated:
        sessions.begin(request, new_accounts.make_guest(**guests.habits_of(request)))
    game = tables.play_now(me(request), ruleset=slug, level=level)
    return redirect("game", code=game.code)


def _asked_for(request: HttpRequest) -> str:
    """The requested game. Raises `Refused`, before a guest is created."""
    slug = request.POST.get("game") or DEFAULT
    if slug not in WORDINGS:
        raise Refused("unknown_ruleset", given=slug[:40], known=", ".join(sorted(WORDINGS)))
    return slug
