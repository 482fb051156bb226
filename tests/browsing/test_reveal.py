"""The hand that was turned plays as a scene of two seconds, and only to who wants motion."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from games.services.talk import chat
from tests.browsing.eyes import looked_at, too_wide
from tests.browsing.looks import THEMES, some
from tests.browsing.test_one_screen import SIZES, last_to_play
from tests.browsing.windows import open_tab, press, window
from tests.games.making import bid, legal, people, running, settle, table_of
from tests.games.web.sailing import two_sail
from tests.games.web.sea_states import firing, put

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOMENTS = (450, 1150, 1750)  # milliseconds into a scene
LONGEST = 3.5  # seconds, on a machine that is shared


def tide(users: list[User]) -> Game:
    """Everybody has sealed another place of their hand, and it is turned: somebody pays."""
    game = running(users[:4])
    for index, user in enumerate(users[:4]):
        bid(game, user, legal(game, index)[3 * index])
    return settle(game)


def trick(users: list[User]) -> Game:
    game = last_to_play(users[:4])
    bid(game, users[0])
    return settle(game)


def broadside(users: list[User]) -> Game:
    """Silver fires from 5, and a zone of gold breaks."""
    game = put(two_sail(users[:2]), firing())
    bid(game, users[0], legal(game, 0)[0])
    return settle(game)


PREPARED = {"tide": tide, "trick": trick, "ships": broadside}


def moving(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")


LOOKED_AT = some(PREPARED, 1)


@pytest.mark.parametrize("kind", PREPARED)
def test_it_plays_once_and_leaves_the_page_as_it_was(
    browser: Browser, live_server: LiveServer, kind: str
) -> None:
    """Before that it stays still for who wants no motion, as if somebody else had looked."""
    users = people(4)
    game = PREPARED[kind](users)
    path, seat = f"/g/{game.code}/", game.seats.get(user=users[0])
    with window(browser, live_server.url, users[0]) as (page, complaints):
        if kind in LOOKED_AT:
            _stays_still(page, path)
            assert looked_at(page, f"reveal-{kind}", abroad=False) == {}
            seat.save(update_fields=["looked_at_hand"])  # by now it was, where it was loaded often
            page.goto(path)
            moving(page)
            _fits_while_it_plays(page, kind)
            seat.save(update_fields=["looked_at_hand"])
        moving(page)
        _plays_once(page, path)
        assert complaints == []


def _plays_once(page: Page, path: str) -> None:
    page.goto(path)
    scene = page.locator(".scene")
    scene.wait_for()
    begun = time.monotonic()
    assert scene.locator(".flip").count() >= 2
    upshot = page.locator("#table").get_attribute("data-upshot")
    assert upshot
    _said_aloud(page)
    scene.wait_for(state="detached")
    assert time.monotonic() - begun < LONGEST
    assert page.locator("body.turning, .ring, .flying").count() == 0
    assert page.locator("#last").inner_text().startswith(upshot)
    page.goto(path)  # looked at by now
    page.wait_for_timeout(200)
    assert page.locator(".scene").count() == 0


def _said_aloud(page: Page) -> None:
    words = page.locator("#table").get_attribute("data-aloud")
    assert words
    expect(page.locator("#aloud")).to_have_text(words)


def _stays_still(page: Page, path: str) -> None:
    """Without motion it is said, and that is all."""
    page.goto(path)
    _said_aloud(page)
    assert page.locator(".scene").count() == 0
    assert page.get_by_role("button", name="Show again").count() == 0
    assert page.evaluate("document.getAnimations().length") == 0


def _fits_while_it_plays(page: Page, kind: str) -> None:
    """Nothing sticks out; set TIDEWEB_SHOTS to a folder to keep pictures."""
    folder = os.environ.get("TIDEWEB_SHOTS")
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES if folder else THEMES[:1]:
            page.emulate_media(color_scheme=theme)
            for moment in MOMENTS if folder else MOMENTS[1:2]:
                page.evaluate("document.getElementById('again').click()")
                page.wait_for_timeout(50)
                page.evaluate(
                    """moment => document.getAnimations().forEach(each => {
                        each.pause(); each.currentTime = moment; })""",
                    moment,
                )
                assert page.locator(".scene").count() == 1
                assert too_wide(page) == []
                if folder:
                    page.screenshot(path=f"{folder}/{kind}-{size}-{theme}-{moment}.png")
                page.keyboard.press("Escape")


def test_any_key_or_tap_skips_it_and_does_nothing_else(
    browser: Browser, live_server: LiveServer
) -> None:
    users = people(4)
    path = f"/g/{tide(users).code}/"
    with window(browser, live_server.url, users[0], "phone") as (page, complaints):
        moving(page)
        page.goto(path)
        page.locator(".scene").wait_for()
        page.mouse.click(180, 600)  # a card lies beneath
        assert page.locator(".scene").count() == 0
        assert page.locator("form.play input:checked").count() == 0
        for key in ("Escape", "Enter", "a"):
            open_tab(page, "Story")
            page.get_by_role("button", name="Show again").click()
            page.locator(".scene").wait_for()
            page.keyboard.press(key)
            assert page.locator(".scene").count() == 0
            assert page.url.endswith(f"{path}#table")
        assert complaints == []


def test_the_tap_of_a_finger_that_skips_it_chooses_and_seals_nothing(
    browser: Browser, live_server: LiveServer
) -> None:
    users = people(4)
    path = f"/g/{tide(users).code}/"
    with window(browser, live_server.url, users[0], "phone", has_touch=True) as (page, complaints):
        page.goto(path)
        card = page.locator("form.play label:has(input)").nth(2)
        seal = page.locator("form.play .sealbar button")
        for taps in (card, seal):
            _skipped_by_a_tap_at(page, taps)
            assert page.locator("form.play input:checked").count() == 0
            assert seal.is_visible()
        card.tap()  # the next one counts
        assert page.locator("form.play input:checked").count() == 1
        _skipped_by_a_tap_at(page, seal)
        page.wait_for_timeout(200)
        assert page.locator("form.play input:checked").count() == 1
        assert complaints == []


def _skipped_by_a_tap_at(page: Page, beneath: Locator) -> None:
    moving(page)
    page.evaluate("document.getElementById('again').click()")
    page.locator(".scene").wait_for()
    box = beneath.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".scene")).to_have_count(0)


def test_without_a_script_nothing_is_missing(browser: Browser, live_server: LiveServer) -> None:
    users = people(4)
    game = tide(users)
    with window(browser, live_server.url, users[0], java_script_enabled=False) as (page, _):
        page.goto(f"/g/{game.code}/")
        assert page.locator("#last").is_visible()
        assert page.locator("#told .bids > li").count() == 4
        assert not page.locator("#again").is_visible()


def test_an_open_page_plays_it_when_the_hand_is_turned(
    browser: Browser, live_server: LiveServer
) -> None:
    """But to who is writing it is only said: nothing takes what they type, or rolls it away."""
    users, game = table_of(3)
    with window(browser, live_server.url, users[0], "phone", follows=True) as (page, complaints):
        moving(page)
        page.goto(f"/g/{game.code}/")
        game = _turned(game, users)
        page.locator(".scene").wait_for()
        page.locator(".scene").wait_for(state="detached")
        say = page.get_by_label("Say something to the table")
        say.press_sequentially("Well")
        _turned(game, users)
        told = page.locator("#table[data-told='2']")
        told.wait_for()
        assert page.locator(".scene").count() == 0
        assert page.evaluate("scrollY") > 0
        page.keyboard.type(" played")
        assert say.input_value() == "Well played"
        expect(page.locator("#aloud")).to_have_text(told.get_attribute("data-aloud") or "?")
        assert complaints == []


def _turned(game: Game, users: list[User]) -> Game:
    for user in users:
        bid(game, user)
    return settle(game)


@pytest.mark.parametrize("script", [True, False])
def test_after_sealing_the_focus_is_at_what_was_sealed(
    browser: Browser, live_server: LiveServer, script: bool
) -> None:
    users, game = table_of(3)
    how = {} if script else {"java_script_enabled": False}
    with window(browser, live_server.url, users[0], "phone", **how) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        page.locator("form.play input[name=bid]").nth(2).check(force=True)
        press(page.locator("form.play .sealbar button"))
        expect(page.locator("#sealed")).to_be_focused()
        if script:
            assert page.evaluate("scrollY") == 0
        assert complaints == []


HEARD = """(() => {
  window.voices = 0; window.felt = 0; window.hushed = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    window.voices++;
    return make.call(this);
  };
  const stop = OscillatorNode.prototype.stop;
  OscillatorNode.prototype.stop = function (...at) {
    if (!at.length) window.hushed++;
    return stop.apply(this, at);
  };
  navigator.vibrate = () => { window.felt++; return true; };
})()"""


def test_it_is_heard_and_felt_by_who_wishes_it_alone(
    browser: Browser, live_server: LiveServer
) -> None:
    users = people(4)
    with window(browser, live_server.url, users[0], "phone") as (page, complaints):
        moving(page)
        page.add_init_script(HEARD)
        page.goto(f"/g/{tide(users).code}/")
        page.locator(".scene").wait_for()
        page.keyboard.press("Escape")
        assert page.evaluate("[voices, felt]") == [0, 0]
        open_tab(page, "Story")
        wished = page.get_by_role("button", name="Sound and vibration")
        wished.click()
        expect(wished).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Show again").click()
        page.wait_for_function("() => voices > 4 && felt > 0")
        page.keyboard.press("Escape")
        page.wait_for_function("() => hushed > 0")
        assert page.evaluate("localStorage.getItem('sound')") == "on"
        page.emulate_media(reduced_motion="reduce")
        expect(page.locator("#loud")).to_be_hidden()
        assert complaints == []


def test_who_reads_on_below_is_there_again_after_it(
    browser: Browser, live_server: LiveServer
) -> None:
    """It plays at the top of the page, where its reader was taken and left."""
    users, game = table_of(3)
    for line in range(6):
        chat.say(users[1], game.code, f"The wind turns, {line} times. " * 12)
    with window(browser, live_server.url, users[0], follows=True) as (page, complaints):
        moving(page)
        page.goto(f"/g/{game.code}/")
        open_tab(page, "Chat")
        page.evaluate("scrollTo(0, 100)")
        _turned(game, users)
        page.locator(".scene").wait_for()
        assert page.evaluate("scrollY") == 0
        page.keyboard.press("a")
        assert page.locator(".scene").count() == 0
        assert page.evaluate("scrollY") == 100
        assert complaints == []


FORBIDDEN = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("forbidden", "SecurityError"); },
});"""


def test_a_browser_that_may_keep_nothing_plays_it_too(
    browser: Browser, live_server: LiveServer
) -> None:
    """It only can't remember whether its reader wishes to hear it."""
    users = people(4)
    with window(browser, live_server.url, users[0]) as (page, complaints):
        moving(page)
        page.add_init_script(FORBIDDEN)
        page.goto(f"/g/{tide(users).code}/")
        page.locator(".scene").wait_for()
        _said_aloud(page)
        page.keyboard.press("a")
        expect(page.get_by_role("button", name="Show again")).to_be_visible()
        expect(page.locator("#loud")).to_be_hidden()
        assert complaints == []
