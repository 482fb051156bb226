"""How I play: kept on its page, and found wherever somebody sits down or writes a plan."""

import re

import pytest

from accounts.models import User
from games import selectors
from games.models import Game, Opening, Plan
from games.services.lobby import tables
from games.services.lobby.rematches import rematch
from games.services.lobby.tables import TableSettings
from games.services.people import preferences
from games.services.seats import substitutes, votes
from tests.games.making import people, person, table_of, user_at
from tests.games.web.driving import browser, page
from tests.games.web.hands.test_plans import way, written

pytestmark = pytest.mark.django_db
WAY = "/settings/playing/"
TIDE = "if a tide of 9 or more is up: highest, else lowest"


def chosen(text: str) -> str:
    """What the choice for missed hands stands at."""
    field = text.split('name="policy"')[1].split("</select>")[0]
    return re.search(r'value="(\w+)" selected', field)[1]  # type: ignore[index]


def opening(user: User) -> str:
    return selectors.people.preferences.opening_of(user, "turn-the-tide")


def test_it_is_kept_and_shown_to_its_owner_alone() -> None:
    marit, joost = people(2)
    client = browser(marit)
    assert chosen(page(client, WAY)) == "lowest"
    sent = {"policy": "median", "ask_forced": "on", "turn-the-tide": TIDE, "rowboat": " "}
    assert client.post(WAY, sent)["Location"] == WAY
    text = page(client, WAY)
    assert chosen(text) == "median"
    assert TIDE in text
    assert selectors.people.preferences.preferences_of(
        marit
    ) == selectors.people.preferences.Preferences("median", True, {"turn-the-tide": TIDE})
    assert TIDE not in page(browser(joost), WAY)
    assert opening(joost) == ""
    assert WAY in page(client, "/settings/")


def test_a_wrong_text_is_shown_in_its_line_and_nothing_is_kept() -> None:
    marit = person()
    sent = {"policy": "median", "turn-the-tide": TIDE, "rowboat": "next: lowest\nif my boat: 3"}
    answer = browser(marit).post(WAY, sent)
    text = answer.content.decode()
    assert answer.status_code == 400
    assert "Line 2, column 4: “my boat” is not something a plan can ask about." in text
    assert "if <mark>my boat</mark>: 3" in text
    assert TIDE in text
    assert selectors.people.preferences.preferences_of(
        marit
    ) == selectors.people.preferences.Preferences("lowest", False)
    assert not Opening.objects.exists()


def test_the_choice_stands_where_it_is_made() -> None:
    marit, joost = people(2)
    preferences.change(marit, policy="highest")
    table = tables.make_table(joost, TableSettings(name="Sylt", seats=3))
    for where in ("/games/new/", f"/g/{table.code}/"):
        assert chosen(page(browser(marit), where)) == "highest"
    browser(marit).post(f"/g/{table.code}/join/", {})
    assert table.seats.get(user=marit).policy == "highest"
    assert table.seats.get(user=joost).policy == "lowest"


def test_taking_a_seat_and_being_asked_though_forced() -> None:
    _users, game = table_of(3)
    aoife, seat = person("Henning"), game.seats.get(index=1)
    preferences.change(aoife, policy="bot", ask_forced=True)
    seat.absence = "offered"
    seat.save()
    assert chosen(page(browser(aoife), f"/g/{game.code}/seats/1/take/")) == "bot"
    substitutes.take(aoife, game.code, 1)
    seat.refresh_from_db()
    assert (seat.user, seat.policy, seat.ask_forced) == (aoife, "bot", True)


def test_a_rematch_keeps_what_was_chosen_at_that_table() -> None:
    users, game = table_of(3, policy="median")
    for user in users:
        votes.vote(user, game.code, "cancel")
    preferences.change(users[0], policy="highest", ask_forced=True)
    again = rematch(users[0], game.code).seats.get(user=users[0])
    assert (again.policy, again.ask_forced) == ("median", True)


def test_a_plan_begins_with_it_where_none_is_kept(game: Game) -> None:
    marit = user_at(game, 0)
    client = browser(marit)
    assert "Nothing is saved at this table yet" not in page(client, way(game))
    preferences.change(marit, openings={"turn-the-tide": TIDE, "rowboat": "always: highest"})
    text = page(client, way(game))
    assert written(text) == TIDE
    assert "Nothing is saved at this table yet" in text
    assert not Plan.objects.exists()
    client.post(way(game), {"do": "keep", "plan": "always: median"})
    assert written(page(client, way(game))) == "always: median"


def test_the_page_of_a_plan_keeps_a_beginning(game: Game) -> None:
    marit = user_at(game, 0)
    client = browser(marit)
    text = client.post(way(game), {"do": "start", "plan": TIDE}).content.decode()
    assert "At new tables of this game your plan starts with this." in text
    assert written(text) == TIDE
    assert opening(marit) == TIDE
    assert not Plan.objects.exists()

    answer = client.post(way(game), {"do": "start", "plan": "always: 99"})
    assert answer.status_code == 400
    assert "“99” is not an answer in this game" in answer.content.decode()
    assert opening(marit) == TIDE
    client.post(way(game), {"do": "start", "plan": ""})
    assert opening(marit) == ""
