"""Requests beside the page of a table: playing its plan at once, its pictures."""

from collections.abc import Callable, Iterator

from games import links
from tests.secrecy.addresses import Scene, api, get, post
from tests.secrecy.comparing import BaseApiView

Case = Callable[[Scene], Iterator[BaseApiView]]


def _play_plan(scene: Scene) -> Iterator[BaseApiView]:
    route, path = "g/<slug:code>/plan/play/", f"/g/{scene.game.code}/plan/play/"
    yield get(route, path)
    yield post(route, path)


def _beside(rest: str) -> Case:
    route = f"g/<slug:code>/{rest}"
    return lambda scene: iter((get(route, f"/g/{scene.game.code}/{rest}"),))


def _by_link(scene: Scene) -> Iterator[BaseApiView]:
    """By the link, if the observer was given it, and by a forged one."""
    route = "g/<slug:code>/come/<str:token>/picture.png"
    given = [links.link_token(scene.game)] if scene.observer.knows_link(scene.game) else []
    for token in (*given, "x"):
        yield get(route, f"/g/{scene.game.code}/come/{token}/picture.png")


def _words(scene: Scene) -> Iterator[BaseApiView]:
    """Words for the deck, and none."""
    for form in ({}, {"entropy": "gulls"}):
        yield post("g/<slug:code>/words/", f"/g/{scene.game.code}/words/", **form)


def _api_words(scene: Scene) -> Iterator[BaseApiView]:
    path = f"/api/v1/games/{scene.game.code}/words"
    for words in ("gulls", 1):
        yield api("api/v1/games/<code:code>/words", "PUT", path, {"entropy": words})


API: dict[str, Case] = {"api/v1/games/<code:code>/words": _api_words}
PAGES: dict[str, Case] = {
    "g/<slug:code>/words/": _words,
    "g/<slug:code>/picture.png": _beside("picture.png"),
    "g/<slug:code>/come/<str:token>/picture.png": _by_link,
    "g/<slug:code>/share/": _beside("share/"),
    "g/<slug:code>/plan/play/": _play_plan,
    "moves/pulse/stream": lambda _scene: iter((get("moves/pulse/stream", "/moves/pulse/stream"),)),
}
