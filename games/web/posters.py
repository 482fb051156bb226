"""Preview pictures for links to a table (Open Graph), and the page for sharing the link."""

from collections.abc import Sequence
from typing import Any, Protocol

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.text.bidi_isolation import isolated
from games import selectors
from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.drawing.pictures import game_emblem
from games.drawing.posters import Line, placed, png, poster
from games.game_view import GameView, game_view
from games.models import Game
from games.refusals import Refused
from games.web.access import reach, way_in
from games.web.boards import board_of
from games.web.refusals import answers_refusals
from games.wording import wording

AGE = 300  # seconds that a picture may be cached


class Poster(Protocol):
    """The interface of a game's module `poster`; `board` is what its board gives a spectator."""

    def picture(self, board: dict[str, Any], view: GameView) -> str:
        """SVG of what lies on the table, for an area of 1080 by 320."""

    def lines(self, board: dict[str, Any], view: GameView) -> list[Line]:
        """A line for each seat or side: its number, its name, what it has."""


POSTERS: Parts[Poster] = Parts(GAMES, "poster")


@require_safe
@answers_refusals
def picture(request: HttpRequest, code: str, token: str = "") -> HttpResponse:
    """The picture from a spectator's view, whoever requests it, since it will be passed on."""
    nobody = AnonymousUser()
    game = selectors.access.access_game(nobody, code, token) if token else reach(request, code)
    response = HttpResponse(png(drawn(game)), content_type="image/png")
    response["Cache-Control"] = f"private, max-age={AGE}"
    response["X-Robots-Tag"] = "noindex"
    return response


def drawn(game: Game) -> str:
    """The picture as SVG, depending on the state of the game."""
    told = wording(game.ruleset)
    if game.state == Game.State.CANCELLED:
        raise Http404
    if game.state == Game.State.OPEN:
        seats = [
            (seat.number, seat.user.name if seat.user else "…", "") for seat in game.seats.all()
        ]
        sign = placed(game_emblem(game.ruleset), 380, 20, 320, 280)
        return poster(game.name, told.title(), f'<g color="var(--deep)">{sign}</g>', seats)
    view = game_view(AnonymousUser(), game)
    words = f"{told.title()} · {told.heading(view.table)}"
    if game.ruleset not in POSTERS:
        return poster(game.name, words, "", [])
    board = board_of(game.ruleset).board(view)
    maker = POSTERS[game.ruleset]
    return poster(game.name, words, maker.picture(board, view), maker.lines(board, view))


@require_safe
@answers_refusals
def share(request: HttpRequest, code: str) -> HttpResponse:
    """The link as text, as a share button and as a QR code."""
    game = reach(request, code)
    private = game.visibility != Game.Visibility.PUBLIC
    if private and selectors.access.seat_of(game, request.user) is None:
        raise Refused("not_seated")  # only those who sit there may share the link
    link = way_in(request, game)
    return render(request, "games/share.html", {"game": game, "link": link, "nav": "games"})


def for_strangers(
    request: HttpRequest, game: Game, names: Sequence[str] | None = None
) -> dict[str, Any]:
    """Preview metadata for the page of a game; none for signed-in people, who aren't messengers.
    The page names `names`, or else those who have the seats now.
    """
    if request.user.is_authenticated:
        return {}
    found = preview(request, game)
    return found if names is None else {**found, "og_text": ", ".join(names)}


def preview(request: HttpRequest, game: Game, token: str = "") -> dict[str, Any]:
    """Open Graph metadata; a cancelled game has no picture."""
    args = [game.code, token] if token else [game.code]
    path = reverse("game-link-picture" if token else "game-picture", args=args)
    names = [isolated(seat.user.name) for seat in game.seats.all() if seat.user]
    has_picture = game.state != Game.State.CANCELLED
    return {
        "og_title": f"{isolated(game.name)}: {wording(game.ruleset).title()}",
        "og_text": ", ".join(names),
        "og_image": request.build_absolute_uri(path) if has_picture else "",
    }
