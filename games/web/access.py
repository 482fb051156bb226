"""Access to games from pages; a link that was followed is remembered in the session."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.urls import reverse

from accounts.models import User
from games import links, selectors
from games.models import Game
from games.refusals import Refused

LINKS = "table_links"
MAX_LINKS = 50


def keep_link(request: HttpRequest, code: str, token: str) -> None:
    """Remembers the link token with which this browser came to a table."""
    links = dict(request.session.get(LINKS, {}))
    links.pop(code, None)
    links[code] = token
    request.session[LINKS] = dict(list(links.items())[-MAX_LINKS:])


def link_to(request: HttpRequest, code: str) -> str:
    """The link token that this browser came with; empty without one."""
    token: str = request.session.get(LINKS, {}).get(code, "")
    return token


def good_link_to(request: HttpRequest, game: Game) -> str:
    """The same if it still opens this table: one that was renewed since must not keep out somebody
    who may come without it."""
    token = link_to(request, game.code)
    return token if links.good_link(game, token) else ""


def reach(request: HttpRequest, code: str) -> Game:
    """The game, if the visitor may see its table. Raises `Refused`; to whoever had a seat there, or
    was told of one, it says what became of that."""
    try:
        return selectors.access.access_game(request.user, code, link_to(request, code))
    except Refused:
        if gone := selectors.access.gone_without(request.user, code):
            raise Refused(gone) from None
        raise


def way_in(request: HttpRequest, game: Game) -> str:
    """The absolute URL to share; whoever follows it may watch, and sit down as a guest."""
    path = reverse("game", args=[game.code])
    if game.visibility != Game.Visibility.PUBLIC or game.state == Game.State.OPEN:
        path = reverse("game-link", args=[game.code, links.link_token(game)])
    return request.build_absolute_uri(path)


def me(request: HttpRequest) -> User:
    """The signed-in user. Raises `PermissionDenied` if there is none."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
