"""On a narrow phone, or in a window that is shown four times as large: nobody has to push a page
sideways because of what somebody else or a table is called, and the bar covers nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from games.models import Game
from games.services.talk import chat
from tests.browsing import scene
from tests.browsing.eyes import ask_for, too_wide
from tests.browsing.looks import LANGUAGES
from tests.browsing.test_one_screen import at_sea
from tests.browsing.windows import window
from tests.games.fast_forward import fast_forward
from tests.games.making import people, running
from tests.narrowing import not_none
from tests.process_fixtures import again

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NARROW: ViewportSize = {"width": 320, "height": 640}  # also a window of 1280 at 400 %


def running_and_next(users: list[User]) -> list[str]:
    """A table where all is done and the button leads to the next, and what is said there."""
    running(users[:3])
    game = scene.sealed(users)
    chat.say(users[1], game.code, "Moin")
    return [f"/g/{game.code}/", f"/g/{game.code}/chat/"]


def over(users: list[User]) -> list[str]:
    game = scene.over(users)
    return [f"/g/{game.code}/{rest}" for rest in ("", "compare/", "replay/5/", "hand/12/")]


def waiting(users: list[User]) -> list[str]:
    """Where one could sit down."""
    open_, offered = scene.open_(users), scene.offered(users)
    return [f"/g/{open_.code}/", f"/g/{offered.code}/", "/seats/", "/games/"]


def ships(users: list[User]) -> list[str]:
    return [f"/g/{at_sea(phase, users).code}/" for phase in ("fire", "choose")]


@pytest.mark.parametrize("prepare", [running_and_next, over, waiting, ships])
def test_nothing_is_pushed_sideways(
    browser: Browser, live_server: LiveServer, prepare: Callable[[list[User]], list[str]]
) -> None:
    users = again(people, 5)
    paths = prepare(users)
    for user, sign in zip(users[1:], "WMQG", strict=True):
        User.objects.filter(pk=user.pk).update(name=30 * sign)
    Game.objects.update(name=40 * "W")
    with window(browser, live_server.url, users[0]) as (page, _):
        ask_for(page, "de")
        page.set_viewport_size(NARROW)
        wide = []
        for path in paths:
            page.goto(path)
            wide += [path] * bool(too_wide(page))
    assert wide == []


# Of the bar's links, those that lie over its sign or name.
COVERED = """() => {
  const box = each => each.getBoundingClientRect();
  const name = [...document.querySelectorAll('.bar-name > *')].map(box);
  return [...document.querySelectorAll('.bar-nav a')].filter(each =>
    name.some(it => box(each).left < it.right && box(each).top < it.bottom)
  ).map(each => each.textContent.trim());
}"""


@pytest.mark.parametrize("signed_in", [True, False])
def test_the_bar_covers_nothing(
    browser: Browser, live_server: LiveServer, *, signed_in: bool
) -> None:
    """With a dozen moves to make, in each language."""
    users = again(people, 3)
    running(users)
    covered = {}
    with window(browser, live_server.url, users[0] if signed_in else None) as (page, _):
        page.set_viewport_size(NARROW)
        for language in LANGUAGES:
            ask_for(page, language)
            page.goto("/rules/")
            page.locator(".bar-nav .tag").evaluate_all(
                "tags => tags.forEach(tag => tag.textContent = '12')"
            )
            covered[language] = page.evaluate(COVERED)
    assert covered == {language: [] for language in LANGUAGES}


# Of the points at the ends of a chart's lines, those that are cut off at its side.
CUT = r"""() => [...document.querySelectorAll('main svg text[fill*=seat]')].filter(each => {
  const digits = /\d+/.exec(each.textContent), last = digits.index + digits[0].length - 1;
  const size = each.ownerSVGElement.viewBox.baseVal;
  return last < each.getNumberOfChars() && each.getEndPositionOfChar(last).x > size.width;
}).map(each => each.textContent)"""


def test_a_chart_shows_all_points(browser: Browser, live_server: LiveServer) -> None:
    users = again(people, 5)
    game = scene.over(users)
    User.objects.filter(pk=users[1].pk).update(name=30 * "W")
    with window(browser, live_server.url, users[0]) as (page, _):
        page.set_viewport_size(NARROW)
        page.goto(f"/g/{game.code}/")
        assert page.locator("svg text", has_text="W").count() > 0
        assert page.evaluate(CUT) == []


def test_a_score_sheet_fits(browser: Browser, live_server: LiveServer) -> None:
    """Of two teams, with the longest names that tests have: on paper nobody can roll it."""
    users = again(scene.everybody)
    game = fast_forward(running(users[:4], ruleset="rowboat"), 30)
    User.objects.filter(pk=users[3].pk).update(name=30 * "W")
    rolls = "all => all.filter(each => each.scrollWidth > each.clientWidth).length"
    with window(browser, live_server.url, users[0]) as (page, _):
        page.set_viewport_size(NARROW)
        page.goto(f"/g/{game.code}/")
        page.emulate_media(media="print")
        sheets = page.locator(".scroll-x:has(.sheet)")
        assert sheets.count() > 0
        assert sheets.evaluate_all(rolls) == 0
        page.emulate_media(media="screen")


def test_a_wide_button_leaves_room_for_words(browser: Browser, live_server: LiveServer) -> None:
    """On a desk, where what is said stands beside the button that leads to the next table."""
    users = again(people, 5)
    path, _chat = running_and_next(users)
    Game.objects.update(name=40 * "W")
    with window(browser, live_server.url, users[0], "desk") as (page, _):
        page.goto(path)
        assert not_none(page.locator(".sealbar .effect").bounding_box())["width"] > 150


# Of buttons, or what else it is, those in which a word is broken without a hyphen.
BROKEN = r"""buttons => buttons.filter(each => [...each.childNodes].some(node => {
  const lines = word => {
    const part = document.createRange();
    part.setStart(node, word.index);
    part.setEnd(node, word.index + word[0].length);
    return part.getClientRects().length;
  };
  return node.nodeType === 3 && [...node.data.matchAll(/\S+/g)].some(word => lines(word) > 1);
})).map(each => each.innerText)"""


def test_the_words_of_two_buttons_stay_whole(browser: Browser, live_server: LiveServer) -> None:
    game = at_sea("exchange", users := again(people, 2))
    broken = {}
    with window(browser, live_server.url, users[0], "phone") as (page, _):
        for language in LANGUAGES:
            ask_for(page, language)
            page.goto(f"/g/{game.code}/")
            assert page.locator(".sealbar .acts .btn").count() == 2
            broken[language] = page.locator(".sealbar .btn").evaluate_all(BROKEN)
    assert broken == {language: [] for language in LANGUAGES}


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_the_head_above_the_stages_stays_whole(
    browser: Browser, live_server: LiveServer, size: str
) -> None:
    game = scene.over(users := again(people, 5))
    with window(browser, live_server.url, users[0], size) as (page, _):
        ask_for(page, "de")
        page.goto(f"/g/{game.code}/")
        head = page.locator(".stages thead th:first-child")
        assert (head.inner_text(), head.evaluate_all(BROKEN)) == ("Durchgang", [])


@pytest.mark.parametrize("low", [(640, 400), (568, 320)], ids=["twice-as-large", "phone-lying"])
def test_the_ships_are_there_on_a_low_screen(
    browser: Browser, live_server: LiveServer, low: tuple[int, int]
) -> None:
    game = at_sea("choose", users := again(people, 2))
    with window(browser, live_server.url, users[0]) as (page, _):
        page.set_viewport_size({"width": low[0], "height": low[1]})
        page.goto(f"/g/{game.code}/")
        sea = page.locator("#table .sea")
        assert sea.evaluate("it => it.clientHeight") > 100
        assert sea.evaluate("it => it.scrollHeight - it.clientHeight") <= 2


# Of islands, those on whose picture one word lies over another.
OVERLAID = """views => views.filter(each => {
  const [level, state] = [".level", ".state"].map(part =>
    each.querySelector(part).getBoundingClientRect());
  return level.right > state.left && level.bottom > state.top && level.top < state.bottom;
}).map(each => each.innerText)"""


@pytest.mark.parametrize("players", [3, 4, 5])
def test_on_a_narrow_desk_a_dry_island_says_so(
    browser: Browser, live_server: LiveServer, players: int
) -> None:
    """Beside what its player has to do."""
    users = again(people, 5)
    game = running(users[:players])
    overlaid = {}
    with window(browser, live_server.url, users[0]) as (page, _):
        for language in LANGUAGES:
            ask_for(page, language)
            page.goto(f"/g/{game.code}/")
            for width in (960, 1100, 1280):
                page.set_viewport_size({"width": width, "height": 800})
                words = page.locator(".berth .view").evaluate_all(OVERLAID)
                overlaid[f"{language} at {width}"] = words
    assert {where: words for where, words in overlaid.items() if words} == {}
