"""Talk on the pages: on the table the last words, on its own page all of them."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Game, Message
from games.services.moderation.command_types import CommandInput
from games.services.moderation.execution import carry_out, undo
from games.services.seats import votes
from games.services.talk import chat
from tests.accounts.making import staff
from tests.games.making import bid_all, person, running
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db


def way(game: Game) -> str:
    return f"/g/{game.code}/chat/"


def test_something_is_said_from_the_table_and_new_to_the_others(
    game: Game, users: list[User]
) -> None:
    table = f"/g/{game.code}/"
    sent = browser(users[0]).post(way(game), {"text": "<i>Hello!</i>", "from": "table"})
    assert sent["Location"] == table
    other = browser(users[1])
    text = page(other, table)
    assert "&lt;i&gt;Hello!&lt;/i&gt;" in text
    assert "1 new since you looked" in text
    assert "new since you looked" not in page(other, table)
    assert "Hello!" not in page(browser(person("Wim")), table)
    assert "Hello!" not in page(browser(), table)


def test_more_than_the_table_shows_stays_new_until_it_is_read(
    game: Game, users: list[User]
) -> None:
    for number in range(5):
        chat.say(users[0], game.code, f"Word {number}.")
    client, table = browser(users[1]), f"/g/{game.code}/"
    for _look in range(2):
        text = page(client, table)
        assert "5 new since you looked" in text
        assert "Word 0." not in text
    assert "Word 0." in page(client, way(game))
    assert "new since you looked" not in page(client, table)


def test_all_that_is_new_is_counted_but_what_moderators_have_hidden(
    game: Game, users: list[User]
) -> None:
    for number in range(20):
        chat.say(users[number % 2 * 2], game.code, f"Word {number}.")
    Message.objects.filter(number=20).update(hidden_at=timezone.now())
    text = page(browser(users[1]), f"/g/{game.code}/")
    assert "19 new since you looked" in text
    assert "A moderator has hidden this message." in text
    assert text.count("said--new") == 2, "of the three last ones"


def test_the_page_of_the_talk_is_paged_and_for_those_who_sit_there(
    game: Game, users: list[User]
) -> None:
    for number in range(30):
        chat.say(users[number % 3], game.code, f"Word {number}.")
    Message.objects.update(at=F("at") - timedelta(hours=1))
    chat.say(users[0], game.code, "And a last one.")
    client = browser(users[0])
    assert "Word 0." not in page(client, way(game))
    assert "Word 0." in page(client, way(game), before="2")
    assert browser(person("Wim")).get(way(game)).status_code == 403
    assert browser().post(way(game), {"text": "x"}).status_code == 403


def test_what_is_refused_is_said_with_the_words_kept(game: Game, users: list[User]) -> None:
    sent = browser(users[0]).post(way(game), {"text": "y" * 501})
    assert sent.status_code == 400
    assert "at most 500 characters" in sent.content.decode()
    assert "y" * 501 in sent.content.decode()
    field = sent.content.decode().split("<textarea")[1].split(">")[0]
    assert 'aria-invalid="true"' in field
    assert "autofocus" in field
    assert 'aria-describedby="id_text_error"' in field


def test_words_to_a_table_that_was_cancelled_meanwhile_are_shown_to_be_copied(
    game: Game, users: list[User]
) -> None:
    for user in users:
        votes.vote(user, game.code, "cancel")
    sent = browser(users[0]).post(way(game), {"text": "Too bad."})
    assert sent.status_code == 409
    text = sent.content.decode()
    assert "readonly>Too bad.</textarea>" in text
    assert text.casefold().count("nothing was changed") == 1
    assert f'href="/g/{game.code}/">Back to the table</a>' in text


def test_whom_one_does_not_read_is_left_out(game: Game, users: list[User]) -> None:
    chat.say(users[0], game.code, "Hey!")
    client = browser(users[1])
    sent = client.post("/people/Marit/ignore/", {"next": way(game)})
    assert sent["Location"] == way(game)
    text = page(client, way(game))
    assert "Hey!" not in text
    assert "You have hidden Marit." in text
    assert "Show them again" in page(client, "/people/Marit/")
    assert "Show them again" not in page(browser(users[2]), "/people/Marit/")
    assert (
        client.post("/people/Marit/ignore/", {"do": "hear", "next": "//x"})["Location"]
        == "/people/Marit/"
    )
    assert client.post("/people/Marit/ignore/", {"do": "hear", "next": "x"})["Location"] == "x"
    assert "Hey!" in page(client, way(game))


def test_partners_are_reminded_of_the_rule(users: list[User]) -> None:
    four = [*users, person("Henning")]
    teams = running(four, ruleset="rowboat")
    assert "Partners don’t talk about cards" in page(browser(four[0]), f"/g/{teams.code}/")
    two = running(users[:2], ruleset="rowboat")
    assert "Partners don’t talk" not in page(browser(users[0]), f"/g/{two.code}/")


def test_nobody_is_asked_to_talk_to_bots_or_where_it_is_off(users: list[User]) -> None:
    for game in (running(users[:1], seats=3, bots=2), running(users, chat="off")):
        assert "Say something" not in page(browser(users[0]), f"/g/{game.code}/")


def test_it_costs_the_same_however_much_is_said(
    game: Game, users: list[User], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    bid_all(game)
    chat.say(users[1], game.code, "One.")
    client = browser(users[0])
    page(client, f"/g/{game.code}/")
    with django_assert_max_num_queries(20):
        page(client, f"/g/{game.code}/")
    for number in range(8):
        chat.say(users[number % 3], game.code, f"Word {number}.")
    page(client, f"/g/{game.code}/")
    with django_assert_max_num_queries(20):
        page(client, f"/g/{game.code}/")
    with django_assert_max_num_queries(12):
        page(client, way(game))


def test_an_open_page_follows_when_moderators_hide_a_message_or_show_it_again(
    game: Game, users: list[User]
) -> None:
    chat.say(users[0], game.code, "Pirate!")
    chat.say(users[2], game.code, "Please.")
    reader, mod = browser(users[1]), staff("Hedda", "moderator")
    seen = page(reader, f"/g/{game.code}/pulse/?seen=x")
    assert reader.get(f"/g/{game.code}/pulse/?seen={seen}").status_code == 204
    done = carry_out(mod, "hide", game.code, CommandInput("conduct", "Not here.", message=1))
    hidden = page(reader, f"/g/{game.code}/pulse/?seen={seen}")
    assert hidden.partition("~")[0] != seen.partition("~")[0]
    undo(mod, done.entry.number, CommandInput("asked", "It was a joke."))
    assert page(reader, f"/g/{game.code}/pulse/?seen={hidden}").split("~")[0] == seen.split("~")[0]
