"""What comes in broken, too large, too deep, or with what is not known."""

import json

import pytest
from django.test import Client

from accounts.models import User
from games.api.errors import MAX_BYTES
from games.models import Bid, Game
from tests.games.api.asking import ROOT, at, client, good, problem, signed_in
from tests.games.api.contract import operations
from tests.games.making import legal, person, table_of

pytestmark = pytest.mark.django_db
JSON = "application/json"


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"\xff\xfe{}",
        b"\xef\xbb\xbf{}",
        b'{"bid": NaN}',
        b'{"bid": 1e999, "x": Infinity}',
        b'{"bid": "44", "bid": "45"}',
        b'{"bid": "4\\u00004"}',
        b'{"bid": "\\ud800"}',
        b'{"\\udfff": "44"}',
        b'{"bid": ' + b"1" * 5000 + b"}",
        b"[" * 20_000,
        b'{"bid": ' + b"[" * 50 + b"]" * 50 + b"}",
        b"{'bid': 44}",
    ],
    ids=lambda body: body[:24].decode("latin-1"),
)
def test_what_is_no_json_is_refused(body: bytes) -> None:
    users, game = table_of(3)
    ask = client(users[0])
    answer = ask.put(at(game, "hands", 1, "bid"), data=body, content_type=JSON)

    problem(answer, 400, "malformed_json")
    assert not Bid.objects.exists()


def test_where_json_stops_making_sense_is_said() -> None:
    body = b'{\n"bid" "44"}'
    answer = client(person()).post(f"{ROOT}/games", data=body, content_type=JSON)
    assert "line 2, column 7" in problem(answer, 400, "malformed_json")["detail"]


@pytest.mark.parametrize("body", ["null", "[]", '"44"', "44", "true", '[{"bid": "44"}]', ""])
def test_json_of_another_shape_is_refused(body: str) -> None:
    users, game = table_of(3)
    ask = client(users[0])
    answer = ask.put(at(game, "hands", 1, "bid"), data=body, content_type=JSON)

    problem(answer, 400, "invalid")
    assert not Bid.objects.exists()


@pytest.mark.parametrize("value", [44, 4.4, True, None, ["44"], {"card": 44}, "4" * 201])
def test_a_bid_is_a_string(value: object) -> None:
    users, game = table_of(3)
    answer = client(users[0]).put(at(game, "hands", 1, "bid"), {"bid": value})

    assert list(problem(answer, 400, "invalid")["errors"]) == ["bid"]


def test_unknown_fields_are_named_and_so_are_the_known() -> None:
    users, game = table_of(3)
    body = {"bid": legal(game, 0)[0], "seat": 2, "hand": 1}
    found = problem(client(users[0]).put(at(game, "hands", 1, "bid"), body), 400, "unknown_fields")

    assert (found["unknown"], found["known"]) == (["hand", "seat"], ["bid", "replaces"])
    assert "seat" in found["detail"]
    assert not Bid.objects.exists()


def test_a_verb_without_a_body_takes_an_empty_one_only() -> None:
    user = person()
    game = Game.objects.get(code=_made(user))
    ask = client(user)
    problem(ask.post(at(game, "leave"), {"now": True}), 400, "unknown_fields")
    problem(ask.post(at(game, "leave"), [1]), 400, "invalid")
    good(ask.post(at(game, "leave"), {}), 204)


def test_whatever_takes_no_body_reads_the_one_that_comes() -> None:
    users, game = table_of(3)
    ask = client(users[0])
    parts = {"code": game.code, "number": 1, "delivery": 1, "name": "Joost", "wish": "pause"}
    for method, path, operation in operations():
        if method != "get" and "requestBody" not in operation:
            way = path.format_map({**parts, "slug": "tides", "command": "pause"})
            answer = getattr(ask, method)(way, data=b"{", content_type=JSON)
            problem(answer, 400, "malformed_json")


def _made(user: User) -> str:
    wish = {"ruleset": "turn-the-tide", "name": "Texel", "seats": 3}
    return str(good(client(user).post(f"{ROOT}/games", wish), 201)["code"])


@pytest.mark.parametrize("size", [MAX_BYTES + 1, 1_000_000])
@pytest.mark.parametrize("kind", [JSON, "multipart/form-data; boundary=x", "text/plain"])
def test_a_large_body_is_refused_unread(size: int, kind: str) -> None:
    users, game = table_of(3)
    body = json.dumps({"bid": "4" * size}).encode()
    way = at(game, "hands", 1, "bid")
    answers = [
        client(users[0]).put(way, data=body, content_type=kind),
        signed_in(users[1]).post(f"{ROOT}/games", data=body, content_type=kind),
        client().generic("GET", f"{ROOT}/games", body.decode(), content_type=kind),
    ]

    for answer in answers:
        assert problem(answer, 413, "body_too_large")["most"] == MAX_BYTES
    assert not Bid.objects.exists()


