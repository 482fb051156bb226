"""The table, the log, a resolved hand, the record, the rulesets: what they say."""

import pytest
from django.db import DataError
from django.test import Client

from games import selectors
from games.models import Game
from games.rules.registry import RULESETS
from games.services.lobby import tables
from tests.games.api.asking import ROOT, at, client, good, problem
from tests.games.fast_forward import fast_forward
from tests.games.making import bid, bid_all, fresh, legal, people, person, table_of

pytestmark = pytest.mark.django_db


def test_a_seat_sees_its_cards_and_what_it_may_answer() -> None:
    users, game = table_of(3)
    bid(game, users[1])
    found = good(client(users[0]).get(at(game)))

    assert found["observation"] == selectors.observations.observation_for(fresh(game), 0)
    assert found["observation"]["you"]["seat"] == found["seat"] == 0
    assert found["legal"] == sorted(legal(game, 0))
    assert found["open_hand"]["answered"] == [1]
    assert found["open_hand"]["awaiting"] == [0, 1, 2]
    assert found["deadline"] == found["open_hand"]["deadline"]
    assert found["own_bid"] is None
    assert found["commitment"] == game.commitment


def test_anybody_sees_the_public_table_as_a_spectator() -> None:
    game = table_of(3)[1]
    for ask in (client(), client(person("Wim"))):
        found = good(ask.get(at(game)))
        assert found["observation"] == fresh(game).table
        assert "you" not in found["observation"]
        own = ("seat", "policy", "own_bid", "link")
        assert [found[name] for name in own] == [None] * 4
        assert found["legal"] == []


def test_a_table_that_waits_has_no_observation() -> None:
    game = tables.make_table(person(), tables.TableSettings(name="Texel", seats=3))
    found = good(client().get(at(game)))

    assert (found["state"], found["observation"], found["open_hand"]) == ("open", None, None)
    assert found["free"] == 2


def test_the_log_goes_on_from_a_number() -> None:
    game = table_of(3)[1]
    for _hand in range(2):
        bid_all(game)
    ask = client()
    found = good(ask.get(at(game, "log")))
    assert [entry["number"] for entry in found["entries"]] == list(range(1, found["last"] + 1))
    kinds = [entry["kind"] for entry in found["entries"]]
    assert kinds == ["made", "joined", "joined", "joined", "started", "hand", "hand"]
    assert found["entries"][0]["bids"] == []
    assert [made["seat"] for made in found["entries"][-1]["bids"]] == [0, 1, 2]

    rest = good(ask.get(at(game, "log"), {"after": found["last"] - 1}))
    assert rest["entries"] == found["entries"][-1:]
    answer = ask.get(at(game, "log"), {"limit": 2})
    assert len(good(answer)["entries"]) == 2
    assert "after=2" in answer["Link"]
    assert "Link" not in ask.get(at(game, "log")).headers


def test_a_resolved_hand_is_told_with_the_table_before_and_after() -> None:
    _users, game = table_of(3)
    before, cards = fresh(game).table, [legal(game, seat)[0] for seat in range(3)]
    bid_all(game)
    found = good(client().get(at(game, "hands", 1)))

    assert (found["before"], found["after"]) == (before, fresh(game).table)
    assert [(made["seat"], made["bid"]) for made in found["bids"]] == list(enumerate(cards))
    assert found["events"]
    assert (found["missed"], found["trigger"], found["stage"]) == ([], "bids", 1)


@pytest.mark.parametrize("number", [0, 1, 2, 999_999_999])
def test_a_hand_that_is_not_resolved_is_not_told(number: int) -> None:
    game = table_of(3)[1]
    problem(client().get(at(game, "hands", number)), 404, "no_hand")


def test_the_record_is_given_out_when_the_game_is_over() -> None:
    game = table_of(3)[1]
    problem(client().get(at(game, "record")), 409, "record_running")
    over = fast_forward(game)
    record = good(client().get(at(game, "record")))

    assert record == selectors.observations.record_of(over)
    found = good(client().get(at(game)))
    assert (found["state"], found["outcome"]) == ("over", record["outcome"])
    assert found["open_hand"] is found["deadline"] is None
    last = Game.objects.get(pk=game.pk).hands.count()
    assert good(client().get(at(game, "hands", last)))["after"] == over.table


def test_the_rulesets_with_their_options() -> None:
    found = {rules["slug"]: rules for rules in good(client().get(f"{ROOT}/rulesets"))["rulesets"]}

    assert set(found) == set(RULESETS)
    assert found["turn-the-tide"]["seats"] == [3, 4, 5]
    assert found["turn-the-tide"]["options"] == [
        {"name": "cascade", "type": "boolean", "default": True, "values": [False, True]},
        {"name": "taker_chooses", "type": "boolean", "default": False, "values": [False, True]},
    ]
    goal = found["turning-tides"]["options"][1]
    assert (goal["type"], goal["default"], goal["values"]) == ("string", "and", ["and", "or"])


def test_no_answer_may_be_kept_by_a_cache() -> None:
    game = table_of(3)[1]
    for answer in (client().get(at(game)), client().get(at("nothing")), client().get(f"{ROOT}/me")):
        assert answer["Cache-Control"] == "no-store"


def test_problems_are_explained_to_programs_and_people() -> None:
    for found in good(client().get(f"{ROOT}/problems"))["problems"]:
        where = f"{ROOT}/problems/{found['code']}"
        assert good(client().get(where)) == found
    page = client().get(f"{ROOT}/problems/stale_hand", HTTP_ACCEPT="text/html").content.decode()
    assert "<h1>That hand is past</h1>" in page
    assert (
        "bad_cursor" in client().get(f"{ROOT}/problems", HTTP_ACCEPT="text/html").content.decode()
    )


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
