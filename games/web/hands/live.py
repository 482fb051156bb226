"""Whether an open page would show anything else by now: one word for all that its reader sees.

A page carries the word that it was made at.  Whoever asks again with it learns that it is another
by now, and nothing else: not what happened, nor where.  It is made from what the reader's own page
shows (`GameView`), so that what they may not see cannot change it.
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
from games import selectors
from games.game_view import GameView, game_view
from games.models import Game
from games.selectors import Viewer
from games.selectors.lobby.lists import OwnTables
from games.web.access import me, reach
from games.web.refusals import answers_refusals, for_people

# In the environ of the request, for the process that holds lines (tideweb.page_stream): who asked,
# and which rows wake them: a game `g1`, a person `u2`.
SAID = "tideweb.live"
NOTED = 3  # parts of the note of an open page
A_FEW = 7  # tables on the list of moves that do not run
WIDE = "list"  # asked by the list of moves itself


class Live(NamedTuple):
    """Which page it is, where it asks what is new, and the word of what it shows."""

    page: str
    kind: str
    at: str
    word: str


def of_page(game: Game, now: str) -> Live:
    args = [game.code]
    return Live(reverse("game", args=args), game.state, reverse("game-pulse", args=args), now)


def of_list(tables: OwnTables) -> Live:
    """Of the list of one's own moves."""
    at = f"{reverse('moves-pulse')}?{WIDE}="
    return Live(reverse("moves"), WIDE, at, list_word(tables))


def newest(said: dict[str, Any]) -> int:
    """The number of the last message that a page shows (games.web.talk.chat.panel)."""
    return said["talk"][-1].number if said["talk"] else 0


def _note(request: HttpRequest) -> list[str]:
    """What an open page that renews itself says of itself: its kind, the hand that it tells of or
    waits for, and "read" if the talk is in sight."""
    note = request.headers.get("Tideweb-Live", "").split(";")
    return note if len(note) == NOTED else []


def is_another(request: HttpRequest, game: Game) -> bool:
    """Whether it is an open page of a game that has begun or ended since."""
    note = _note(request)
    return bool(note) and note[0] != game.state


def known_hand(request: HttpRequest) -> int | None:
    """The hand from which on an open page tells; None if it is a page that is opened now."""
    note = _note(request)
    return int(note[1]) if note and note[1].isascii() and note[1][:9].isdigit() else None


def is_read(request: HttpRequest) -> bool:
    """Whether the talk of the table is in sight."""
    note = _note(request)
    return not note or note[2] == "read"


def word(*parts: Any) -> str:
    """A keyed digest: equal for equal input, and nobody can tell what it was made from."""
    return salted_hmac("games.live", json.dumps(parts, default=str)).hexdigest()[:20]


def game_word(game: Game, viewer: Viewer, talk: int) -> str:
    """Of the page of a game; `talk`: the number of the last message that this viewer sees."""
    if game.state != Game.State.RUNNING:
        return word(game.state, game.log_length, talk)
    return sight_word(game_view(viewer, game), talk)


def sight_word(sight: GameView, talk: int) -> str:
    """The word of a running game whose view is gathered already."""
    game, own = sight.game, sight.own
    return word(
        game.state, game.log_length, game.hand_number, game.paused_at, talk,
        sight.settling, sight.seats_in, sight.until, own.changes if own else None,
        [seats for _wish, seats in sorted(selectors.votes_of(game).wished.items())],
    )  # fmt: skip


def list_word(tables: OwnTables) -> str:
    """Of the list of one's own moves."""
    return word(
        [_line(GameView(due.game, due.seat)) for due in tables.dues],
        [(game.pk, game.log_length) for game in (*tables.waiting, *tables.ended)],
    )


def _line(sight: GameView) -> Any:
    game, own = sight.game, sight.own
    known = (sight.seats_in, sight.until, own.changes if own else None)
    return game.pk, game.hand_number, game.paused_at, sight.settling, known


def heads(user: User | AnonymousUser) -> str:
    """What stands in the head of every page of this person: hands due, and what is unread."""
    if not user.is_authenticated:
        return ""
    head = selectors.masthead(user)
    return f"~{head.due}.{head.unread}"


@never_cache
@require_safe
@answers_refusals
def pulse(request: HttpRequest, code: str) -> HttpResponse:
    """204 while the page of this game shows the same as at the word `seen`, else the new word."""
    game = reach(request, code)
    late = selectors.late_talk(game, request.user)
    now = game_word(game, request.user, late[0].number if late else 0)
    return _answer(request, now + heads(request.user), f"g{game.pk}")


@never_cache
@require_safe
@for_people
def own_pulse(request: HttpRequest) -> HttpResponse:
    """The words of every page's head; with `list`, of the list of one's moves as well."""
    user, wide = me(request), WIDE in request.GET
    now = list_word(selectors.own_tables(user, A_FEW)) if wide else ""
    return _answer(request, now + heads(user))


def _answer(request: HttpRequest, now: str, *rows: str) -> HttpResponse:
    person = request.user.pk or 0
    request.META[SAID] = person, (*rows, *([f"u{person}"] if person else []))
    if request.GET.get("seen") == now:
        return HttpResponse(status=204)
    return HttpResponse(now, "text/plain; charset=utf-8")


@require_safe
def stream(_request: HttpRequest, **_where: str) -> HttpResponse:
    """Where no process holds lines there is none: who gets this asks from time to time."""
    return HttpResponse(status=204)
