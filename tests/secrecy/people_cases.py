"""Requests to the lists of people and to leagues, on pages and in the API."""

from collections.abc import Callable, Iterator

from tests.secrecy.addresses import Scene, api, get, post
from tests.secrecy.comparing import BaseApiView

Case = Callable[[Scene], Iterator[BaseApiView]]


def just(route: str, *paths: str) -> Case:
    return lambda _scene: (get(route, path) for path in paths or (f"/{route}",))


def _lists_of_people(scene: Scene) -> Iterator[BaseApiView]:
    for query in ({}, {"game": scene.game.ruleset}, {"after": "1000.1"}, {"after": "x"}):
        yield get("people/", "/people/", **query)


def _sandbox(scene: Scene) -> Iterator[BaseApiView]:
    yield get("sandbox/", "/sandbox/", game=scene.game.ruleset)


def _api_sandbox(scene: Scene) -> Iterator[BaseApiView]:
    for ruleset in (scene.game.ruleset, "x"):
        yield get("api/v1/sandbox", "/api/v1/sandbox", ruleset=ruleset)
        yield api("api/v1/sandbox", "POST", "/api/v1/sandbox", {"ruleset": ruleset})


def _asks_of_leagues(rest: str) -> Case:
    route = f"leagues/<slug:slug>/{rest}"
    return lambda _scene: (post(route, f"/leagues/{slug}/{rest}") for slug in ("tides", "x"))


def _api_entry(_scene: Scene) -> Iterator[BaseApiView]:
    route, path = "api/v1/leagues/<slug:slug>/entry", "/api/v1/leagues/tides/entry"
    for method in ("POST", "DELETE"):
        yield api(route, method, path, {})


def _api_ratings(scene: Scene) -> Iterator[BaseApiView]:
    for query in ({"ruleset": scene.game.ruleset}, {"ruleset": "x"}, {}):
        yield get("api/v1/ratings", "/api/v1/ratings", **query)


def _api_steps(scene: Scene) -> Iterator[BaseApiView]:
    route = "api/v1/people/<name:name>/ratings/<slug:ruleset>"
    for user in scene.position.users:
        yield get(route, f"/api/v1/people/{user.name}/ratings/{scene.game.ruleset}")


def _befriending(scene: Scene) -> Iterator[BaseApiView]:
    for user in scene.position.users:
        for do in ("ask", "part"):
            yield post("people/<name:name>/friend/", f"/people/{user.name}/friend/", do=do)


def _asks_to_be_friends(scene: Scene) -> Iterator[BaseApiView]:
    for name in (scene.position.users[0].name, "nobody"):
        yield post("friends/ask/", "/friends/ask/", name=name)


def _api_keep_seat(scene: Scene) -> Iterator[BaseApiView]:
    route = "api/v1/games/<code:code>/invitations/<name:name>"
    for user in scene.position.users[:2]:
        path = f"/api/v1/games/{scene.game.code}/invitations/{user.name}"
        yield api(route, "PUT", path, {})


def _no_longer_kept(way: str) -> Case:
    def case(scene: Scene) -> Iterator[BaseApiView]:
        path = f"/g/{scene.game.code}/{way}"
        for name in (scene.position.users[0].name, "nobody"):
            yield post(f"g/<slug:code>/{way}", path, name=name)

    return case


PAGES: dict[str, Case] = {
    "friends/": just("friends/"),
    "friends/ask/": _asks_to_be_friends,
    "people/<name:name>/friend/": _befriending,
    "g/<slug:code>/decline/": _no_longer_kept("decline/"),
    "g/<slug:code>/release/": _no_longer_kept("release/"),
    "leagues/": just("leagues/"),
    "leagues/<slug:slug>/": just("leagues/<slug:slug>/", "/leagues/tides/", "/leagues/x/"),
    "leagues/<slug:slug>/<int:number>/": just(
        "leagues/<slug:slug>/<int:number>/", "/leagues/tides/1/", "/leagues/tides/9/"
    ),
    "leagues/<slug:slug>/join/": _asks_of_leagues("join/"),
    "leagues/<slug:slug>/leave/": _asks_of_leagues("leave/"),
    "people/": _lists_of_people,
    "sandbox/": _sandbox,
    "plans.md": just("plans.md"),
    "learn/<slug:slug>/": just("learn/<slug:slug>/", "/learn/rowboat/"),
    "learn/<slug:slug>/<int:number>/": just("learn/<slug:slug>/<int:number>/", "/learn/rowboat/2/"),
}
API: dict[str, Case] = {
    "api/v1/games/<code:code>/invitations/<name:name>": _api_keep_seat,
    "api/v1/people/<name:name>/ratings/<slug:ruleset>": _api_steps,
    "api/v1/ratings": _api_ratings,
    "api/v1/sandbox": _api_sandbox,
    "api/v1/leagues": just("api/v1/leagues"),
    "api/v1/leagues/<slug:slug>": just("api/v1/leagues/<slug:slug>", "/api/v1/leagues/tides"),
    "api/v1/leagues/<slug:slug>/entry": _api_entry,
}
