"""Replay of a finished game, hand by hand, with every seat's cards."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import selectors
from games.game_view import seating_in
from games.refusals import Refused
from games.rules.records import Aside, Moment
from games.web import posters
from games.web.access import reach
from games.web.boards import board_of
from games.web.refusals import answers_refusals
from games.wording import wording
from games.wording.comparison import COMPARISONS


@require_safe
@answers_refusals
def replay(request: HttpRequest, code: str, number: int = 1) -> HttpResponse:
    """One hand: everybody's cards, what was played, and the outcome."""
    game = reach(request, code)
    played = selectors.observations.replay_of(game)
    moments = [m for m in played.moments if not isinstance(m.answer, Aside)]
    if not 1 <= number <= len(moments):
        raise Refused("no_hand", given=number)
    told, board = wording(game.ruleset), board_of(game.ruleset)
    seating = seating_in(game, number, request.user)
    moment = moments[number - 1]
    before = selectors.observations.seen_by(game, moment.before, None)
    events = _events(played.moments, number)
    context = {
        "game": game,
        "sheets": board.SHEETS,
        "title": told.title(),
        "heading": told.heading(before),
        "number": number,
        "last": len(moments),
        "comparable": game.ruleset in COMPARISONS,
        "sentences": told.sentences(events, seating),
        "template": board.ANSWERED,
        "shown": board.revealed(
            _told([moment]),
            before,
            selectors.observations.seen_by(game, moment.after, None),
            seating,
        ),
        "hands_template": board.OPEN_HANDS,
        "open_hands": board.open_hands(
            [
                selectors.observations.seen_by(game, moment.before, seat)
                for seat in range(game.seat_count)
            ],
            bids_of(moment),
            seating,
        ),
        "notes": selectors.talk.notes.released_notes(game, request.user, number),
        "places": [
            (m.number, told.place(selectors.observations.seen_by(game, m.before, None)))
            for m in moments
        ],
        **posters.for_strangers(request, game, seating.names),
    }
    return render(request, "games/replay.html", context)


def _events(moments: Sequence[Moment], number: int) -> list[dict[str, Any]]:
    """The events of a hand and of the asides after it; for the first hand also those before it."""
    numbers = (0, 1) if number == 1 else (number,)
    return _told([moment for moment in moments if moment.number in numbers])


def _told(moments: Sequence[Moment]) -> list[dict[str, Any]]:
    return [{"kind": event.kind, **event.data} for moment in moments for event in moment.events]


def bids_of(moment: Moment) -> dict[int, str]:
    """The answers in a hand by seat."""
    return {} if isinstance(moment.answer, Aside) else dict(moment.answer)


@require_safe
@answers_refusals
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record of a finished game, for download and verification."""
    data = selectors.observations.record_of(reach(request, code))
    headers = {
        "Content-Disposition": f'inline; filename="{code}.json"',
        "X-Robots-Tag": "noindex",  # names and words in it can be deleted here, not elsewhere
    }
    return JsonResponse(data, headers=headers, json_dumps_params={"indent": 1})
