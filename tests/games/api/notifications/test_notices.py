"""Wishes and notices over the API."""

from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from accounts.models import Notice, User
from accounts.security import api_keys
from accounts.security.shuffled_numbers import meant, shown
from tests.games.api.asking import problem
from tests.games.making import people, running
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
JSON = "application/json"


@pytest.fixture
def users() -> list[User]:
    return people(3)


@pytest.fixture
def client(users: list[User]) -> Client:
    client = Client()
    client.force_login(users[0])
    return client


def wishes(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/v1/me/wishes").json()
    return found


def test_what_is_not_named_stays(client: Client) -> None:
    body = {"channels": {"your_move": {"site": False}}, "remind_hours": 6, "digest": "daily"}
    changed = client.patch("/api/v1/me/wishes", body, JSON)

    assert changed.status_code == 200
    assert changed.json() == wishes(client)
    assert wishes(client)["channels"]["your_move"] == {
        "mail": True, "site": False, "push": True, "hook": True
    }  # fmt: skip
    assert wishes(client)["channels"]["game_over"]["site"]
    assert [wishes(client)[name] for name in ("remind_hours", "digest", "digest_hour")] == [
        6, "daily", 18
    ]  # fmt: skip
    client.patch("/api/v1/me/wishes", {"remind_hours": None}, JSON)
    assert wishes(client)["remind_hours"] is None


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"channels": {"gossip": {"mail": True}}}, 400),
        ({"channels": {"your_move": {"pigeon": True}}}, 400),
        ({"channels": {"your_move": {"mail": 1}}}, 400),
        ({"remind_hours": 0}, 400),
        ({"digest": "never"}, 400),
        ({"digest_hour": 24}, 400),
    ],
)
def test_what_does_not_fit_changes_nothing(client: Client, body: Any, status: int) -> None:
    before = wishes(client)
    assert client.patch("/api/v1/me/wishes", body, JSON).status_code == status
    assert wishes(client) == before


def test_notices_with_their_fates_by_channel_and_page(client: Client, users: list[User]) -> None:
    game = running(users)
    answer = client.get("/api/v1/me/notices", {"channel": "site"}).json()

    assert answer["unread"] == 2
    assert [row["kind"] for row in answer["notices"]] == ["your_move", "game_started"]
    move = answer["notices"][0]
    assert (move["title"], move["shown"], move["true"]) == ("Your move", True, True)
    assert (move["channel"], move["state"]) == ("mail", "queued")
    assert move["url"].endswith(f"/g/{game.code}/")
    before = answer["notices"][0]["id"]
    first = client.get("/api/v1/me/notices", {"channel": "site", "limit": "1"})
    next_page = first["Link"].removeprefix("<").removesuffix('>; rel="next"')
    assert [row["kind"] for row in client.get(next_page).json()["notices"]] == ["game_started"]
    assert "Link" not in client.get(next_page).headers
    older = client.get("/api/v1/me/notices", {"channel": "site", "before": before}).json()
    assert [row["kind"] for row in older["notices"]] == ["game_started"]


def test_their_numbers_tell_nothing_of_the_notices_of_others(
    client: Client, users: list[User]
) -> None:
    running(users)
    rows = Notice.objects.filter(recipient=users[0]).order_by("-pk")
    told = [row["id"] for row in client.get("/api/v1/me/notices").json()["notices"]]
    assert not set(told) & set(Notice.objects.values_list("pk", flat=True))
    assert [meant(number) for number in told] == list(rows.values_list("pk", flat=True))
    theirs = shown(not_none(Notice.objects.exclude(recipient=users[0]).first()).pk)
    for before in (theirs, rows[0].pk):
        problem(client.get("/api/v1/me/notices", {"before": before}), 400, "bad_cursor")


def test_the_next_page_is_there_though_the_last_notice_of_this_one_was_withdrawn(
    client: Client, users: list[User]
) -> None:
    running(users)
    way = {"channel": "site", "limit": "1"}
    next_page = client.get("/api/v1/me/notices", way)["Link"].removeprefix("<").split(">")[0]
    newest = not_none(Notice.objects.filter(recipient=users[0], shown=True).order_by("pk").last())
    newest.delete()
    assert [row["kind"] for row in client.get(next_page).json()["notices"]] == ["game_started"]
    other = Client()
    other.force_login(users[1])
    problem(other.get(next_page), 400, "bad_cursor")
    events = client.get("/api/v1/events").json()["cursor"]
    problem(client.get("/api/v1/me/notices", {"cursor": events}), 400, "bad_cursor")


def test_times_are_those_of_the_reader_also_with_a_key(users: list[User]) -> None:
    User.objects.filter(pk=users[0].pk).update(zone="Asia/Tokyo")
    clock = running(users).hands.get().clocks.get(user=users[0])
    headers = {"Authorization": f"Bearer {api_keys.issue(users[0])}", "Accept-Language": "en-US"}
    answer = Client().get("/api/v1/me/notices", headers=headers).json()
    hour = clock.deadline.astimezone(ZoneInfo("Asia/Tokyo"))
    assert answer["notices"][0]["text"].endswith(f"{hour:%H:%M}")


def test_all_can_be_marked_as_read(client: Client, users: list[User]) -> None:
    running(users)
    assert client.post("/api/v1/me/notices/read", content_type=JSON).status_code == 204
    answer = client.get("/api/v1/me/notices", {"channel": "site"}).json()
    assert answer["unread"] == 0
