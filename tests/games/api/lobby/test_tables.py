"""Making tables, sitting down and up, inviting, starting: good and bad."""

from dataclasses import fields
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from games import links
from games.models import Game, Invitation
from games.services.lobby import tables
from tests.games.api.asking import ROOT, at, client, good, problem
from tests.games.api.contract import schema
from tests.games.making import fresh, people, person, table_of

pytestmark = pytest.mark.django_db
WISH: dict[str, Any] = {"ruleset": "turn-the-tide", "name": "Terschelling", "seats": 3}


def make(user: User, **wish: object) -> Game:
    return tables.make_table(user, tables.TableSettings(**{**WISH, **wish}))


def test_what_is_left_out_is_as_the_schema_says() -> None:
    said = schema()["components"]["schemas"]["TableIn"]["properties"]
    for each in fields(tables.TableSettings):
        if each.name not in {*WISH, "options", "level", "policy", "entropy"}:
            default = str(each.default).lower()
            assert f"by default {default}" in said[each.name].get("description", ""), each.name


def test_a_table_is_made_with_everything_that_was_wished() -> None:
    wish = {
        **WISH,
        "options": {"cascade": False},
        "hours": 48,
        "visibility": "link",
        "bots": 1,
        "policy": "median",
        "entropy": "wind",
    }
    answer = client(person()).post(f"{ROOT}/games", wish)
    made = good(answer, 201)

    assert answer["Location"] == f"http://testserver{at(made['code'])}"
    game = Game.objects.get(code=made["code"])
    assert game.seats.get(index=0).entropy == "wind"
    assert made["link"] == links.link_token(game)
    kept = {name: made[name] for name in ("ruleset", "name", "hours", "visibility", "policy")}
    assert kept == {name: wish[name] for name in kept}
    assert (made["options"], made["free"], made["seat"]) == ({"cascade": False}, 1, 0)
    assert [seat["kind"] for seat in made["seats"]] == ["person", "bot", None]


def test_a_table_full_of_bots_starts_at_once() -> None:
    made = good(client(person()).post(f"{ROOT}/games", {**WISH, "bots": 2}), 201)

    assert (made["state"], made["hand"], made["link"]) == ("running", 1, None)
    assert made["open_hand"]["answered"] == [1, 2]
    assert len(made["legal"]) == 12


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"ruleset": "chess"}, "unknown_ruleset"),
        ({"ruleset": "x" * 21}, "unknown_ruleset"),
        ({"seats": 2}, "bad_seats"),
        ({"seats": 6}, "bad_seats"),
        ({"hours": 0}, "bad_hours"),
        ({"hours": 337}, "bad_hours"),
        ({"bots": 3}, "too_many_bots"),
        ({"policy": "best"}, "bad_policy"),
        ({"options": {"casade": True}}, "bad_options"),
        ({"options": {"cascade": "true"}}, "bad_options"),
        ({"options": {"cascade": 1}}, "bad_options"),
    ],
)
def test_a_table_that_cannot_be_is_refused(change: dict[str, Any], code: str) -> None:
    problem(client(person()).post(f"{ROOT}/games", {**WISH, **change}), 400, code)
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"seats": "3"},
        {"seats": 3.0},
        {"seats": True},
        {"seats": -1},
        {"seats": 10**400},
        {"seats": None},
        {"hours": 2**31},
        {"hours": [24]},
        {"bots": "1"},
        {"name": 7},
        {"name": "   "},
        {"name": "x" * 41},
        {"name": {"en": "x"}},
        {"visibility": "secret"},
        {"visibility": True},
        {"options": []},
        {"options": {"cascade": None}},
        {"options": {"cascade": [True]}},
        {"options": {"cascade": 10**30}},
        {"options": {"x" * 50: True}},
        {"options": {str(n): True for n in range(30)}},
        {"policy": 1},
        {"entropy": "x" * 65},
    ],
    ids=str,
)
def test_wrong_types_and_sizes_are_named_by_field(change: dict[str, Any]) -> None:
    found = problem(client(person()).post(f"{ROOT}/games", {**WISH, **change}), 400, "invalid")

    assert list(found["errors"]) == list(change)
    assert not Game.objects.exists()


def test_a_table_of_which_nothing_is_said_misses_three_fields() -> None:
    found = problem(client(person()).post(f"{ROOT}/games", {}), 400, "invalid")
    assert sorted(found["errors"]) == ["name", "ruleset", "seats"]


def test_nobody_starts_tables_without_end() -> None:
    user = person()
    for _table in range(tables.MAX_OPEN_TABLES):
        make(user)
    problem(client(user).post(f"{ROOT}/games", WISH), 409, "too_many_tables")


def test_joining_and_leaving() -> None:
    game = make(person("Maker"))
    user = person()
    ask = client(user)
    joined = good(ask.post(at(game, "join"), {"policy": "highest", "entropy": "gulls"}))
    assert (joined["seat"], joined["policy"], joined["free"]) == (1, "highest", 1)
    assert game.seats.get(user=user).entropy == "gulls"
    problem(ask.post(at(game, "join"), {}), 409, "already_seated")

    assert good(ask.post(at(game, "leave")), 204) is None
    assert not game.seats.filter(user=user).exists()
    problem(ask.post(at(game, "leave")), 403, "not_seated")


def test_a_full_table_and_a_started_one_take_nobody() -> None:
    game = table_of(3)[1]
    ask = client(person("Wim"))
    problem(ask.post(at(game, "join"), {}), 409, "already_started")
    Game.objects.filter(pk=game.pk).update(state=Game.State.OPEN)
    problem(ask.post(at(game, "join"), {}), 409, "table_full")


