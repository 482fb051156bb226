"""Who is suspended plays no hand, moves no deadline and reaches nobody, by whatever door."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.mail.inbound import process
from games.models import Game, InboundMail, SeatClock, Vote
from games.services.lobby import tables
from games.services.talk import notes
from tests.games.api.asking import ROOT, at, client, problem
from tests.games.api.contract import operations
from tests.games.mail.inbound.mailing import a_reply, arrive
from tests.games.mail.reading import members, started
from tests.games.making import hand_of, legal, person

pytestmark = pytest.mark.django_db
# What gives something up, is about themselves alone, or is told to moderators.
THEY_MAY = {
    "cancel_vacation", "change_me", "change_preferences", "change_wishes", "hear_again", "ignore",
    "leave_game", "leave_league", "leave_seat", "part", "read_chat", "read_notices", "remove_note",
    "take_vote_back", "try_plan", "add_webhook", "ping_webhook", "remove_webhook", "device_code",
    "device_token", "make_token", "revoke_one_token", "revoke_token", "end_session", "report",
    "send_delivery_again", "make_bot", "rename_bot", "renew_bot_key", "retire_bot", "delete_me",
}  # fmt: skip
FOR_STAFF = {"moderate", "undo_moderation"}  # tests/access: they are none while suspended
TAKEN_BY_A_SUBSTITUTE = {"take_seat"}  # below, of a table where they do not sit
FOR_BOTS = {"enter_sandbox"}  # tests/games/api/results/test_sandbox.py
TO = (timezone.now().date() + timedelta(days=60)).isoformat()
# By operation: the method, the address below that of the running table or (/) of the API, the body.
REFUSED: dict[str, tuple[str, str, dict[str, Any] | None]] = {
    "add_note": ("post", "notes", {"text": "Joost ducks."}),
    "befriend": ("put", "/me/friends/Joost", None),
    "book_vacation": ("post", "/me/vacations", {"first": TO, "last": TO}),
    "change_note": ("put", "notes/1", {"text": "Joost waits."}),
    "change_seat": ("patch", "seat", {"policy": "highest"}),
    "clear_plan": ("delete", "plan", None),
    "come_back": ("post", "back", None),
    "do_aside": ("post", "asides", {"act": "lighthouse"}),
    "end_pause": ("post", "go-on", None),
    "extend_hand": ("post", "extend", {"hand": 1}),
    "invite": ("post", "/games/OPEN/invitations", {"email": "new@example.org"}),
    "join_game": ("post", "/games/THEIRS/join", {}),
    "join_league": ("post", "/leagues/tides/entry", None),
    "keep_seat": ("put", "/games/OPEN/invitations/Joost", None),
    "make_game": ("post", "/games", {"ruleset": "rowboat", "name": "Sylt", "seats": 3}),
    "open_peek": ("post", "peek", None),
    "place_bid": ("put", "hands/1/bid", {"bid": "LEGAL"}),
    "rematch": ("post", "rematch", None),
    "say": ("post", "chat", {"text": "Good luck!"}),
    "set_plan": ("put", "plan", {"plan": "always: lowest"}),
    "set_words": ("put", "/games/OPEN/words", {"entropy": "gulls"}),
    "show_notes": ("put", "notes/shown", {"shown": True}),
    "start_game": ("post", "/games/OPEN/start", {"fill_with_bots": True}),
    "vote": ("post", "votes", {"wish": "cancel"}),
}


def suspended(user: User) -> User:
    User.objects.filter(pk=user.pk).update(suspended_until=timezone.now() + timedelta(days=3))
    return user


def open_table(maker: User) -> Game:
    return tables.make_table(maker, tables.TableSettings(name="Texel", seats=3))


def test_until_when_is_said_in_their_own_zone() -> None:
    """It would be the zone usual for the language of the request."""
    marit = person(zone="Asia/Kathmandu", suspended_until=datetime(2199, 5, 3, 10, tzinfo=UTC))
    found = client(marit).post(f"{ROOT}/me/vacations", {"first": TO, "last": TO})
    assert "3 May 2199, 15:45" in found.json()["detail"]


def test_whatever_changes_a_table_is_refused_over_the_api() -> None:
    marit, joost, _aoife = users = members(3)
    game = started(users)
    notes.add(marit, game.code, "Joost bids high.")
    named = {"OPEN": open_table(marit).code, "THEIRS": open_table(joost).code}
    ask = client(suspended(marit))
    for name, (method, way, body) in REFUSED.items():
        if name == "rematch":
            continue  # of a game that is over: the same `tables.create` as "make_game"
        for word, code in named.items():
            way = way.replace(word, code)
        address = f"{ROOT}{way}" if way.startswith("/") else at(game, way)
        if body == {"bid": "LEGAL"}:
            body = {"bid": legal(game, 0)[0]}
        found = getattr(ask, method)(address, body, format="json")
        assert problem(found, 403, "suspended"), name


def test_each_operation_is_one_or_the_other() -> None:
    changing = {each["operationId"] for method, _path, each in operations() if method != "get"}
    assert changing == {*REFUSED, *THEY_MAY, *FOR_STAFF, *TAKEN_BY_A_SUBSTITUTE, *FOR_BOTS}


@pytest.mark.parametrize("line", ["vacation 3 days", "44", "plan\nalways: lowest"])
def test_a_mail_of_theirs_moves_nothing_either(line: str) -> None:
    users = members(3)
    game = started(users)
    before = list(SeatClock.objects.order_by("pk").values())
    suspended(users[0])
    arrive(game, users[0], a_reply(users[0], line))
    process.read_all()
    assert set(InboundMail.objects.values_list("outcome", flat=True)) == {"refused"}
    assert list(SeatClock.objects.order_by("pk").values()) == before
    assert not hand_of(game).bids.exists()
    assert not Vote.objects.exists()
