"""What changes at an open page is said by a screen reader: who has answered, a new message, and how
many seats are still free."""

import html
import re

import pytest

from accounts.models import User
from games.models import Game
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.talk import chat
from tests.games.making import bid, people, running
from tests.games.web.driving import browser, page
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def statuses(game: Game, reader: User) -> list[str]:
    """What the regions of the page say that are read when they change."""
    text = page(browser(reader), f"/g/{game.code}/")
    found = re.findall(r'<(\w+)[^>]* role="status"[^>]*>(.*?)</\1>', text, re.DOTALL)
    return [html.unescape(words) for _tag, words in found if words]


def test_who_has_sealed_hears_who_is_still_missing() -> None:
    users = people(3)
    game = running(users)
    bid(game, users[0])
    assert statuses(game, users[0]) == ["1 of 3 has answered. We’re waiting for Joost and Aoife."]
    bid(game, users[1])
    assert statuses(game, users[0]) == ["2 of 3 have answered. We’re waiting for Aoife."]


def test_nothing_changes_by_ear_where_the_table_hides_who_has_answered() -> None:
    users = people(3)
    game = running(users, tells=False)
    bid(game, users[0])
    before = ["At this table nobody sees who has answered until the hand is turned."]
    assert statuses(game, users[0]) == before
    bid(game, users[1])
    assert statuses(game, users[0]) == before


def newest(game: Game, reader: User) -> tuple[int, str]:
    """The number of the newest message that is new to the reader, and how it is told."""
    text = page(browser(reader), f"/g/{game.code}/")
    found = not_none(re.search(r'data-newest="(\d+)" data-new="([^"]*)"', text))
    return int(found[1]), found[2]


def test_a_message_that_is_new_to_the_reader_is_told() -> None:
    users = people(3)
    game = running(users)
    assert newest(game, users[1])[0] == 0
    chat.say(users[0], game.code, "Hello!")
    chat.say(users[0], game.code, "Is anybody there?")
    assert newest(game, users[0])[0] == 0  # their own
    assert newest(game, users[1]) == (2, "2 new messages in the chat.")
    chat.say(users[0], game.code, "Ahoy!")
    assert newest(game, users[1]) == (3, "1 new message in the chat.")  # the others they have seen
    assert newest(game, users[1])[0] == 0


def free_seats(table: Game, reader: User) -> list[str]:
    """What is read of the page when it renews itself, while the chat is not in sight."""
    response = browser(reader).get(f"/g/{table.code}/", headers={"Tideweb-Live": "open;0;"})
    text = response.content.decode()
    found = re.findall(r'<p[^>]* role="status"[^>]*>(.*?)</p>', text, re.DOTALL)
    return [html.unescape(words) for words in found if words]


def test_who_waits_for_others_hears_that_they_come_and_that_they_speak() -> None:
    marit, joost, aoife = people(3)
    table = tables.make_table(marit, TableSettings(name="Texel", seats=4, visibility="public"))
    assert free_seats(table, marit) == ["3 seats are free"]
    tables.join(joost, table.code)
    assert free_seats(table, marit) == ["2 seats are free"]
    chat.say(joost, table.code, "Good evening!")
    assert newest(table, joost)[0] == 0  # their own words
    assert newest(table, marit) == (1, "1 new message in the chat.")
    chat.say(joost, table.code, "Is anybody there?")
    chat.ignore(marit, joost)
    assert newest(table, marit)[0] == 0
    tables.join(aoife, table.code)
    assert free_seats(table, marit) == ["1 seat is free"]
