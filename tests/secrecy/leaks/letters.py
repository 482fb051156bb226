"""Leaks of the letters: subjects, texts, headers, HTML, somebody else's seat."""

from dataclasses import replace
from functools import cached_property
from typing import Any

from accounts.models import Notice
from accounts.notifications.kinds import Letter
from games import selectors
from games.game_view import GameView
from games.models import Game
from tests.narrowing import not_none
from tests.secrecy.leaks.planting import Leak, everything, instead, mark, number, sealed_answers

SOME_IN = "tide: some bids are in"


def _letter(change: Any) -> Any:
    """Changes every letter about a game when it is composed."""

    def make(letter: Any) -> Any:
        def written(template: str, view: GameView, *about: Any, **more: Any) -> Letter:
            made: Letter = letter(template, view, *about, **more)
            return replace(made, **change(made, view))

        return written

    return instead("games.mail.letter_frame.letter", make)


def _seat_of_the_next(_table: Any) -> Any:
    """Uses another seat's observation."""

    def table(view: GameView) -> dict[str, Any]:
        seat = (not_none(view.seat).index + 1) % view.game.seat_count
        return selectors.observations.observation_for(view.game, seat) or {}

    made = cached_property(table)
    made.__set_name__(GameView, "table")
    return made


def _pushed(push: Any) -> Any:
    """Adds to a push message, next to the number of hands."""

    def told(notice: Notice) -> dict[str, Any]:
        game = Game.objects.filter(pk=notice.facts.get("game", 0)).first()
        return {"waiting": number(game) % 10_000} if game else {}

    return [*push, told]


LEAKS = [
    Leak("the badge of a push", "letters", SOME_IN, instead(
        "accounts.notifications.channels.push.PUSHING", _pushed)),
    Leak("a subject", "letters", SOME_IN, _letter(
        lambda made, view: {"subject": f"{made.subject} {mark(view.game)}"})),
    Leak("a text", "letters", "boat: exchange", _letter(
        lambda made, view: {"text": f"{made.text}\n{everything(view.game)}"})),
    Leak("HTML alone", "letters", SOME_IN, _letter(
        lambda made, view: {"html": made.html + f'<img alt="{sealed_answers(view.game)}">'})),
    Leak("a header", "letters", "ships: damage", _letter(
        lambda made, view: {"headers": {**made.headers, "X-State": mark(view.game)}}), "seat 1"),
    Leak("somebody else's seat", "letters", SOME_IN, instead(
        "games.game_view.GameView.table", _seat_of_the_next)),
]  # fmt: skip
