"""What answers have besides their bodies: how much is left, an ETag, where a list goes on, CORS.

And members that were chosen, and requests that are sent again.

Planted: without the comparison of ETags the second answer is whole; with the header on cookies as
well (`Access-Control-Allow-Credentials`) the test of other sites fails; with `fields` taken for
members of the envelope, lists come empty; with the key of `once` left out there are two notes.
"""

from typing import Any

import pytest
from django.core.cache import caches
from django.db import DataError
from django.test import Client

from accounts.models import Webhook
from accounts.security import safe_http
from games import selectors
from games.models import IdempotencyKey, Message, Note
from games.services.lobby import tables
from tests.games.api.asking import ROOT, at, client, good, problem, signed_in
from tests.games.making import bid_all, fresh, people, person, running, table_of

pytestmark = pytest.mark.django_db


def test_whoever_asks_is_told_how_much_is_left() -> None:
    caches["throttle"].clear()
    ask = client(person())
    told = [ask.get(f"{ROOT}/me")["RateLimit"] for _time in range(2)]
    assert [each.partition(";t=")[0] for each in told] == ['"person";r=1199', '"person";r=1198']
    assert ask.get(f"{ROOT}/me")["RateLimit-Policy"] == '"person";q=1200;w=60'
    assert client().get(f"{ROOT}/rulesets")["RateLimit"].startswith('"net";r=299')


