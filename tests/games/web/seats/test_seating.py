"""Before the start: the page of a table, coming by link, sitting down, leaving, starting."""

from typing import Any

import pytest
from django.core import signing

from accounts.models import User
from games import links
from games.models import Game, Invitation
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from tests.games.making import fresh, people, person
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def users() -> list[User]:
    return people(4)


def table(maker: User, **wish: Any) -> Game:
    return tables.make_table(maker, TableSettings(**{"name": "Texel", "seats": 3, **wish}))


def post(user: User | None, game: Game, verb: str, **data: str) -> tuple[int, str]:
    response = browser(user).post(f"/g/{game.code}/{verb}/", data)
    return response.status_code, response.content.decode()


def test_an_open_table_says_what_one_promises(users: list[User]) -> None:
    game = table(users[0], hours=72)
    text = page(browser(users[1]), f"/g/{game.code}/")
    assert "Your time to answer: 3 days a hand" in text
    assert "Sit down here" in text
    assert "36 hands" in text
    stranger = page(browser(), f"/g/{game.code}/")
    assert "Sit down here" not in stranger
    assert f"next=/g/{game.code}/" in stranger


def test_sitting_down_with_a_choice(users: list[User]) -> None:
    game = table(users[0])
    assert post(users[1], game, "join", policy="highest", entropy="waves")[0] == 302
    seat = game.seats.get(user=users[1])
    assert (seat.policy, seat.entropy) == ("highest", "waves")


def test_blanks_around_words_for_the_deck_are_none_of_them(users: list[User]) -> None:
    game = table(users[0])
    post(users[1], game, "join", entropy="  wind  and waves ")
    assert game.seats.get(user=users[1]).entropy == "wind  and waves"
    game = table(users[0])
    post(users[1], game, "join", entropy="   ")
    assert game.seats.get(user=users[1]).entropy == "", "it will follow from the secret"


def test_whoever_sits_there_sees_the_commitment_and_writes_words(users: list[User]) -> None:
    game = table(users[0])
    post(users[1], game, "join", entropy="waves")
    text = page(browser(users[1]), f"/g/{game.code}/")
    assert (text.count(game.commitment), text.count('value="waves"')) == (2, 1)
    assert "waves" not in page(browser(users[0]), f"/g/{game.code}/"), "only their own"
    assert "Save my words" not in page(browser(users[2]), f"/g/{game.code}/")

    client = browser(users[1])
    for words, told in (
        (" gulls  and terns ", "Your words are saved. You can change them until the game starts."),
        ("  ", "You bring no words of your own."),
        ("gulls", "Your words are saved."),
    ):
        answer = client.post(f"/g/{game.code}/words/", {"entropy": words}, follow=True)
        assert told in answer.content.decode()
        assert game.seats.get(user=users[1]).entropy == words.strip()
    assert post(users[1], game, "words", entropy="a\0b")[0] == 400

    post(users[2], game, "join")
    status, text = post(users[1], game, "words", entropy="terns")
    assert (status, "Yours were not changed." in text) == (409, True)
    assert game.seats.get(user=users[1]).entropy == "gulls"


def test_the_last_seat_starts_the_game(users: list[User]) -> None:
    game = table(users[0])
    for user in users[1:3]:
        post(user, game, "join")
    assert fresh(game).state == Game.State.RUNNING


def test_joining_twice_or_when_full_or_signed_out(users: list[User]) -> None:
    game = table(users[0])
    status, text = post(users[0], game, "join")
    assert (status, "You are already at this table." in text) == (409, True)
    assert post(None, game, "join")[0] == 403
    for user in users[1:3]:
        post(user, game, "join")
    status, text = post(users[3], game, "join")
    assert (status, "The game has started" in text) == (409, True)


def test_words_that_cannot_be_stored_seat_nobody(users: list[User]) -> None:
    game = table(users[0])
    assert post(users[1], game, "join", policy="highest", entropy="a\0b")[0] == 400
    assert not game.seats.filter(user=users[1]).exists()


def test_a_policy_that_there_is_not(users: list[User]) -> None:
    game = table(users[0])
    assert post(users[1], game, "join", policy="best")[0] == 400
    assert post(users[0], game, "policy", policy="best")[0] == 400
    assert post(users[0], game, "policy", policy="random")[0] == 302
    assert game.seats.get(index=0).policy == "random"
    assert not game.seats.get(index=0).strict_mail
    assert post(users[0], game, "policy", policy="random", strict_mail="on")[0] == 302
    assert game.seats.get(index=0).strict_mail
    assert post(users[1], game, "policy", policy="random")[0] == 403


