"""An open page shows within a second what happened, and leaves what its reader does alone."""

from __future__ import annotations

import re
import statistics
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.talk import chat
from tests.browsing.windows import open_tab, window
from tests.games.making import bid, fresh, legal, people, running, settle, table_of
from tests.sampling import whole
from tests.tideweb.test_event_stream import process
from tests.tideweb.test_front import nginx_before

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.nginx, pytest.mark.django_db(transaction=True)]
SEALS = 24 if whole() else 4
PATIENCE = 10_000  # milliseconds


@pytest.fixture(scope="module")
def site(
    django_db_setup: None, live_server: LiveServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The address of the site as it is run: a front, a web process, and one that holds lines."""
    folder = tmp_path_factory.mktemp("front")
    web = int(live_server.url.rsplit(":", 1)[1])
    with process() as events, nginx_before(web, folder, events) as port:
        yield f"http://127.0.0.1:{port}"


def follows(page: Page) -> None:
    """Until its line is open."""
    page.locator("body[data-line=open]").wait_for(timeout=PATIENCE)


def test_a_seal_is_seen_by_the_others_within_a_second(browser: Browser, site: str) -> None:
    users = people(3)
    took: list[float] = []
    game = running(users)
    with window(browser, site, users[0], follows=True) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        follows(page)
        while len(took) < SEALS:
            took += [_seen(page, game, user) for user in users[1:]]
            bid(game, users[0])
            game = settle(game)
            page.locator(f"#table[data-hand='{game.hand_number}']").wait_for(timeout=PATIENCE)
        assert complaints == []
    took.sort()
    print(  # noqa: T201
        f"\nnews of {len(took)} seals: p50 {statistics.median(took):.0f} ms, "
        f"p95 {took[int(len(took) * 0.95)]:.0f} ms, most {took[-1]:.0f} ms"
    )
    assert took[int(len(took) * 0.95)] < PATIENCE


def _seen(page: Page, game: Game, user: User) -> float:
    """Milliseconds until the page tells of this answer."""
    before = page.locator(".berth .state--wait").count()
    page.evaluate(
        """before => { window.seenAt = new Promise(done => {
          const count = () => document.querySelectorAll('.berth .state--wait').length;
          const watch = new MutationObserver(() => {
            if (count() < before) { watch.disconnect(); done(Date.now()); }
          });
          watch.observe(document.body, { subtree: true, childList: true, attributes: true });
        }); }""",
        before,
    )
    begun = time.time() * 1000
    bid(game, user)
    return float(page.evaluate("window.seenAt")) - begun


def test_what_the_reader_does_is_left_alone(browser: Browser, site: str) -> None:
    users, game = table_of(3)
    with window(browser, site, users[0], "phone", follows=True) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        follows(page)
        cards = page.locator("form.play input[name=bid]")
        chosen = cards.nth(4).get_attribute("value")
        cards.nth(4).check(force=True)
        open_tab(page, "Chat")
        say = page.get_by_label("Say something to the table")
        say.press_sequentially("I am writing a long ")
        page.evaluate("scrollTo(0, 300)")
        at = page.evaluate("scrollY")
        bid(game, users[1])
        page.locator(".berth .state", has_text="sealed").first.wait_for(state="attached")
        page.keyboard.type("message")
        chat.say(users[1], game.code, "Are you still there?")
        page.locator("#said", has_text="Are you still there?").wait_for(timeout=PATIENCE)
        page.keyboard.type(", to the end.")
        assert say.input_value() == "I am writing a long message, to the end."
        assert page.evaluate("scrollY") == at
        assert page.locator("form.play input:checked").get_attribute("value") == chosen
        assert complaints == []


@pytest.mark.parametrize("seen_sealed", [False, True], ids=["at once", "by and by"])
def test_the_next_hand_keeps_the_card_that_was_chosen(
    browser: Browser, site: str, *, seen_sealed: bool
) -> None:
    """The hand has ended meanwhile, by a plan or the clock; the card is still mine, and whoever
    was at it by keyboard is there again."""
    users, game = table_of(3)
    with window(browser, site, users[0], follows=True) as (page, _complaints):
        page.goto(f"/g/{game.code}/")
        follows(page)
        field = page.locator("form.play input[name=bid]").nth(5)
        chosen = field.get_attribute("value")
        field.check(force=True)
        field.focus()
        for user in users:
            bid(game, user)  # each their lowest
            if seen_sealed and user == users[0]:
                page.locator(".os-table .sealed").first.wait_for(state="attached")
        game = settle(game)
        page.locator("form.play input[name=hand][value='2']").wait_for(state="attached")
        assert page.locator("form.play input:checked").get_attribute("value") == chosen
        assert page.evaluate("document.activeElement.value") == chosen


def test_a_card_chosen_at_one_table_is_not_chosen_at_another(browser: Browser, site: str) -> None:
    """The hand for which it was chosen is answered elsewhere, as on the phone."""
    users = people(3)
    first, second = _with_a_card_in_common(users)
    card = min(set(legal(first, 0)) & set(legal(second, 0)))
    with window(browser, site, users[0], follows=True) as (page, _complaints):
        page.goto("/moves/")
        follows(page)
        page.locator(f"#answer-{first.code} input[name=bid][value='{card}']").check(force=True)
        bid(first, users[0], card)
        page.locator(f"#answer-{first.code}").wait_for(state="detached", timeout=PATIENCE)
        assert page.locator(f"#answer-{second.code}").count() == 1
        assert page.locator("form.play input:checked").count() == 0


def _with_a_card_in_common(users: list[User]) -> tuple[Game, Game]:
    while True:
        first, second = running(users), running(users)
        if set(legal(first, 0)) & set(legal(second, 0)):
            return first, second


@pytest.mark.parametrize("comes_back", [True, False])
def test_a_page_left_open_says_again_how_long_there_is(
    browser: Browser, site: str, comes_back: bool
) -> None:
    """Nothing has happened for hours, but "in 26 hours" has become wrong."""
    users, game = table_of(3)
    with window(browser, site, users[0], follows=True) as (page, complaints):
        page.clock.install()
        page.goto(f"/g/{game.code}/")
        follows(page)
        card = page.locator("form.play input[type=radio]").first
        card.check(force=True)
        left = page.locator("#bar .os-when span")
        said = left.inner_text()
        left.evaluate("(span) => { span.textContent = 'in 26 hours'; }")
        if comes_back:
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            page.wait_for_timeout(500)
            expect(left).to_have_text("in 26 hours")  # too young to be fetched again
            page.evaluate("{ const now = Date.now; Date.now = () => now() + 10 * 60 * 1000; }")
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        else:
            page.clock.fast_forward("10:00")
        expect(left).to_have_text(said, timeout=PATIENCE)
        expect(card).to_be_checked()
        assert complaints == []


@pytest.mark.parametrize("status", [429, 503])
def test_a_page_that_could_not_be_fetched_is_fetched_again(
    browser: Browser, site: str, status: int
) -> None:
    """A front may be too busy for a moment, and nothing else may happen at the table for hours."""
    users, game = table_of(3)
    refused: list[str] = []

    def once(route: Route) -> None:
        if "tideweb-live" in route.request.headers and not refused:
            refused.append(route.request.url)
            return route.fulfill(status=status, body="busy")
        return route.fallback()

    with window(browser, site, users[0], follows=True) as (page, _complaints):
        page.goto(f"/g/{game.code}/")
        follows(page)
        page.route(f"**/g/{game.code}/", once)
        bid(game, users[1])
        page.locator(".berth .state", has_text="sealed").wait_for(timeout=PATIENCE)
        page.unroute_all()
        assert refused


def test_title_and_bell_follow_on_every_page(browser: Browser, site: str) -> None:
    users = people(3)
    with window(browser, site, users[0], follows=True) as (page, complaints):
        page.goto("/rules/")
        assert not page.title().startswith("(")
        follows(page)
        game = running(users)
        expect(page).to_have_title(re.compile(r"\(1\) "), timeout=PATIENCE)
        bid(game, users[0])
        expect(page).to_have_title(re.compile(r"^[^(]"), timeout=PATIENCE)
        assert complaints == []


def test_a_further_move_is_told_by_ear(browser: Browser, site: str) -> None:
    """The element that was there from the start says so: one that appears with it is not read."""
    users = people(3)
    with window(browser, site, users[0], follows=True) as (page, complaints):
        page.goto("/moves/")
        follows(page)
        ear = page.locator("#moves [role=status]")
        ear.evaluate("it => { it.heard = true; }")
        for said in ("1 hand waits for you.", "2 hands wait for you."):
            running(users)
            expect(ear).to_have_text(said, timeout=PATIENCE)
            assert ear.evaluate("it => it.heard")
        assert complaints == []


def test_the_list_of_moves_and_the_lobby_follow(browser: Browser, site: str) -> None:
    users = people(3)
    with window(browser, site, users[0], follows=True) as (page, complaints):
        page.goto("/moves/")
        follows(page)
        game = tables.make_table(
            users[1], TableSettings(name="Texel", seats=3, visibility="public")
        )
        tables.join(users[0], game.code)
        page.locator("#moves", has_text="Texel").wait_for(timeout=PATIENCE)
        page.goto(f"/g/{game.code}/")
        follows(page)
        tables.join(users[2], game.code)
        page.locator("form.play").wait_for(timeout=PATIENCE)
        assert fresh(game).state == Game.State.RUNNING
        assert complaints == []