def test_nobody_leaves_a_game_that_runs() -> None:
    users, game = table_of(3)
    problem(client(users[1]).post(at(game, "leave")), 409, "already_started")
    assert fresh(game).seats.filter(user=users[1]).exists()


def test_the_last_to_leave_closes_the_table() -> None:
    user = person()
    game = make(user)
    ask = client(user)
    good(ask.post(at(game, "leave")), 204)

    problem(ask.get(at(game)), 404, "unknown_game")
    problem(ask.post(at(game, "join"), {}), 404, "unknown_game")


def test_a_table_by_link_opens_to_its_token_only() -> None:
    game = make(person("Maker"), visibility="link")
    ask = client(person())
    problem(ask.get(at(game)), 404, "unknown_game")
    problem(ask.post(at(game, "join"), {}), 404, "unknown_game")
    problem(ask.get(at(game), {"link": "forged"}), 404, "unknown_game")
    problem(ask.post(at(game, "join"), {"link": "forged"}), 403, "bad_link")

    token = links.link_token(game)
    assert good(ask.get(at(game), {"link": token}))["link"] is None
    assert good(ask.post(at(game, "join"), {"link": token}))["seat"] == 1


def test_an_expired_invitation_is_refused() -> None:
    user = person("Maker")
    game = make(user, visibility="link")
    good(client(user).post(at(game, "invitations"), {"email": "ute@example.org"}), 201)
    invitation = Invitation.objects.get()
    token = links.letter_token(invitation)
    ask = client(person())
    Invitation.objects.update(expires_at=timezone.now())

    problem(ask.post(at(game, "join"), {"link": token}), 403, "bad_link")
    problem(ask.get(at(game), {"link": token}), 404, "unknown_game")


def test_an_invited_address_joins_without_a_token() -> None:
    user = person("Maker")
    game = make(user, visibility="link")
    made = client(user).post(at(game, "invitations"), {"email": " Ute@Example.org "})
    assert good(made, 201)["email"] == "ute@example.org"
    assert Notice.objects.filter(kind="invitation").count() == 1

    assert good(client(person("Ute")).post(at(game, "join"), {}))["seat"] == 1


@pytest.mark.parametrize("email", ["", "ute", "ute@", "a@b", "x" * 300 + "@example.org", 3, None])
def test_what_is_no_address_is_not_invited(email: object) -> None:
    user = person()
    game = make(user)
    answer = client(user).post(at(game, "invitations"), {"email": email})

    assert answer.status_code == 400
    assert answer.json()["code"] in {"invalid", "bad_address"}
    assert not Invitation.objects.exists()


def test_only_who_sits_there_invites() -> None:
    game = make(person("Maker"))
    answer = client(person()).post(at(game, "invitations"), {"email": "ute@example.org"})
    problem(answer, 403, "not_seated")


def test_only_the_maker_starts() -> None:
    maker, other = people(2)
    game = make(maker)
    tables.join(other, game.code)
    problem(client(other).post(at(game, "start"), {"fill_with_bots": True}), 403, "not_maker")
    found = problem(client(maker).post(at(game, "start"), {}), 409, "too_few")
    assert found["seats"] == [3, 4, 5]
    assert fresh(game).state == Game.State.OPEN

    started = good(client(maker).post(at(game, "start"), {"fill_with_bots": True}))
    assert (started["state"], started["hand"], started["free"]) == ("running", 1, 0)
    problem(client(maker).post(at(game, "start"), {}), 409, "already_started")


@pytest.mark.parametrize("value", ["true", 1, 0, None, [True]])
def test_only_true_is_true(value: object) -> None:
    user = person()
    game = make(user)
    found = problem(client(user).post(at(game, "start"), {"fill_with_bots": value}), 400, "invalid")
    assert list(found["errors"]) == ["fill_with_bots"]


def test_a_seat_chooses_what_is_played_for_it() -> None:
    user = person()
    game = make(user)
    ask = client(user)
    changed = good(ask.patch(at(game, "seat"), {"policy": "random"}))

    assert changed == {"seat": 0, "policy": "random", "strict_mail": False}
    assert good(ask.patch(at(game, "seat"), {"strict_mail": True}))["policy"] == "random"
    shown = good(ask.get(at(game)))
    assert (shown["policy"], shown["strict_mail"]) == ("random", True)
    problem(ask.patch(at(game, "seat"), {"policy": "best"}), 400, "bad_policy")
    problem(client(person("Wim")).patch(at(game, "seat"), {"policy": "low"}), 400, "bad_policy")
    stranger = client(person("Ute")).patch(at(game, "seat"), {"policy": "lowest"})
    problem(stranger, 403, "not_seated")


def test_words_for_the_shuffle_are_set_where_the_commitment_is_known() -> None:
    user = person()
    game = make(user)
    ask = client(user)
    assert good(ask.get(at(game)))["commitment"] == game.commitment
    said = {"seat": 0, "entropy": "herring gulls"}
    assert good(ask.put(at(game, "words"), {"entropy": " herring gulls "})) == said
    assert game.seats.get(index=0).entropy == "herring gulls"
    assert good(ask.put(at(game, "words"), {"entropy": ""})) == {"seat": 0, "entropy": ""}
    for wrong in ({}, {"entropy": None}, {"entropy": "x" * 65}):
        problem(ask.put(at(game, "words"), wrong), 400, "invalid")
    assert good(ask.get(at(game)))["entropies"] is None