def test_what_one_has_is_not_sent_again() -> None:
    users, game = table_of(3)
    ask, way = client(users[0]), at(game)
    first = ask.get(way)
    again = ask.get(way, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Cache-Control"] == "no-store"
    other = client(users[1]).get(way, headers={"If-None-Match": first["ETag"]})
    assert other.status_code == 200, "another sees another table"
    bid_all(fresh(game))
    assert ask.get(way, headers={"If-None-Match": first["ETag"]}).status_code == 200
    assert "ETag" not in ask.get(f"{ROOT}/games/nothing"), "a refusal is no answer to keep"


def test_lists_say_where_they_go_on() -> None:
    for number in range(3):
        tables.make_table(person(f"Maker {number}"), tables.TableSettings(name="Sylt", seats=3))
    page = client().get(f"{ROOT}/games", {"limit": 2})
    assert page["Link"] == f'<{page.json()["next"]}>; rel="next"'
    assert "Link" not in client().get(f"{ROOT}/games", {"limit": 5})


def test_members_are_chosen_and_those_that_are_none_are_named() -> None:
    users, game = table_of(3)
    ask = client(users[0])
    assert good(ask.get(at(game), {"fields": "code,hand"})) == {"code": game.code, "hand": 1}
    listed = good(ask.get(f"{ROOT}/games", {"fields": "code,state"}))
    assert listed == {"games": [{"code": game.code, "state": "running"}], "next": None}
    refused = problem(ask.get(at(game), {"fields": "code,cards"}), 400, "invalid")
    assert "cards" in refused["errors"]["fields"][0]


@pytest.mark.parametrize("way", ["me", "me/moves", "rulesets", "problems", "leagues", "token"])
def test_what_is_unknown_is_refused_where_there_are_no_parameters_too(way: str) -> None:
    ask = client(person())
    assert problem(ask.get(f"{ROOT}/{way}?elephant=1"), 400, "unknown_fields")["unknown"] == [
        "elephant"
    ]
    problem(ask.patch(f"{ROOT}/me?elephant=1", {}), 400, "unknown_fields")
    known = problem(ask.get(f"{ROOT}/me/games?field=code"), 400, "unknown_fields")["known"]
    assert known == ["cursor", "fields", "limit"]


def test_a_page_of_another_site_may_ask_with_a_key_and_not_by_a_cookie() -> None:
    marit = person()
    asked = {"Access-Control-Request-Method": "PUT", "Origin": "https://app.example.org"}
    before = client().options(at("abc", "hands", 1, "bid"), headers=asked)
    assert (before.status_code, before["Access-Control-Allow-Origin"]) == (204, "*")
    assert "PUT" in before["Access-Control-Allow-Methods"]
    assert "Authorization" in before["Access-Control-Allow-Headers"]
    assert before["Access-Control-Max-Age"] == "86400"  # not asked again before each request
    for answer in (before, client(marit).get(f"{ROOT}/me"), signed_in(marit).get(f"{ROOT}/me")):
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
    problem(client().options(f"{ROOT}/me"), 405, "method_not_allowed")


def test_it_may_read_the_schema_too_and_that_a_request_came_too_late() -> None:
    asked = {"Access-Control-Request-Method": "GET", "Origin": "https://app.example.org"}
    old = {"X-Request-Start": "t=1"}
    answers = {
        200: client().get(f"{ROOT}/schema/"),
        204: client().options(f"{ROOT}/schema/", headers=asked),
        400: client().get(f"{ROOT}/schema/?lang=x0"),
        503: client().post(f"{ROOT}/token", {}, headers=old),
    }
    for status, answer in answers.items():
        assert answer.status_code == status
        assert answer["Access-Control-Allow-Origin"] == "*", status
    assert "ETag" in answers[200]["Access-Control-Expose-Headers"]
    assert "Retry-After" in answers[503]["Access-Control-Expose-Headers"]
    assert answers[200]["Cache-Control"] == "public, max-age=300"


def sent_twice(ask: Any, way: str, body: dict[str, Any], status: int) -> tuple[Any, Any]:
    key = {"Idempotency-Key": "k-1"}
    first, again = (ask.post(way, body, headers=key) for _time in range(2))
    assert (first.status_code, again.status_code) == (status, status), first.content
    assert "Idempotent-Replayed" not in first
    assert again["Idempotent-Replayed"] == "true"
    assert first.content == again.content
    return first, again


def test_what_is_sent_again_with_its_key_is_done_once(monkeypatch: pytest.MonkeyPatch) -> None:
    users, game = table_of(3, chat="players")
    ask = client(users[0])
    sent_twice(ask, at(game, "notes"), {"text": "Joost holds the 12?"}, 201)
    assert Note.objects.count() == 1
    other = ask.post(at(game, "notes"), {"text": "x"}, headers={"Idempotency-Key": "k-1"})
    problem(other, 422, "key_reused")
    sent_twice(client(users[1]), at(game, "chat"), {"text": "Fair winds!"}, 201)
    assert Message.objects.count() == 1
    monkeypatch.setattr(safe_http, "target_of", lambda _url: None)  # nobody is asked for a name
    first, _again = sent_twice(
        client(users[2]), f"{ROOT}/me/webhooks", {"url": "https://example.org/x"}, 201
    )
    assert Webhook.objects.count() == 1
    secret = first.json()["secret"]
    assert not [
        row for row in IdempotencyKey.objects.all() if secret.encode() in row.sealed_receipt
    ]


def test_the_key_of_a_bot_is_told_again_and_stored_encrypted() -> None:
    first, again = sent_twice(client(person()), f"{ROOT}/me/bots", {"name": "Texel"}, 201)
    key = first.json()["key"]
    assert again.json()["key"] == key
    (row,) = IdempotencyKey.objects.all()
    assert key.encode() not in bytes(row.sealed_receipt)


def test_a_refusal_leaves_the_key_free() -> None:
    users = people(3)
    ask, key = client(users[0]), {"Idempotency-Key": "k-2"}
    way = at(running(users), "notes")
    problem(ask.post(way, {"text": " "}, headers=key), 400, "empty_note")
    good(ask.post(way, {"text": "The tide"}, headers=key), 201)
    problem(ask.post(way, {"text": "x"}, headers={"Idempotency-Key": "a b"}), 400, "bad_key")


def test_no_answer_may_be_kept_by_a_cache() -> None:
    game = table_of(3)[1]
    for answer in (client().get(at(game)), client().get(at("nothing")), client().get(f"{ROOT}/me")):
        assert answer["Cache-Control"] == "no-store"


def test_a_defect_is_our_mistake_and_says_no_more(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_args: object) -> None:
        raise DataError("integer out of range: 10.1.2.3")

    monkeypatch.setattr(selectors.access, "access_game", fails)
    answer = client().get(at("abcdefghjkmn"))

    problem(answer, 500, "server_error")
    assert b"10.1.2.3" not in answer.content
    assert "The API failed." in caplog.text


UNPRINTABLE = ("%00", "a%00b", "%0a", "a%1bb", "%7f", "%c2%85")


@pytest.mark.parametrize("name", UNPRINTABLE)
def test_what_no_name_can_hold_is_nobodys(name: str) -> None:
    someone = client(people(1)[0])
    for path in (f"people/{name}", f"people/{name}/ratings/rowboat"):
        problem(someone.get(f"{ROOT}/{path}"), 404, "not_found")
    for method in (someone.put, someone.delete):
        problem(method(f"{ROOT}/me/ignored/{name}"), 404, "not_found")
    assert Client().get(f"/people/{name}/").status_code == 404
    assert Client().post(f"/people/{name}/ignore/").status_code == 404
