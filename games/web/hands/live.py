"""Polling: tells an open page that it is out of date, by a digest of everything its reader sees.

A page carries the digest it was rendered with, its fingerprint. Asking again with it reveals only
that the page has changed, not what happened or where. It is computed from what the reader's page
shows (`GameView`), so nothing they may not see can change it.
"""

import json
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.text.numbers import whole_number
from games import selectors
from games.game_view import GameView, game_view
from games.models import Game
from games.selectors.access import Viewer
from games.selectors.lobby.lists import OwnTables
from games.selectors.talk.chat import ShownMessage
from games.web.access import me, reach
from games.web.refusals import answers_refusals, for_people

# Key in the WSGI environ, for the process that keeps connections open (tideweb.page_stream): who
# asked, and which changes wake them: game `g1`, person `u2`.
ENVIRON_KEY = "tideweb.live"
NOTED = 3  # parts of the Tideweb-Live header
MAX_IDLE = 7  # tables in "Your moves" that aren't running
WITH_LIST = "list"  # parameter sent by the page "Your moves"


class Live(NamedTuple):
    """The kind of page, the URL to poll, and the fingerprint it was rendered with."""

    page: str
    kind: str
    pulse_url: str
    fingerprint: str


def of_page(game: Game, now: str) -> Live:
    args = [game.code]
    return Live(reverse("game", args=args), game.state, reverse("game-pulse", args=args), now)


def of_list(tables: OwnTables) -> Live:
    """For the page "Your moves"."""
    pulse_url = f"{reverse('moves-pulse')}?{WITH_LIST}="
    return Live(reverse("moves"), WITH_LIST, pulse_url, list_fingerprint(tables))


def talk_mark(late: list[ShownMessage]) -> list[tuple[int, bool]]:
    """The last messages at a table: their numbers, and whether moderators have hidden them."""
    return [(message.number, message.hidden) for message in late]


def _note(request: HttpRequest) -> list[str]:
    """The header that an open page sends when it refreshes itself: its kind, the hand it shows or
    waits for, and "read" if the chat is visible. Empty for a normal request.
    """
    note = request.headers.get("Tideweb-Live", "").split(";")
    return note if len(note) == NOTED else []


def is_another(request: HttpRequest, game: Game) -> bool:
    """Whether the open page is of another kind because the game has since started or ended."""
    note = _note(request)
    return bool(note) and note[0] != game.state


def known_hand(request: HttpRequest) -> int | None:
    """The first hand that an open page still has to show; None for a normal request."""
    note = _note(request)
    return whole_number(note[1]) if note else None


def is_read(request: HttpRequest) -> bool:
    """Whether the chat is visible to the reader."""
    note = _note(request)
    return not note or note[2] == "read"


def fingerprint(*parts: Any) -> str:
    """A keyed digest of the parts, which reveals nothing about them."""
    return salted_hmac("games.live", json.dumps(parts, default=str)).hexdigest()[:20]


def game_fingerprint(game: Game, viewer: Viewer, late: list[ShownMessage]) -> str:
    """The fingerprint of a game's page; `late` are the last messages, as its viewer sees them."""
    talk = talk_mark(late)
    if game.state == Game.State.OPEN:
        return fingerprint(game.state, game.log_length, talk, _kept(game, viewer))
    if game.state != Game.State.RUNNING:
        return fingerprint(game.state, game.log_length, talk)
    return view_fingerprint(game_view(viewer, game), late)


def _kept(game: Game, viewer: Viewer) -> list[int]:
    """For whom each seat is kept; only those who sit there see the names of others."""
    sits, own = selectors.access.seat_of(game, viewer) is not None, (None, viewer.pk)
    return [
        (seat.kept_for_id or 0) if sits or seat.kept_for_id in own else -1
        for seat in game.seats.all()
    ]


def view_fingerprint(view: GameView, late: list[ShownMessage]) -> str:
    """`game_fingerprint` of a running game whose view is already at hand."""
    game, own = view.game, view.own
    return fingerprint(
        game.state, game.log_length, game.hand_number, game.paused_at, talk_mark(late),
        view.settling, view.seats_in, view.until, own.changes if own else None,
        [seats for _wish, seats in sorted(selectors.seats.occupancy.votes_of(game).wished.items())],
    )  # fmt: skip


def list_fingerprint(tables: OwnTables) -> str:
    """The fingerprint of the page "Your moves"."""
    return fingerprint(
        [_line(GameView(due.game, due.seat)) for due in tables.dues],
        [(game.pk, game.log_length) for game in (*tables.waiting, *tables.ended)],
    )


def _line(view: GameView) -> Any:
    game, own = view.game, view.own
    known = (view.seats_in, view.until, own.changes if own else None)
    return game.pk, game.hand_number, game.paused_at, view.settling, known


def heads(user: User | AnonymousUser) -> str:
    """The suffix of a fingerprint for the header of every page: hands due and unread notices."""
    if not user.is_authenticated:
        return ""
    head = selectors.page_header.masthead(user)
    return f"~{head.due}.{head.unread_words}"


@never_cache
@require_safe
@answers_refusals
def pulse(request: HttpRequest, code: str) -> HttpResponse:
    """204 if the page of this game still has the fingerprint `seen`, otherwise the new one."""
    game = reach(request, code)
    late = selectors.talk.chat.late_talk(game, request.user)
    now = game_fingerprint(game, request.user, late)
    return _answer(request, now + heads(request.user), f"g{game.pk}")


@never_cache
@require_safe
@for_people
def own_pulse(request: HttpRequest) -> HttpResponse:
    """Like `pulse`, for the header of every page; with `list` also for "Your moves"."""
    user, with_list = me(request), WITH_LIST in request.GET
    now = list_fingerprint(selectors.lobby.lists.own_tables(user, MAX_IDLE)) if with_list else ""
    return _answer(request, now + heads(user))


def _answer(request: HttpRequest, now: str, *rows: str) -> HttpResponse:
    person = request.user.pk or 0
    request.META[ENVIRON_KEY] = person, (*rows, *([f"u{person}"] if person else []))
    if request.GET.get("seen") == now:
        return HttpResponse(status=204)
    return HttpResponse(now, "text/plain; charset=utf-8")


@require_safe
def stream(_request: HttpRequest, **_where: str) -> HttpResponse:
    """204 where no process keeps connections open; the page polls from time to time instead."""
    return HttpResponse(status=204)
