"""Requests to the addresses of notes, chat and the like."""

from collections.abc import Callable, Iterator

from tests.secrecy.addresses import Scene, api, get, post
from tests.secrecy.comparing import BaseApiView

ONE = "api/v1/games/<code:code>/notes/<number:number>"


def notes(scene: Scene) -> Iterator[BaseApiView]:
    """Notes: viewed, saved, changed, shown, deleted."""
    route, path = "g/<slug:code>/notes/", f"/g/{scene.game.code}/notes/"
    yield get(route, path)
    for form in ({}, {"text": "mumble"}, {"text": "mumble", "hand": str(scene.hand)}):
        yield post(route, path, **form)
    for do in ("change", "show", "hide", "remove"):
        for number in ("1", "4", ""):
            yield post(route, path, do=do, number=number, text="mumble")


def chat(scene: Scene) -> Iterator[BaseApiView]:
    """Chat: read, paged, empty messages, and messages by people who may not write.

    People who may write aren't told who reads it, but notices depend on what each reader has seen
    and wants; that is allowed.
    """
    route, path = "g/<slug:code>/chat/", f"/g/{scene.game.code}/chat/"
    yield get(route, path)
    yield get(route, path, before="3")
    yield post(route, path)
    yield post(route, path, text="x" * 501)
    if scene.observer.seat is None:
        yield post(route, path, text="mumble")


def ignoring(scene: Scene) -> Iterator[BaseApiView]:
    """Ignoring everybody at the table, oneself, and nobody."""
    for name in (*(user.name for user in scene.position.users), "nobody"):
        for do in ("ignore", "hear"):
            yield post("people/<name:name>/ignore/", f"/people/{name}/ignore/", do=do)


def _api_chat(scene: Scene) -> Iterator[BaseApiView]:
    route, path = "api/v1/games/<code:code>/chat", f"/api/v1/games/{scene.game.code}/chat"
    yield get(route, path)
    yield get(route, path, before=3, limit=1)
    yield api(route, "POST", path, {"text": ""})
    if scene.observer.seat is None:
        yield api(route, "POST", path, {"text": "mumble"})


def _api_read(scene: Scene) -> Iterator[BaseApiView]:
    path = f"/api/v1/games/{scene.game.code}/chat/read"
    yield api("api/v1/games/<code:code>/chat/read", "PUT", path, {"number": 2})


def _api_ignored(_scene: Scene) -> Iterator[BaseApiView]:
    yield get("api/v1/me/ignored", "/api/v1/me/ignored")


def _api_friends(_scene: Scene) -> Iterator[BaseApiView]:
    yield get("api/v1/me/friends", "/api/v1/me/friends")


def _api_friend(scene: Scene) -> Iterator[BaseApiView]:
    route = "api/v1/me/friends/<name:name>"
    for user in scene.position.users:
        for method in ("PUT", "DELETE"):
            yield api(route, method, f"/api/v1/me/friends/{user.name}", {})


def _api_ignore(scene: Scene) -> Iterator[BaseApiView]:
    route = "api/v1/me/ignored/<name:name>"
    for user in scene.position.users:
        for method in ("PUT", "DELETE"):
            yield api(route, method, f"/api/v1/me/ignored/{user.name}", {})


def _api_notes(scene: Scene) -> Iterator[BaseApiView]:
    route, path = "api/v1/games/<code:code>/notes", f"/api/v1/games/{scene.game.code}/notes"
    yield get(route, path)
    yield api(route, "POST", path, {"text": "mumble", "hand": scene.hand})
    yield api(route, "POST", path, {"text": ""})
    yield get(route, path)


def _api_shown(scene: Scene) -> Iterator[BaseApiView]:
    path = f"/api/v1/games/{scene.game.code}/notes/shown"
    for body in ({"shown": True}, {"shown": False, "number": 4}, {}):
        yield api("api/v1/games/<code:code>/notes/shown", "PUT", path, body)


def _api_note(scene: Scene) -> Iterator[BaseApiView]:
    for number in (1, 4):
        path = f"/api/v1/games/{scene.game.code}/notes/{number}"
        yield api(ONE, "PUT", path, {"text": "mumble"})
        yield api(ONE, "DELETE", path, {})


API: dict[str, Callable[[Scene], Iterator[BaseApiView]]] = {
    "api/v1/games/<code:code>/notes": _api_notes,
    "api/v1/games/<code:code>/notes/shown": _api_shown,
    ONE: _api_note,
    "api/v1/games/<code:code>/chat": _api_chat,
    "api/v1/games/<code:code>/chat/read": _api_read,
    "api/v1/me/ignored": _api_ignored,
    "api/v1/me/ignored/<name:name>": _api_ignore,
    "api/v1/me/friends": _api_friends,
    "api/v1/me/friends/<name:name>": _api_friend,
}
