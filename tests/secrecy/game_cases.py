"""Requests to the addresses of games, on pages and in the API: the most important cases."""

from collections.abc import Callable, Iterator

from games import links
from games.wording import WORDINGS
from tests.secrecy import people_cases, table_cases, written_cases
from tests.secrecy.addresses import Scene, api, get, post
from tests.secrecy.comparing import BaseApiView
from tests.secrecy.people_cases import just

Case = Callable[[Scene], Iterator[BaseApiView]]
ACTS = ("lighthouse", "surrender", "accept", "dance")


def _at(scene: Scene, rest: str = "") -> str:
    return f"/g/{scene.game.code}/{rest}"


def _api_at(scene: Scene, rest: str = "") -> str:
    return f"/api/v1/games/{scene.game.code}{rest}"


def _page(route: str, *rests: str, **query: str) -> Case:
    """The page, and its responses to the other methods."""
    rest = route.removeprefix("g/<slug:code>/")

    def case(scene: Scene) -> Iterator[BaseApiView]:
        for one in rests or (rest,):
            yield get(route, _at(scene, one), **query)
            yield get(route, _at(scene, one), **query, link=links.link_token(scene.game)[::-1])

    return case


def _game(scene: Scene) -> Iterator[BaseApiView]:
    route = "g/<slug:code>/"
    yield get(route, _at(scene))
    yield get(route, _at(scene), change="1")
    for note in (f"running;{scene.hand};", f"running;{scene.hand - 1};read", "open;0;"):
        yield BaseApiView(route, "GET", _at(scene), None, {"Tideweb-Live": note})
    yield BaseApiView(route, "GET", _at(scene), None, {"Sec-Purpose": "prefetch"})
    yield BaseApiView(
        route, "GET", _at(scene), None, {"If-None-Match": '"x"', "Accept-Language": "de"}
    )


def _pulse(scene: Scene) -> Iterator[BaseApiView]:
    route = "g/<slug:code>/pulse/"
    yield get(route, _at(scene, "pulse/"))
    yield get(route, _at(scene, "pulse/"), seen="0123456789abcdef0123")


def _pulse_stream(scene: Scene) -> Iterator[BaseApiView]:
    yield get("g/<slug:code>/pulse/stream", _at(scene, "pulse/stream"))


def _own_pulse(_scene: Scene) -> Iterator[BaseApiView]:
    yield get("moves/pulse/", "/moves/pulse/")
    yield get("moves/pulse/", "/moves/pulse/", list="")


def _bid(scene: Scene) -> Iterator[BaseApiView]:
    route, path = "g/<slug:code>/bid/", _at(scene, "bid/")
    for word in scene.words():
        yield post(route, path, hand=scene.hand, bid=word)
        yield post(route, path, hand=scene.hand, bid=f"  {word.upper()} !", **{"from": "moves"})
    for number in (0, scene.hand - 1, scene.hand + 1, "x"):
        yield post(route, path, hand=number, bid="44")
    yield post(route, path)


def _hands(scene: Scene) -> Iterator[BaseApiView]:
    for number in range(scene.hand + 2):
        yield get("g/<slug:code>/hand/<int:number>/", _at(scene, f"hand/{number}/"))


def _replays(scene: Scene) -> Iterator[BaseApiView]:
    for number in range(scene.hand + 1):
        yield get("g/<slug:code>/replay/<int:number>/", _at(scene, f"replay/{number}/"))


def _come(scene: Scene) -> Iterator[BaseApiView]:
    """Arriving by the link, if the observer was given it, and by forged ones."""
    route = "g/<slug:code>/come/<str:token>/"
    tokens = ["0" * 32, "1:x:y"]
    if scene.observer.knows_link(scene.game):
        tokens.append(links.link_token(scene.game))
    for token in tokens:
        yield get(route, _at(scene, f"come/{token}/"))


def _aside(scene: Scene) -> Iterator[BaseApiView]:
    """Actions out of turn: confirmed, carried out, and impossible ones."""
    route = "g/<slug:code>/aside/"
    for act in ACTS:
        yield get(route, _at(scene, "aside/"), act=act)
        yield post(route, _at(scene, "aside/"), act=act)
        yield post(route, _at(scene, "aside/"), act=act, sure="yes")


def _peek(scene: Scene) -> Iterator[BaseApiView]:
    yield get("g/<slug:code>/peek/", _at(scene, "peek/"))
    if not scene.may_begin_to_look():
        yield post("g/<slug:code>/peek/", _at(scene, "peek/"))


