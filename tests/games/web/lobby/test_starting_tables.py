"""The form that lays a table."""

import pytest

from accounts.models import User
from games.models import Game, Preference
from tests.games.making import people, person
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db

RIGHT = {
    "game": "turn-the-tide",
    "name": "Terschelling",
    "seats": "4",
    "bots": "0",
    "hours": "24",
    "visibility": "public",
    "policy": "median",
    "option_cascade": "False",
    "option_taker_chooses": "True",
}


def send(**changes: str) -> tuple[int, str]:
    response = browser(person()).post("/games/new/", RIGHT | changes)
    return response.status_code, response.content.decode()


def test_a_table_as_it_was_wished() -> None:
    assert send()[0] == 302
    game = Game.objects.get()
    assert game.options == {"cascade": False, "taker_chooses": True}
    assert (game.name, game.seat_count, game.hours) == ("Terschelling", 4, 24)
    seat = game.seats.get(index=0)
    assert (seat.policy, seat.entropy) == ("median", "")


def test_what_is_not_chosen_is_as_usual() -> None:
    assert send(delay="30")[0] == 302, "a delay that cannot matter is left out"
    game = Game.objects.get()
    assert (game.shows_bids, game.delay_minutes, game.chat) == (True, 0, Game.Chat.PLAYERS)
    assert (game.weekends, game.bank_hours, game.least_share) == (True, 0, 0)
    assert (game.offer_after, game.extensions, game.votes, game.rated) == (2, True, True, True)
    assert game.duplicate is None


def test_no_words_are_asked_for_before_the_commitment_is_there() -> None:
    client = browser(person())
    assert "Your words for the shuffle" not in page(client, "/games/new/?more=1")
    answer = client.post("/games/new/", {**RIGHT, "entropy": "a gust of wind"}, follow=True)
    text, game = answer.content.decode(), Game.objects.get()
    assert game.seats.get(index=0).entropy == ""
    assert "Your words for the shuffle" in text
    assert text.count(game.commitment) == 2


def test_a_table_that_bots_fill_starts_at_once() -> None:
    assert send(bots="3")[0] == 302
    assert Game.objects.get().state == Game.State.RUNNING


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": "2"},
        {"seats": "6"},
        {"seats": "many"},
        {"bots": "4"},
        {"seats": "3", "bots": "3"},
        {"hours": "0"},
        {"hours": "337"},
        {"name": ""},
        {"name": "x" * 41},
        {"name": "Texel\u202e"},
        {"policy": "best"},
        {"option_cascade": "perhaps"},
        {"visibility": "nobody"},
    ],
)
def test_what_does_not_fit_is_said_beside_its_field(changes: dict[str, str]) -> None:
    status, text = send(**changes)
    assert status == 400
    assert 'class="error"' in text
    assert text.count(" autofocus") == 1, "the page begins where it is"
    assert not Game.objects.exists()


def test_a_game_that_there_is_not() -> None:
    status, text = send(game="chess")
    assert status == 400
    assert "There is no game called" in text


def test_the_form_explains_the_options_in_words() -> None:
    text = page(browser(person()), "/games/new/")
    assert "the next deepest pays" in text
    assert "The highest card chooses one of the two tides" in text


def test_signed_out_one_is_asked_to_sign_in() -> None:
    response = browser().get("/games/new/")
    assert response.status_code == 302
    assert "next=/games/new/" in response["Location"]
    assert browser().post("/games/new/", RIGHT).status_code == 403
    assert not Game.objects.exists()


def test_too_many_open_tables_keep_what_was_written() -> None:
    client = browser(people(1)[0])
    for _ in range(20):
        assert client.post("/games/new/", RIGHT).status_code == 302
    response = client.post("/games/new/", RIGHT)
    assert response.status_code == 409
    assert b"20 open tables" in response.content
    assert b"Terschelling" in response.content


def test_it_is_drawn_for_each_language_and_choice() -> None:
    """Though each of its fields is drawn once."""
    marit, ute = person(), person("Ute", language="de")
    for user, label in ((marit, "Name of the table"), (ute, "Name des Tisches")) * 2:
        assert label in page_of(user)
    for policy in ("highest", "lowest", "highest"):
        Preference.objects.update_or_create(user=marit, defaults={"policy": policy})
        assert f'<option value="{policy}" selected>' in page_of(marit)


def page_of(user: User) -> str:
    return browser(user).get("/games/new/").content.decode()
