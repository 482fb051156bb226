"""The table panel of a game's page: absences, votes, and the actions available."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.text.bidi_isolation import isolated
from games import selectors
from games.game_view import GameView
from games.models import Game, Seat, SeatTenure, Vote
from games.web.access import way_in
from games.wording.base import Fact
from games.wording.lists import listed


def together(request: HttpRequest, game: Game, view: GameView) -> dict[str, Any]:
    """The context of templates/games/parts/together.html and the notices above it."""
    seat = view.seat
    here = seat is not None and not seat.absence
    return {
        "away": seat.absence if seat else "",  # how the reader's seat is played meanwhile
        "present": here,
        "offered": offered(request, game),
        "pass_on": _pass_on(request, game, seat),
        "wishes": _wishes(game, view) if here and game.votes else [],
        "may_extend": selectors.seats.occupancy.may_extend(game, view.hand, request.user),
        "history": history(game),
    }


def offered(request: HttpRequest, game: Game) -> list[dict[str, Any]]:
    """The free seats of this game, and whether the visitor may take each."""
    seats = selectors.seats.occupancy.offered_at(game)
    may = selectors.seats.occupancy.may_take(game, request.user, seats)
    return [
        {"index": seat.index, "number": seat.number, "name": _name(seat), "may": seat in may}
        for seat in seats
    ]


def _name(seat: Seat) -> str:
    return isolated(seat.user.name) if seat.user else "—"


def _pass_on(request: HttpRequest, game: Game, seat: Seat | None) -> str:
    """The link to share with a substitute if the table isn't public."""
    if seat is None or game.visibility == Game.Visibility.PUBLIC:
        return ""
    if not selectors.seats.occupancy.offered_at(game):
        return ""
    return way_in(request, game)


def _wishes(game: Game, view: GameView) -> list[dict[str, Any]]:
    votes = selectors.seats.occupancy.votes_of(game)
    wishes = [Vote.Wish.CANCEL] if game.paused_at else [Vote.Wish.PAUSE, Vote.Wish.CANCEL]
    words = {Vote.Wish.PAUSE: _("Pause the game"), Vote.Wish.CANCEL: _("Cancel the game")}
    return [
        {
            "wish": wish.value,
            "word": words[wish],
            "mine": view.index in votes.wished[wish],
            "by": listed([view.seating.names[index] for index in votes.wished[wish]]),
        }
        for wish in wishes
    ]


def history(game: Game) -> list[Fact]:
    """For each seat that changed hands: who held it, and from which hand to which.

    Without those who left before a hand was turned.
    """
    return [
        Fact(_("Seat %(n)s") % {"n": seat + 1}, ", ".join(map(_tenure, filter(_has_played, held))))
        for seat, held in selectors.seats.occupancy.tenures_of(game).items()
    ]


def _has_played(held: SeatTenure) -> bool:
    return held.until_hand is None or held.until_hand >= held.from_hand


def _tenure(held: SeatTenure) -> str:
    names = {"name": isolated(held.user.name), "from": held.from_hand, "until": held.until_hand}
    if held.until_hand is None:
        return _("%(name)s since hand %(from)s") % names
    if held.until_hand == held.from_hand:
        return _("%(name)s for hand %(from)s") % names
    return _("%(name)s for hands %(from)s to %(until)s") % names