def _api_asides(scene: Scene) -> Iterator[BaseApiView]:
    for act in ACTS:
        route = "api/v1/games/<code:code>/asides"
        yield api(route, "POST", _api_at(scene, "/asides"), {"act": act})


def _api_peek(scene: Scene) -> Iterator[BaseApiView]:
    if not scene.may_begin_to_look():
        yield api("api/v1/games/<code:code>/peek", "POST", _api_at(scene, "/peek"), {})


def _api_join(scene: Scene) -> Iterator[BaseApiView]:
    joining: list[dict[str, object]] = [{"policy": 1}, {"policy": "x", "link": "0" * 32}]
    if not scene.may_sit_down():
        joining += [{}, {"link": "0" * 32}]
    for body in joining:
        yield api("api/v1/games/<code:code>/join", "POST", _api_at(scene, "/join"), body)


def _posted(rest: str, *forms: dict[str, str]) -> Case:
    route = f"g/<slug:code>/{rest}"

    def case(scene: Scene) -> Iterator[BaseApiView]:
        for form in forms:
            yield post(route, _at(scene, rest), **form)

    return case


def _games(scene: Scene) -> Iterator[BaseApiView]:
    for show in ("open", "mine", "running", "over", scene.game.code):
        yield get("games/", "/games/", show=show)
    yield get("games/", "/games/", game=scene.game.ruleset, pace="day", show="running")
    for word in scene.words()[:2]:
        yield get("games/", "/games/", show="running", order=word, q=word)


def _api_game(scene: Scene) -> Iterator[BaseApiView]:
    route = "api/v1/games/<code:code>"
    yield get(route, _api_at(scene))
    yield get(route, _api_at(scene), link="0" * 32)
    yield get(route, _api_at(scene), fields="sealed_state")


def _api_log(scene: Scene) -> Iterator[BaseApiView]:
    route = "api/v1/games/<code:code>/log"
    yield get(route, _api_at(scene, "/log"))
    yield get(route, _api_at(scene, "/log"), after=1, limit=2)
    yield get(route, _api_at(scene, "/log"), after=-1)


def _api_hands(scene: Scene) -> Iterator[BaseApiView]:
    for number in range(scene.hand + 2):
        path = _api_at(scene, f"/hands/{number}")
        yield get("api/v1/games/<code:code>/hands/<number:number>", path)


def _api_bid(scene: Scene) -> Iterator[BaseApiView]:
    route = "api/v1/games/<code:code>/hands/<number:number>/bid"
    for number in range(scene.hand + 2):
        path = _api_at(scene, f"/hands/{number}/bid")
        yield get(route, path)
        yield api(route, "PUT", path, {"bid": "44"})
    path = _api_at(scene, f"/hands/{scene.hand}/bid")
    for word in scene.words():
        yield api(route, "PUT", path, {"bid": word})
    yield api(route, "PUT", path, {"bid": scene.words()[-1]}, **{"Idempotency-Key": "once"})
    yield api(route, "PUT", path, {"bid": 44})
    yield api(route, "PUT", path, "{")


def _api_record(scene: Scene) -> Iterator[BaseApiView]:
    yield get("api/v1/games/<code:code>/record", _api_at(scene, "/record"))


def _api_read(rest: str) -> Case:
    route = f"api/v1/games/<code:code>{rest}"
    return lambda scene: iter([get(route, _api_at(scene, rest))])


def _api_post(rest: str, *bodies: object, method: str = "POST") -> Case:
    route = f"api/v1/games/<code:code>{rest}"

    def case(scene: Scene) -> Iterator[BaseApiView]:
        for body in bodies:
            yield api(route, method, _api_at(scene, rest), body)

    return case


def _api_games(scene: Scene) -> Iterator[BaseApiView]:
    route = "api/v1/games"
    yield get(route, "/api/v1/games")
    yield get(route, "/api/v1/games", mine="true", state="running")
    yield get(route, "/api/v1/games", ruleset=scene.game.ruleset, limit=1)
    yield get(route, "/api/v1/games", ordering="sealed_state")
    yield api(route, "POST", "/api/v1/games", {"ruleset": "turn-the-tide", "name": "x", "seats": 9})
    yield api(
        route, "POST", "/api/v1/games", {"ruleset": scene.game.ruleset, "name": "New", "seats": 4}
    )


def _plan(scene: Scene) -> Iterator[BaseApiView]:
    """The plan's page: viewed, tried, written by the form, saved and removed."""
    route, path = "g/<slug:code>/plan/", _at(scene, "plan/")
    yield get(route, path)
    for text in _tried(scene):
        yield post(route, path, do="try", plan=text)
    for word in scene.words():
        yield post(route, path, do="keep", plan=f"next: {word}, else ask", now="on")
    yield post(route, path, do="write", fact="my tide", rest="ask")
    yield post(route, path, do="forget")


