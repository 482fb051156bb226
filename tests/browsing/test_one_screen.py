"""A running game fits on one screen: whoever chooses sees the table, all cards and the button at
once, on a phone and on a desk, in each phase of each game and in each language.

Set TIDEWEB_SHOTS to a folder to keep a picture of each; the positions are printed (`pytest -s`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

import pytest

from accounts.models import User
from games import game_secrets
from games.models import Game
from tests.browsing.eyes import ask_for, picture, too_wide
from tests.browsing.looks import LANGUAGES, WHOLE, some
from tests.browsing.scene import NAMES, choosing, due, out, sealed
from tests.browsing.test_rowboat import until
from tests.browsing.windows import window
from tests.games.fast_forward import fast_forward, played_on
from tests.games.making import bid, bid_all, legal, people, running, settle
from tests.games.web.sailing import two_sail
from tests.games.web.sea_states import PHASES as SEA_STATES
from tests.games.web.sea_states import put
from tests.narrowing import not_none
from tests.process_fixtures import again

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG_NAMES = (NAMES[1], "Maximiliane Hohenlohe-Langenbu")
LONG, LONGEST = 8, 12  # tricks of a deal with many cards, and with the most
SIZES = {"phone": (360, 740), "desk": (1280, 800)}
Prepare: TypeAlias = Callable[[list[User]], Game]


def drowning(users: list[User]) -> Game:
    """Two with the longest names stand deepest and would be out, of which much is said."""
    for user, name in zip(users[1:3], LONG_NAMES, strict=True):
        user.name = name
        user.save()
    game = running(users[:4], name="Juist")
    state = game_secrets.open_state(game)
    deck = tuple(range(1, 13)) * 2  # so that whoever takes a tide stands higher than they do
    given = {"deck": deck, "belts": (1, 0, 0, 1), "tides": (3, 12, 12, 3)}
    game_secrets.keep_state(game, state._replace(**given))
    game.save()
    return game


def last_to_play(users: list[User]) -> Game:
    """Of four, the first plays last to a trick that is not the first of its deal."""
    game = until(users, "play")
    while (
        not_none(game.table)["awaiting"] != [0]
        or len(not_none(game.table)["on_table"]) != len(users) - 1
    ):
        bid_all(game)
        game = settle(game)
    return game


def many_cards(users: list[User]) -> Game:
    """Nine tricks or more, and the first leads or follows in the first of them."""
    game = until(users, "bid")
    while len(not_none(game.table)["tide"]) < LONG or not_none(game.table)["phase"] != "play":
        bid_all(game)
        game = settle(game)
    while 0 not in not_none(game.table)["awaiting"]:
        bid_all(game)
        game = settle(game)
    return game


def longest(users: list[User]) -> Game:
    """Twelve tricks and a card in the first: two rows of cards, and the most that is said above."""
    while True:
        game = running(users, ruleset="rowboat", name="Juist")
        for hand in islice(played_on(game), len(users) * 2):
            deal = hand.state.deal
            if len(deal.tide) == LONGEST and len(deal.on_table) == 1 and 0 in hand.answers:
                return fast_forward(game, hand.number)


def at_sea(name: str, users: list[User]) -> Game:
    return put(two_sail(users[:2]), SEA_STATES[name]())


PHASES: dict[str, Prepare] = {
    "tide-bid": due,
    "tide-take": choosing,
    "tide-sealed": sealed,
    "tide-out": out,
    "rowboat-exchange": lambda users: until(users[:4], "exchange"),
    "rowboat-bid": lambda users: until(users[:4], "bid"),
    "rowboat-bid-of-three": lambda users: until(users[:3], "bid"),
    "rowboat-lead": lambda users: until(users[:3], "play"),
    "rowboat-last": lambda users: last_to_play(users[:4]),
    "rowboat-many": lambda users: many_cards(users[:4]),
    "rowboat-longest": lambda users: longest(users[:3]),
    **{f"ships-{name}": partial(at_sea, name) for name in SEA_STATES},
    "rowboat-waits": lambda users: until(users[:4], "play", 1),
}


def game_of(phase: str) -> str:
    return phase.partition("-")[0]


# What is seen of the table, the cards and the button: [top, bottom] of each, and where the screen
# ends: on a phone the tabs lie over its foot. Nothing may lie under the seal bar, either.
MEASURED = """() => {
  const box = each => each.getBoundingClientRect();
  const seen = each => box(each).width > 1 && box(each).height > 1 && !each.closest('.vh');
  const all = selector => [...document.querySelectorAll(selector)].filter(seen);
  const span = found => found.length
    ? [Math.min(...found.map(it => box(it).top)), Math.max(...found.map(it => box(it).bottom))]
        .map(Math.round) : null;
  const cards = all('form.play label');
  const tabs = box(document.querySelector('#tabs'));
  return {
    table: span(all('#table > :not(form, .sealbar), #table > :not(form, .sealbar) *')),
    first: span(cards.slice(0, 1)),
    last: span(cards.slice(-1)),
    said: span(all('.sealbar .effect > p, .sealbar .effect summary, p.effect')),
    seal: span(all('.sealbar .btn')),
    bar: span(all('#table .sealbar')),
    sticks_out: all('.crew-of *, .berth *').filter(it => {
      const frame = it.closest('.crew-of, .berth');
      return !it.closest('svg') &&
        (box(it).right > box(frame).right + 1 || box(it).left < box(frame).left - 1);
    }).map(it => it.textContent.trim()),
    covered: all('.berth .level + .state').map(it => [box(it), box(it.previousElementSibling)])
      .filter(([a, b]) => a.left < b.right && a.top < b.bottom && b.top + 1 < a.bottom).length,
    squashed: [
      ...all('#table .tidetrack').filter(it => it.scrollHeight > it.clientHeight + 2),
      ...all('#table .card').filter(it => box(it).height < box(it).width / 2),
    ].map(it => it.className),
    foot: tabs.top > innerHeight / 2 ? Math.round(tabs.top) : innerHeight,
  };
}"""
UNDERLINED = """() => [...document.querySelectorAll('#tabs a')].filter(it =>
  parseFloat(getComputedStyle(it).borderBottomWidth) > 2).map(it => it.hash)"""
CURRENT = "[...document.querySelectorAll('#tabs a[aria-current]')].map(it => it.hash)"
Places: TypeAlias = dict[str, list[int] | None]


def beyond(page: Page) -> tuple[Places, list[str]]:
    """Where things lie, and what of them is not on the first screen or is covered."""
    found = page.evaluate(MEASURED)
    foot, bar = found.pop("foot"), found["bar"]
    sticks_out, squashed = found.pop("sticks_out"), found.pop("squashed")
    covered = found.pop("covered")
    ends = {"table": bar[0], "first": bar[0], "last": bar[0], "said": bar[1], "seal": bar[1]}
    wrong = [
        f"{name} ends at {span[1]}, not by {ends.get(name, foot)}"
        for name, span in found.items()
        if span and (span[0] < 0 or span[1] > ends.get(name, foot) + 1)
    ]
    wrong += [f"“{text}” sticks out of its seat" for text in sticks_out]
    wrong += [f"“{name}” is squashed" for name in squashed]
    wrong += ["what a seat does covers its water"] * covered
    return found, wrong + too_wide(page)


SHOWN = some(PHASES, 2, kind=game_of)


# Each in all languages; by the suite in one, and the next phase in the next. What happened since
# the last look is said above the cards, so that only a first look sees all of it.
IN_LANGUAGES = [
    (phase, language)
    for place, phase in enumerate(SHOWN)
    for language in (LANGUAGES if WHOLE else [LANGUAGES[place % len(LANGUAGES)]])
]


@pytest.mark.parametrize(("phase", "language"), IN_LANGUAGES)
def test_a_phase(browser: Browser, live_server: LiveServer, phase: str, language: str) -> None:
    """Before anything is chosen, and with the first and the last card chosen."""
    users = again(people, 5)
    path = f"/g/{PHASES[phase](users).code}/"
    wrong: dict[str, list[str]] = {}
    with window(browser, live_server.url, users[0]) as (page, complaints):
        ask_for(page, language)
        page.goto(path)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            wrong |= _looked(page, f"{phase}-{size}-{language}")
        assert complaints == []
    assert wrong == {}


def _looked(page: Page, name: str) -> dict[str, list[str]]:
    """At rest, then with a choice made, which says more above the button."""
    page.evaluate("document.querySelectorAll('form.play').forEach(form => form.reset())")
    page.evaluate("scrollTo(0, 0)")
    places, wrong = beyond(page)
    print(f"{name:26}", places)  # noqa: T201
    cards = page.locator("form.play label:visible:has(input[type=radio])")
    for place in (0, -1) if cards.count() else ():
        cards.nth(place).click()
        wrong += beyond(page)[1]
    _pictures(page, name)
    return {name: wrong} if wrong else {}


def _pictures(page: Page, name: str) -> None:
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        picture(page, f"{name}-{theme}", whole=False)
    page.emulate_media(color_scheme="light")


def test_which_tides_were_up_is_one_line(browser: Browser, live_server: LiveServer) -> None:
    """Beside the heading of a hand that was turned, and not laid out as the tides on the table."""
    users = again(people, 5)
    path = f"/g/{due(users).code}/"
    with window(browser, live_server.url, users[0]) as (page, _complaints):
        page.goto(path)
        said = page.locator("#story .section-head > .small").first
        assert not_none(said.bounding_box())["height"] < 30


@pytest.mark.parametrize("size", SIZES)
def test_what_does_not_fit_is_found(browser: Browser, live_server: LiveServer, size: str) -> None:
    users = again(people, 5)
    game = drowning(users)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0]) as (page, _complaints):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.goto(path)
        assert beyond(page)[1] == []
        if size == "phone":
            a_sheet_leads_back_to_its_tab(page)
            the_number_of_the_hand_is_not_cut(page, width)
        else:
            the_open_tab_is_told_from_the_others(page)
        page.evaluate("document.querySelector('form.play').style.marginTop = '200px'")
        assert beyond(page)[1] != []
        page.set_viewport_size({"width": 180, "height": 370})  # as with letters twice as large
        words = page.locator("#tabs a").all()
        assert not any(each.evaluate("it => it.scrollWidth > it.clientWidth") for each in words)
        page.set_viewport_size({"width": width, "height": height})
        a_long_name_breaks(page, game, users[:4])


def a_sheet_leads_back_to_its_tab(page: Page) -> None:
    tab = page.locator("#tabs a[href='#plan']")
    for close in (page.locator("#plan .leaf-close").click, partial(page.keyboard.press, "Escape")):
        tab.press("Enter")
        assert page.locator("#plan").bounding_box()
        close()
        page.locator("#tabs a[href='#plan']:focus").wait_for(timeout=5000)
        assert page.url.endswith("#table")


def the_number_of_the_hand_is_not_cut(page: Page, width: int) -> None:
    where = page.locator(".os-title .where")
    for narrow in (320, width):
        page.set_viewport_size({"width": narrow, "height": 740})
        assert where.evaluate("it => it.scrollWidth <= it.clientWidth")
        assert where.evaluate("it => it.scrollHeight <= it.clientHeight + 1")


def the_open_tab_is_told_from_the_others(page: Page) -> None:
    """Also where all have the same colours and no shadow, and by ear."""
    page.emulate_media(forced_colors="active")
    for name in ("story", "plan"):
        if name != "story":
            page.locator(f"#tabs a[href='#{name}']").click()
        assert page.evaluate(UNDERLINED) == [f"#{name}"]
        assert page.evaluate(CURRENT) == [f"#{name}"]
    page.emulate_media(forced_colors="none")


def a_long_name_breaks(page: Page, game: Game, users: list[User]) -> None:
    for seat, user in enumerate(users):  # those who stand deepest take no tide
        bid(game, user, legal(game, seat)[0 if seat in (1, 2) else -1])
    settle(game)
    page.goto(f"/g/{game.code}/hand/1/")
    assert NAMES[1] in page.inner_text(".notice strong")
    assert too_wide(page) == []