def test_only_the_maker_starts(users: list[User]) -> None:
    game = table(users[0])
    post(users[1], game, "join")
    status, text = post(users[1], game, "start", fill="bots")
    assert (status, "Only Marit" in text) == (403, True)
    status, text = post(users[0], game, "start")
    assert (status, "Players here: 2; the game is for: 3, 4, 5." in text) == (409, True)
    assert post(users[0], game, "start", fill="bots")[0] == 302
    assert fresh(game).state == Game.State.RUNNING


def test_leaving_frees_the_seat_and_the_last_one_closes_the_table(users: list[User]) -> None:
    game = table(users[0])
    post(users[1], game, "join")
    assert post(users[1], game, "leave")[0] == 302
    assert post(users[1], game, "leave")[0] == 403
    assert post(users[0], game, "leave")[0] == 302
    assert fresh(game).state == Game.State.CANCELLED
    page(browser(users[0]), f"/g/{game.code}/", 404)


def test_a_table_by_link_opens_with_its_link_only(users: list[User]) -> None:
    game = table(users[0], visibility="link")
    client = browser(users[1])
    page(client, f"/g/{game.code}/", 404)
    assert client.post(f"/g/{game.code}/join/").status_code == 404
    assert client.get(f"/g/{game.code}/come/forged/").status_code == 403
    response = client.get(f"/g/{game.code}/come/{links.link_token(game)}/")
    assert response["Location"] == f"/g/{game.code}/"
    assert "Sit down here" in page(client, f"/g/{game.code}/")
    assert client.post(f"/g/{game.code}/join/").status_code == 302
    assert game.seats.filter(user=users[1]).exists()


def test_a_link_that_was_renewed_opens_nothing(users: list[User]) -> None:
    game = table(users[0], visibility="link")
    old = links.link_token(game)
    assert post(users[1], game, "renew")[0] == 404
    assert post(users[0], game, "renew")[0] == 302
    assert "invalid or has expired" in page(browser(), f"/g/{game.code}/come/{old}/", 403)
    assert browser(users[1]).get(f"/g/{game.code}/come/{old}/").status_code == 403


@pytest.mark.parametrize("visibility", ["public", "link"])
def test_an_old_link_keeps_nobody_out_who_may_come_without_it(
    users: list[User], visibility: str
) -> None:
    game = table(users[0], visibility=visibility)
    if visibility == "link":
        invitations.keep_seat(users[0], game.code, users[1])
    window = browser(users[1])
    window.get(f"/g/{game.code}/come/{links.link_token(game)}/")
    invitations.renew_link(users[0], game.code)
    assert window.post(f"/g/{game.code}/join/").status_code == 302
    assert game.seats.filter(user=users[1]).exists()


def test_an_old_link_offers_a_stranger_no_seat_without_an_account(users: list[User]) -> None:
    game, window = table(users[0]), browser()
    window.get(f"/g/{game.code}/come/{links.link_token(game)}/")
    assert 'name="name"' in page(window, f"/g/{game.code}/")
    invitations.renew_link(users[0], game.code)
    assert 'name="name"' not in page(window, f"/g/{game.code}/")


def test_a_letter_opens_the_table_for_a_stranger(users: list[User]) -> None:
    game = table(users[0], visibility="link")
    assert post(users[0], game, "invite", address="Ute@Example.org")[0] == 302
    letter = Invitation.objects.get()
    client = browser(person("Ute"))
    assert client.get(f"/g/{game.code}/come/{links.letter_token(letter)}/").status_code == 302
    assert client.post(f"/g/{game.code}/join/").status_code == 302
    letter.refresh_from_db()
    assert letter.accepted_by is not None


@pytest.mark.parametrize("visibility", ["public", "link"])
def test_a_forged_or_expired_letter(users: list[User], visibility: str) -> None:
    game = table(users[0], visibility=visibility)
    letter = invitations.invite(users[0], game.code, "ute@example.org")
    forged = signing.dumps(letter.pk, salt="games.other")
    assert browser().get(f"/g/{game.code}/come/{forged}/").status_code == 403
    Invitation.objects.update(expires_at=letter.created_at)
    good = links.letter_token(letter)
    assert "Ask for a new one" in page(browser(), f"/g/{game.code}/come/{good}/", 403)


def test_inviting_is_for_those_who_sit_there(users: list[User]) -> None:
    game = table(users[0])
    assert post(users[1], game, "invite", address="ute@example.org")[0] == 403
    status, text = post(users[0], game, "invite", address="nobody")
    assert (status, "is not an e-mail address" in text) == (400, True)
    assert 'value="nobody" autofocus aria-invalid="true" aria-describedby="given-fault"' in text
    assert not Invitation.objects.exists()


def test_addresses_of_guests_of_the_table_are_for_those_who_sit_there(users: list[User]) -> None:
    game = table(users[0])
    invitations.invite(users[0], game.code, "secret@example.org")
    assert "secret@example.org" in page(browser(users[0]), f"/g/{game.code}/")
    assert "secret@example.org" not in page(browser(users[1]), f"/g/{game.code}/")
