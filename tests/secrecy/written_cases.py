"""How the addresses of what people write are asked."""

from collections.abc import Callable, Iterator

from tests.secrecy.comparing import Door
from tests.secrecy.doors import Scene, api, get, post

ONE = "api/v1/games/<code:code>/notes/<number:number>"


def notes(scene: Scene) -> Iterator[Door]:
    """Looked at, kept, changed, shown, taken away."""
    route, path = "g/<slug:code>/notes/", f"/g/{scene.game.code}/notes/"
    yield get(route, path)
    for form in ({}, {"text": "mumble"}, {"text": "mumble", "hand": str(scene.hand)}):
        yield post(route, path, **form)
    for do in ("change", "show", "hide", "remove"):
        for number in ("1", "4", ""):
            yield post(route, path, do=do, number=number, text="mumble")


def _api_notes(scene: Scene) -> Iterator[Door]:
    route, path = "api/v1/games/<code:code>/notes", f"/api/v1/games/{scene.game.code}/notes"
    yield get(route, path)
    yield api(route, "POST", path, {"text": "mumble", "hand": scene.hand})
    yield api(route, "POST", path, {"text": ""})
    yield get(route, path)


def _api_shown(scene: Scene) -> Iterator[Door]:
    path = f"/api/v1/games/{scene.game.code}/notes/shown"
    for body in ({"shown": True}, {"shown": False, "number": 4}, {}):
        yield api("api/v1/games/<code:code>/notes/shown", "PUT", path, body)


def _api_note(scene: Scene) -> Iterator[Door]:
    for number in (1, 4):
        path = f"/api/v1/games/{scene.game.code}/notes/{number}"
        yield api(ONE, "PUT", path, {"text": "mumble"})
        yield api(ONE, "DELETE", path, {})


API: dict[str, Callable[[Scene], Iterator[Door]]] = {
    "api/v1/games/<code:code>/notes": _api_notes,
    "api/v1/games/<code:code>/notes/shown": _api_shown,
    ONE: _api_note,
}