def _api_plan(scene: Scene) -> Iterator[BaseApiView]:
    """The plan in the API: read, written with answers of either world, refused, removed."""
    route = "api/v1/games/<code:code>/plan"
    path = _api_at(scene, "/plan")
    yield get(route, path)
    for word in scene.words():
        yield api(route, "PUT", path, {"plan": f"next: {word}, else ask", "now": True})
    yield api(route, "PUT", path, {"plan": "if x: 1"})
    yield api(route, "DELETE", path, {})


def _tried(scene: Scene) -> list[str]:
    """Trying plans, compared in full only without past hands, which the observer has seen."""
    whole = [f"always: {word}, else lowest" for word in scene.words()]
    return ["if x: 1", *(whole if scene.hand == 1 else [])]


def _api_try(scene: Scene) -> Iterator[BaseApiView]:
    for text in _tried(scene):
        path = _api_at(scene, "/plan/try")
        yield api("api/v1/games/<code:code>/plan/try", "POST", path, {"plan": text})


def _step(rest: str, *hows: str) -> Case:
    """Commands with a confirmation page: the page, and the command."""
    route = f"g/<slug:code>/{rest}"

    def case(scene: Scene) -> Iterator[BaseApiView]:
        yield get(route, _at(scene, rest))
        for how in hows:
            yield post(route, _at(scene, rest), how=how)

    return case


def _records(route: str) -> Case:
    """Records of everybody at the table, of a stranger, and of nobody."""

    def case(scene: Scene) -> Iterator[BaseApiView]:
        sitting = [user.name for user in scene.position.users]
        for name in (*sitting, "Wim", "nobody", "Marit 'x"):
            yield get(route, "/" + route.replace("<name:name>", name))

    return case


def _votes(scene: Scene) -> Iterator[BaseApiView]:
    route = "g/<slug:code>/vote/<slug:wish>/"
    for wish in ("pause", "cancel", "dance"):
        yield get(route, _at(scene, f"vote/{wish}/"))
        for how in ("yes", "no"):
            yield post(route, _at(scene, f"vote/{wish}/"), how=how)


def _extend(scene: Scene) -> Iterator[BaseApiView]:
    route = "g/<slug:code>/extend/"
    yield get(route, _at(scene, "extend/"))
    for number in (scene.hand, scene.hand - 1, "x"):
        yield post(route, _at(scene, "extend/"), hand=number)


def _takes(scene: Scene) -> Iterator[BaseApiView]:
    route = "g/<slug:code>/seats/<int:index>/take/"
    for index in (0, 1, 9):
        yield get(route, _at(scene, f"seats/{index}/take/"))
        yield post(route, _at(scene, f"seats/{index}/take/"), policy="bot")


def _api_takes(scene: Scene) -> Iterator[BaseApiView]:
    route = "api/v1/games/<code:code>/seats/<number:number>/take"
    for index in (0, 1, 9):
        yield api(route, "POST", _api_at(scene, f"/seats/{index}/take"), {"policy": "bot"})


def _api_vote(scene: Scene) -> Iterator[BaseApiView]:
    route = "api/v1/games/<code:code>/votes/<slug:wish>"
    for wish in ("pause", "dance"):
        yield api(route, "DELETE", _api_at(scene, f"/votes/{wish}"), None)


def _api_extend(scene: Scene) -> Iterator[BaseApiView]:
    route = "api/v1/games/<code:code>/extend"
    for number in (scene.hand, scene.hand + 1):
        yield api(route, "POST", _api_at(scene, "/extend"), {"hand": number})