def test_a_large_body_of_unknown_length_is_refused_too() -> None:
    user = person()
    ask = client(user)
    body = b'{"name": "' + b"x" * MAX_BYTES + b'"}'
    answer = ask.patch(f"{ROOT}/me", data=body, content_type=JSON, CONTENT_LENGTH="0x")

    assert answer.status_code in {200, 400, 413}
    user.refresh_from_db()
    assert user.name == "Marit"


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/json"]
)
def test_other_media_are_refused(kind: str) -> None:
    answer = client(person()).patch(f"{ROOT}/me", data=b"name=Wim", content_type=kind)
    problem(answer, 415, "unsupported_media_type")


@pytest.mark.parametrize(
    "way",
    [
        "nothing",
        "games/",
        "games/abc/",
        "games/a%00b",
        "games/%ff",
        "games/" + "a" * 500,
        "games/abcdefghjkmn/hands/one",
        "games/abcdefghjkmn/hands/-1/bid",
        "games/abcdefghjkmn/hands/" + "9" * 5000,
        "problems/none",
        "guide/none.md",
    ],
    ids=lambda way: way[:32],
)
def test_what_is_not_there_is_a_problem_too(way: str) -> None:
    answer = client(person()).get(f"{ROOT}/{way}")
    problem(answer, 404, "not_found")


@pytest.mark.parametrize("code", ["abcdefghjkmn", "ABC", "a" * 40])
def test_a_game_that_is_not_there(code: str) -> None:
    ask = client(person())
    for way in ("", "/log", "/hands/1", "/hands/1/bid", "/record"):
        problem(ask.get(at(code) + way), 404, "unknown_game")
    problem(ask.put(at(code, "hands", 1, "bid"), {"bid": "1"}), 404, "unknown_game")
    for verb in ("join", "leave", "start"):
        problem(ask.post(at(code, verb), {}), 404, "unknown_game")


@pytest.mark.parametrize(
    "query",
    [
        {"stat": "open"},
        {"state": "cancelled"},
        {"state": "open\x00"},
        {"ruleset": "x\x00"},
        {"limit": "0"},
        {"limit": "101"},
        {"limit": "ten"},
        {"limit": "1" * 2000},
        {"free": "-1"},
        {"mine": "maybe"},
        {"cursor": "nowhere"},
        {"cursor": "a\x00"},
        {"cursor": "x" * 13},
    ],
    ids=str,
)
def test_a_query_is_checked_like_a_body(query: dict[str, str]) -> None:
    answer = client().get(f"{ROOT}/games", query)
    assert answer.json()["code"] in {"unknown_fields", "invalid", "bad_cursor"}
    problem(answer, 400, answer.json()["code"])


def test_a_parameter_given_twice_is_refused() -> None:
    problem(client().get(f"{ROOT}/games?state=open&state=over"), 400, "invalid")


@pytest.mark.parametrize("way", ["games", "schema/"])
def test_hundreds_of_parameters_are_refused(way: str) -> None:
    many = "&".join(f"a{number}=1" for number in range(501))
    told = problem(client().get(f"{ROOT}/{way}?{many}"), 400, "invalid")
    assert told["errors"] == {"parameters": ["You can send at most 500 parameters."]}


def test_a_word_that_is_not_possible_is_answered_with_those_that_are() -> None:
    ask = client(person())
    for answer in (
        ask.get(f"{ROOT}/games", {"state": "elephant"}),
        ask.post(f"{ROOT}/me/reports", {"kind": "elephant", "text": "x"}),
    ):
        ((told,),) = problem(answer, 400, "invalid")["errors"].values()
        assert told.startswith("“elephant” isn’t possible here. Choose one of: ")
    assert told.endswith(": `conduct`, `unfair`, `stuck`, `name`, `act`, `other`.")


@pytest.mark.parametrize("after", ["-1", "x", str(2**31), "9" * 4000, "1.5"])
def test_the_log_is_read_from_a_number_on(after: str) -> None:
    game = table_of(3)[1]
    problem(client().get(at(game, "log"), {"after": after}), 400, "invalid")


@pytest.mark.parametrize("way", ["join", "leave", "start", "invitations", "seat"])
def test_get_changes_nothing(way: str) -> None:
    users, game = table_of(3)
    answer = client(users[0]).get(at(game, way))

    problem(answer, 405, "method_not_allowed")
    assert "GET" not in answer["Allow"]


@pytest.mark.parametrize("method", ["post", "delete", "patch", "options", "trace"])
def test_a_method_that_is_not_there_names_those_that_are(method: str) -> None:
    game = table_of(3)[1]
    answer = getattr(Client(), method)(at(game, "hands", 1, "bid"))

    problem(answer, 405, "method_not_allowed")
    assert {"GET", "PUT"} <= set(answer["Allow"].split(", "))
