"""What a screen reader says when a hand has been turned: what it did to the reader, how it ended,
and that it is their move again."""

import html
import re

import pytest

from accounts.models import User
from games.models import Game
from games.rules.registry import ruleset
from tests.games.fast_forward import fast_forward, like_bots, played_on
from tests.games.making import bid, legal, people, running, settle, user_at, users_at
from tests.games.web.driving import browser
from tests.games.web.sea_states import firing, stand
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def table(game: Game, reader: User | None) -> dict[str, str]:
    """The data of the table in an open page that has seen all hands before the last."""
    since = f"running;{game.hand_number - 1};"
    response = browser(reader).get(f"/g/{game.code}/", headers={"Tideweb-Live": since})
    tag = not_none(re.search(r'<div class="os-table"[^>]*>', response.content.decode()))[0]
    return {name: html.unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)}


def aloud(game: Game, reader: User | None) -> str:
    return table(game, reader)["data-aloud"]


def tides() -> Game:
    """A hand of Turn the Tide in which four gave different cards, and one gave up a belt."""
    game = running(people(4))
    for index, user in enumerate(users_at(game)):
        bid(game, user, legal(game, index)[3 * index])
    return settle(game)


def test_who_took_a_tide_hears_that_too() -> None:
    """Only that somebody else had given up a belt was said."""
    game = tides()
    said = [aloud(game, user) for user in users_at(game)]
    took = re.compile(r"Your \d+ was (?:highest|second) and took the \d+, so ")
    assert [bool(took.match(words)) for words in said].count(True) == 2
    assert all("gave up a belt" in words for words in said)


def test_who_may_answer_hears_that_and_what_is_asked() -> None:
    """Not who has answered already."""
    game, asked = tides(), "It’s your move. The highest weather takes the "
    first, second = users_at(game)[:2]
    bid(game, first)
    assert asked not in aloud(game, first)
    assert asked in aloud(game, second)
    assert "your move" not in aloud(game, None)


def test_who_looks_on_hears_how_it_ended() -> None:
    seen = table(tides(), None)
    assert seen["data-aloud"] == seen["data-upshot"]
    assert "gave up a belt" in seen["data-aloud"]


def test_both_ships_hear_of_a_shot() -> None:
    users = people(2)
    game = stand(users, firing())
    bid(game, users[0], "from 7")
    game = settle(game)
    assert aloud(game, users[0]).startswith("You fired from zone 7 at Joost’s zone 3: ")
    assert "Marit fired from zone 7 at your zone 3: " in aloud(game, users[1])


def test_a_card_of_rowboat_is_told_and_not_once_more_the_trick_before_it() -> None:
    game, rules = running(people(3), ruleset="rowboat"), ruleset("rowboat")
    second = next(
        hand.number
        for hand in played_on(game, like_bots())
        if len((table := rules.observation(hand.state, None))["on_table"]) == 1
        and table["trick"] == 2
    )
    game = fast_forward(game, second, like_bots())
    leader = not_none(game.table)["on_table"][0]["seat"]
    assert aloud(game, user_at(game, leader)).startswith("You played ")
    asked = not_none(game.table)["awaiting"][0]
    words = aloud(game, user_at(game, asked))
    assert re.match(r"\w+ played .+ It’s your move\. .+ You play\.$", words)
    assert "trick 1" not in words


def test_the_table_has_a_name_for_when_the_focus_falls_on_it() -> None:
    game = tides()
    tag = table(game, user_at(game, 0))
    assert (tag["role"], tag["aria-label"], tag["tabindex"]) == ("group", "The table", "-1")
