"""What a screen reader says of a game is what the picture shows: each board is read back from the
accessibility tree alone and compared with the observation of whoever sits there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from games import selectors
from games.catalogue.rowboat.rules.cards import knob
from games.services.hands import bidding
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.browsing.windows import window
from tests.games.making import person, settle
from tests.narrowing import not_none

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

    from accounts.models import User
    from games.models import Game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

VALUES = {"A": "Anchor", "D": "Dolphin", "M": "Mermaid", "S": "Seeker", "W": "Whale"}
SUITS = {"o": "oars", "w": "waves", "s": "shells", "m": "maps"}
ISLAND = re.compile(
    r"^(?:.+?): (?:dry, no tide card|water at (\d+)), (\d+) of (\d+) belts?, "
    r"(\d+) cards? left, ([-−]?\d+) points?, (.+)$"
)
ZONE = re.compile(r"Zone (\d), facing (?:zone (\d)|open sea): (.+)\.")


def test_turn_the_tide(browser: Browser, live_server: LiveServer) -> None:
    marit = person()
    game = begun(marit, "turn-the-tide", 4, answers=5)
    with window(browser, live_server.url, marit) as (page, _complaints):
        text = spoken(page, game)
        islands = [
            ISLAND.match(name)
            for name in re.findall(r"img \"(.+? belts?, \d+ cards? left, .+?)\"", text)
        ]
        radios = page.get_by_role("radio").evaluate_all("all => all.map(each => each.value)")
    table = not_none(game.table)
    assert [
        (int(m[1]) if m[1] else None, int(m[2]), int(m[3]), int(m[4]), int(m[5].replace("−", "-")))
        for m in islands
        if m is not None
    ] == [(s["tide"], s["belts"], s["set_belts"], s["cards"], s["score"]) for s in table["seats"]]
    assert [m[6] for m in islands if m] == ["to choose", *["card sealed"] * 3]
    low_high = "The tides {} and {} are up".format(*table["turned_up"])
    assert low_high in text
    assert radios == selectors.observations.ranked_for(game, 0)
    for card in radios:
        assert f'radio "Weather {card}, ' in text


def test_rowboat(browser: Browser, live_server: LiveServer) -> None:
    marit = person()
    game = begun(marit, "rowboat", 3, answers=3)
    while not_none(game.table)["phase"] != "play" or not_none(game.table)["awaiting"] != [0]:
        game = answered(marit, game)
    with window(browser, live_server.url, marit) as (page, _complaints):
        text = spoken(page, game)
    table = not_none(game.table)
    rows = re.findall(r'Ruling card (.+?)"\s+- text: "(.+?)"', text)
    assert [card for card, _rest in rows] == [name_of(card) for card in table["tide"]]
    now = [number for number, (_card, rest) in enumerate(rows, 1) if rest.endswith(" now")]
    assert now == [table["trick"]]
    for card, (_ruling, rest) in zip(table["tide"], rows, strict=True):
        lies_there = "no Knob" if knob(card) in table["tide"] else "Knob "
        assert rest.startswith(f"Trump: {SUITS[card[1]]} {lies_there}")
    legal = {answer.removeprefix("play ") for answer in selectors.observations.ranked_for(game, 0)}
    for card in held(game):
        role = "radio" if card in legal else "img"
        assert f'{role} "{name_of(card)}' in text, card
    for side, bid in zip(table["sides"], table["bids"], strict=True):
        assert f"{side['tricks']} of {bid}" in text


def test_turning_tides(browser: Browser, live_server: LiveServer) -> None:
    marit = person()
    game = begun(marit, "turning-tides", 2, answers=7)
    with window(browser, live_server.url, marit) as (page, _complaints):
        text = spoken(page, game)
    lists = text.split("’s ship, ", 1)[1].split("Your ship, ", 1)
    table = not_none(game.table)
    opposite = dict(table["opposite"])
    back = {gold: silver for silver, gold in table["opposite"]}
    assert zones(lists[1]) == expected(table["ships"][0], opposite, table["facing"])
    assert zones(lists[0]) == expected(table["ships"][1], back, table["facing"])
    assert f"{table['ships'][0]['destroyed']} of 3 breaches" in text
    holder = "You have the pawn" if table["pawn"] == 0 else "Pytheas (bot) has the pawn"
    assert holder in text


def begun(user: User, slug: str, seats: int, answers: int) -> Game:
    """A game against bots in which this person has answered so many hands."""
    game = settle(
        tables.make_table(user, TableSettings(slug, name="Baltrum", seats=seats, bots=seats - 1))
    )
    for _ in range(answers):
        game = answered(user, game)
    return game


def answered(user: User, game: Game) -> Game:
    """The game after this person's next answer, the middle one of all."""
    while 0 not in game.hands.get(number=game.hand_number).awaiting:
        game = settle(game)
    ranked = selectors.observations.ranked_for(game, 0)
    bidding.place_bid(user, game.code, game.hand_number, ranked[len(ranked) // 2], via="page")
    return settle(game)


def spoken(page: Page, game: Game) -> str:
    """The accessibility tree of the game's page, as text."""
    page.goto(f"/g/{game.code}/")
    return page.locator("main").aria_snapshot()


def held(game: Game) -> list[str]:
    cards: list[str] = not_none(selectors.observations.observation_for(game, 0))["you"]["cards"]
    return cards


def name_of(card: str) -> str:
    """A card of Rowboat as one says it."""
    return f"{VALUES.get(card[0], card[0])} of {SUITS[card[1]]}"


def zones(text: str) -> dict[int, tuple[int | None, str]]:
    """What is said of each zone: what it faces, and what is in it."""
    found = ZONE.findall(text.split("Zones that face each other")[0])
    return {int(zone): (int(faces) if faces else None, what) for zone, faces, what in found}


def expected(
    ship: dict[str, Any], opposite: dict[int, int], facing: str
) -> dict[int, tuple[int | None, str]]:
    return {
        number: (opposite.get(number), in_words(zone, facing))
        for number, zone in enumerate(ship["zones"], 1)
    }


def in_words(zone: dict[str, Any], facing: str) -> str:
    if zone["destroyed"]:
        return "destroyed"
    there = ["the mast"] * zone["mast"] + ["the captain"] * zone["captain"]
    if zone["sailors"]:
        there.append(f"{zone['sailors']} sailor{'s' * (zone['sailors'] > 1)}")
    there += [
        f"a cannon towards the {'enemy' if side == facing else 'open sea'}"
        for side in sorted(zone["cannons"], key=lambda side: side != facing)
    ]
    if len(there) < 2:
        return "".join(there) or "empty"
    return f"{', '.join(there[:-1])} and {there[-1]}"
