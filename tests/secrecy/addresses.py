"""Every address of the URL conf, and how it is requested in a position."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from games import selectors
from games.models import Game
from tests.games.making import legal
from tests.secrecy.altering import Other
from tests.secrecy.comparing import BaseApiView
from tests.secrecy.observers import Observer
from tests.secrecy.positions import Position

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
MAX_WORDS = 3


@dataclass(frozen=True)
class Scene:
    """The data from which cases are made."""

    position: Position
    observer: Observer
    other: Other

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def hand(self) -> int:
        return self.game.hand_number

    def may_begin_to_look(self) -> bool:
        """Whether the observer could see others' cards by turning the sand, which is allowed."""
        if self.observer.seat is None:
            return False
        right = selectors.observations.peek_of(self.game, self.observer.seat)
        return right is not None and right.opened_at is None

    def may_sit_down(self) -> bool:
        """Whether the observer could get the link by taking a seat, which is allowed."""
        public = self.game.visibility == Game.Visibility.PUBLIC
        return public and self.game.state == Game.State.OPEN and self.observer.seat is None

    def words(self) -> list[str]:
        """Answers to guess with: of this and the other world, one's own, and invalid ones.

        An own one is the last, so that the others are refused by a hand that is still open.
        """
        words = self.other.words
        tried = [*words[:MAX_WORDS], *words[-MAX_WORDS:], "60", "mumble"]
        seat = self.observer.seat
        own = legal(self.game, seat) if seat is not None else []
        return list(dict.fromkeys([*tried, *own[:1], *own[-1:]]))


def routes(
    patterns: Sequence[URLPattern | URLResolver] | None = None, before: str = ""
) -> Iterator[str]:
    """Every route, as written in the URL conf."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


def get(route: str, path: str, **query: Any) -> BaseApiView:
    return BaseApiView(route, "GET", path, query or None)


def post(route: str, path: str, **form: Any) -> BaseApiView:
    return BaseApiView(route, "POST", path, form)


def api(route: str, method: str, path: str, body: Any, **headers: str) -> BaseApiView:
    """An API request with a JSON body."""
    return BaseApiView(route, method, path, body, headers, json=True)


def refusals(route: str, path: str) -> Iterator[BaseApiView]:
    """Every method without parameters; most are refused."""
    for method in METHODS:
        yield BaseApiView(route, method, path)