PAGES: dict[str, Case] = {
    **people_cases.PAGES,
    **table_cases.PAGES,
    "": just(""),
    "moves/": just("moves/"),
    "games/": _games,
    "people/<name:name>/": _records("people/<name:name>/"),
    "g/<slug:code>/": _game,
    "g/<slug:code>/pulse/": _pulse,
    "g/<slug:code>/pulse/stream": _pulse_stream,
    "moves/pulse/": _own_pulse,
    "g/<slug:code>/bid/": _bid,
    "g/<slug:code>/aside/": _aside,
    "g/<slug:code>/peek/": _peek,
    "g/<slug:code>/plan/": _plan,
    "g/<slug:code>/notes/": written_cases.notes,
    "g/<slug:code>/chat/": written_cases.chat,
    "people/<name:name>/ignore/": written_cases.ignoring,
    "plans.md": just("plans.md"),
    "g/<slug:code>/join/": _posted("join/", {}, {"policy": "median", "entropy": "gulls"}),
    "g/<slug:code>/leave/": _posted("leave/", {}),
    "g/<slug:code>/start/": _posted("start/", {}),
    "g/<slug:code>/invite/": _posted(
        "invite/", {}, {"address": "joris@example.org"}, {"address": "new@example.org"}
    ),
    "g/<slug:code>/renew/": _posted("renew/", {}),
    "g/<slug:code>/policy/": _posted("policy/", {}, {"policy": "median"}),
    "g/<slug:code>/explain/": _posted("explain/", {}, {"known": "1"}),
    "seats/": just("seats/"),
    "g/<slug:code>/absent/": _step("absent/", "leave", "bot", "dance"),
    "g/<slug:code>/back/": _step("back/", "back"),
    "g/<slug:code>/vote/<slug:wish>/": _votes,
    "g/<slug:code>/go-on/": _step("go-on/", "go"),
    "g/<slug:code>/extend/": _extend,
    "g/<slug:code>/rematch/": _posted("rematch/", {}),
    "g/<slug:code>/seats/<int:index>/take/": _takes,
    "g/<slug:code>/briefing/": _page("g/<slug:code>/briefing/"),
    "g/<slug:code>/come/<str:token>/": _come,
    "g/<slug:code>/hand/<int:number>/": _hands,
    "g/<slug:code>/replay/": _page("g/<slug:code>/replay/"),
    "g/<slug:code>/replay/<int:number>/": _replays,
    "g/<slug:code>/compare/": _page("g/<slug:code>/compare/"),
    "g/<slug:code>/verify/": _page("g/<slug:code>/verify/"),
    "g/<slug:code>/duplicate/": _page("g/<slug:code>/duplicate/"),
    "g/<slug:code>/record.json": _page("g/<slug:code>/record.json"),
}
API: dict[str, Case] = {
    **(people_cases.API | table_cases.API),
    "api/v1/me": just("api/v1/me"),
    "api/v1/me/moves": just("api/v1/me/moves"),
    "api/v1/me/games": just("api/v1/me/games"),
    "api/v1/people/<name:name>": _records("api/v1/people/<name:name>"),
    "api/v1/games": _api_games,
    "api/v1/games/<code:code>": _api_game,
    "api/v1/games/<code:code>/join": _api_join,
    "api/v1/games/<code:code>/leave": _api_post("/leave", {}, {"x": 1}),
    "api/v1/games/<code:code>/start": _api_post("/start", {}, {"fill_with_bots": "x"}),
    "api/v1/games/<code:code>/invitations": _api_post(
        "/invitations", {"email": "joris@example.org"}, {"email": "x"}
    ),
    "api/v1/games/<code:code>/seat": _api_post(
        "/seat", {"policy": "highest"}, {"policy": "x"}, method="PATCH"
    ),
    "api/v1/seats": just("api/v1/seats"),
    "api/v1/games/<code:code>/seats/<number:number>/take": _api_takes,
    "api/v1/games/<code:code>/away": _api_post("/away", {"how": "leave"}, {"how": "bot"}, {}),
    "api/v1/games/<code:code>/back": _api_post("/back", {}, {"x": 1}),
    "api/v1/games/<code:code>/votes": _api_post("/votes", {"wish": "pause"}, {"wish": "x"}, {}),
    "api/v1/games/<code:code>/votes/<slug:wish>": _api_vote,
    "api/v1/games/<code:code>/go-on": _api_post("/go-on", {}),
    "api/v1/games/<code:code>/extend": _api_extend,
    "api/v1/games/<code:code>/rematch": _api_post("/rematch", {}),
    "api/v1/games/<code:code>/log": _api_log,
    "api/v1/games/<code:code>/hands/<number:number>": _api_hands,
    "api/v1/games/<code:code>/hands/<number:number>/bid": _api_bid,
    "api/v1/games/<code:code>/plan": _api_plan,
    "api/v1/games/<code:code>/plan/try": _api_try,
    **written_cases.API,
    "api/v1/games/<code:code>/asides": _api_asides,
    "api/v1/games/<code:code>/peek": _api_peek,
    "api/v1/games/<code:code>/record": _api_record,
    "api/v1/games/<code:code>/course": _api_read("/course"),
    "api/v1/games/<code:code>/comparison": _api_read("/comparison"),
    "api/v1/games/<code:code>/duplicate": _api_read("/duplicate"),
}


def told(scene: Scene) -> bool:
    """Whether this game has pages yet."""
    return scene.game.ruleset in WORDINGS
