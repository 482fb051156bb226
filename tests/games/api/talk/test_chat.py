"""Talk over the API, and those whom one does not read."""

import pytest

from accounts.models import User
from games.models import Game
from tests.games.api.asking import ROOT, at, client, good, problem
from tests.games.making import person, running

pytestmark = pytest.mark.django_db


def test_it_is_said_read_and_marked_as_seen(game: Game, users: list[User]) -> None:
    data = good(client(users[0]).post(at(game, "chat"), {"text": "Hello!"}), 201)
    assert (data["number"], data["seat"], data["text"], data["new"]) == (1, 0, "Hello!", False)
    ask = client(users[1])
    assert good(ask.get(at(game, "chat"))) == {
        "messages": [{**data, "new": True}], "next": None, "may_say": True,
    }  # fmt: skip
    assert ask.put(at(game, "chat", "read"), {"number": 9}).status_code == 204
    assert good(ask.get(at(game, "chat")))["messages"][0]["new"] is False
    assert good(ask.get(at(game)))["chat"] == "players"


def test_it_is_paged_backwards(game: Game, users: list[User]) -> None:
    for number in range(3):
        client(users[number]).post(at(game, "chat"), {"text": f"Word {number}."})
    answer = client(users[0]).get(at(game, "chat"), {"limit": 2})
    first = good(answer)
    assert "limit=2" in answer["Link"]
    assert f"before={first['next']}" in answer["Link"]
    assert [m["number"] for m in first["messages"]] == [3, 2]
    rest = good(client(users[0]).get(at(game, "chat"), {"limit": 2, "before": first["next"]}))
    assert ([m["number"] for m in rest["messages"]], rest["next"]) == ([1], None)


def test_who_may(users: list[User]) -> None:
    game, wim = running(users), client(person("Wim"))
    problem(wim.get(at(game, "chat")), 403, "chat_of_players")
    problem(wim.post(at(game, "chat"), {"text": "x"}), 403, "not_seated")
    problem(wim.put(at(game, "chat", "read"), {"number": 1}), 403, "not_seated")
    problem(client().post(at(game, "chat"), {"text": "x"}), 401, "not_authenticated")
    loud = running(users, chat="everybody")
    assert good(client().get(at(loud, "chat")))["may_say"] is False
    mute = running(users, chat="off")
    problem(client(users[0]).post(at(mute, "chat"), {"text": "x"}), 403, "no_chat")


def test_somebody_need_not_be_read(game: Game, users: list[User]) -> None:
    ask = client(users[1])
    client(users[0]).post(at(game, "chat"), {"text": "Hey!"})
    assert ask.put(f"{ROOT}/me/ignored/marit").status_code == 204
    assert good(ask.get(f"{ROOT}/me/ignored")) == {"names": ["Marit"]}
    (message,) = good(ask.get(at(game, "chat")))["messages"]
    assert (message["text"], message["ignored"], message["new"]) == ("", True, False)
    assert ask.delete(f"{ROOT}/me/ignored/Marit").status_code == 204
    assert good(ask.get(at(game, "chat")))["messages"][0]["text"] == "Hey!"
    problem(ask.put(f"{ROOT}/me/ignored/Joost"), 409, "not_ignorable")
    problem(ask.put(f"{ROOT}/me/ignored/nobody"), 404, "unknown_person")


def test_whoever_says_too_much_is_told_how_long_to_wait(game: Game, users: list[User]) -> None:
    ask = client(users[0])
    for number in range(10):
        good(ask.post(at(game, "chat"), {"text": f"Word {number}."}), 201)
    answer = ask.post(at(game, "chat"), {"text": "And one more."})
    found = problem(answer, 429, "too_much_talk")
    assert 590 <= found["retry_after"] <= 600
    assert answer["Retry-After"] == str(found["retry_after"])
