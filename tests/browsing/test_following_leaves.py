"""What stands beside a table follows as the table does: the sections that its tabs lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.models import Bid, Game
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.seats import absence, votes
from games.services.talk import chat
from tests.browsing.windows import open_tab, window
from tests.games.making import bid, fresh, people, running, settle, user_at
from tests.narrowing import not_none

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PATIENCE = 10_000  # milliseconds


def test_the_receipt_is_that_of_the_answer_given_elsewhere(
    browser: Browser, live_server: LiveServer
) -> None:
    """And in the next hand, that of the next; what is typed and opened meanwhile stays so."""
    users = people(3)
    game = running(users)
    with window(browser, live_server.url, users[0], "phone", follows=True) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        open_tab(page, "Notes")
        page.get_by_label("Add a note").press_sequentially("They duck ")
        proof = page.locator("section[aria-labelledby=h-seal] .proof")
        for _hand in range(2):
            bid(game, users[0])
            expect(proof.locator("dd").last).to_have_text(_digest(game), timeout=PATIENCE)
            proof.evaluate("details => { details.open = true; }")
            bid(game, users[1])
            expect(page.locator("#table")).to_contain_text("2 of 3 have answered", timeout=PATIENCE)
            assert proof.get_attribute("open") is not None
            bid(game, users[2])
            game = settle(game)
            expect(proof).to_have_count(0, timeout=PATIENCE)
        about = page.get_by_label("About").locator("option").first
        expect(about).to_have_text(f"hand {game.hand_number}")
        page.keyboard.type("the high tides")
        assert page.get_by_label("Add a note").input_value() == "They duck the high tides"
        assert complaints == []


def _digest(game: Game) -> str:
    return Bid.objects.filter(hand__game=game).latest("pk").digest


def test_a_vote_and_a_seat_that_waits_appear(browser: Browser, live_server: LiveServer) -> None:
    users = people(3)
    game = running(users)
    with window(browser, live_server.url, users[0], follows=True) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        open_tab(page, "Table")
        votes.vote(users[1], game.code, "pause")
        voted = page.locator("#options", has_text=f"{users[1].name} voted for it")
        voted.wait_for(timeout=PATIENCE)
        absence.leave(users[2], game.code)
        page.get_by_role("heading", name="A seat waits for somebody").wait_for(timeout=PATIENCE)
        expect(page.locator("#tabs [aria-current]")).to_have_text("Table")
        assert complaints == []


def test_the_first_words_at_a_table_open_the_chat_to_who_watches(
    browser: Browser, live_server: LiveServer
) -> None:
    game = running(people(3), visibility="public", chat="everybody")
    with window(browser, live_server.url, None, follows=True) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        chat.say(user_at(fresh(game), 0), game.code, "A following wind!")
        open_tab(page, "Chat")
        expect(page.locator("#talk")).to_contain_text("A following wind!")
        assert complaints == []


def test_a_new_message_and_who_has_answered_are_said_while_the_chat_is_closed(
    browser: Browser, live_server: LiveServer
) -> None:
    users = people(3)
    game = running(users)
    bid(game, users[0])
    with window(browser, live_server.url, users[0], follows=True) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        said = page.locator("#talked")
        expect(said).to_be_empty()
        for word, count in (("Ahoy!", "1 new message"), ("A fine day!", "2 new messages")):
            chat.say(users[1], game.code, word)
            expect(said).to_have_text(f"{count} in the chat.", timeout=PATIENCE)
        line = page.get_by_role("status").filter(has_text="1 of 3 has answered.")
        region = line.element_handle()
        bid(game, users[1])
        expect(page.get_by_role("status").filter(has_text="2 of 3 have answered.")).to_be_visible(
            timeout=PATIENCE
        )
        assert region is not None
        assert region.evaluate("it => it.isConnected && it.textContent").startswith("2 of 3")
        expect(said).to_have_text("2 new messages in the chat.")
        assert complaints == []


def test_who_waits_for_others_hears_of_them(browser: Browser, live_server: LiveServer) -> None:
    """What is read aloud changes within the region that was there, or nobody would hear it."""
    users = people(3)
    table = tables.make_table(users[0], TableSettings(name="Texel", seats=4))
    with window(browser, live_server.url, users[0], follows=True) as (page, complaints):
        page.goto(f"/g/{table.code}/")
        regions = [page.locator(f"#{name}[role=status]") for name in ("free", "talked")]
        before = [not_none(region.element_handle()) for region in regions]
        tables.join(users[1], table.code)
        chat.say(users[1], table.code, "Good evening!")
        words = ("2 seats are free", "1 new message in the chat.")
        for region, text in zip(regions, words, strict=True):
            expect(region).to_have_text(text, timeout=PATIENCE)
        assert [region.inner_text() for region in before] == [*words]
        assert complaints == []


def test_what_was_said_before_is_not_read_as_if_it_were_new(
    browser: Browser, live_server: LiveServer
) -> None:
    """More than the page shows stays unread, and somebody sits down before the next word."""
    users = people(3)
    table = tables.make_table(users[0], TableSettings(name="Texel", seats=4))
    tables.join(users[1], table.code)
    for number in range(5):
        chat.say(users[1], table.code, f"Word {number}")
    with window(browser, live_server.url, users[0], follows=True) as (page, complaints):
        page.goto(f"/g/{table.code}/")
        said = page.locator("#talked")
        tables.join(users[2], table.code)
        expect(page.locator("#free")).to_have_text("1 seat is free", timeout=PATIENCE)
        page.wait_for_timeout(300)
        expect(said).to_be_empty()
        chat.say(users[1], table.code, "Good evening!")
        expect(said).to_have_text("6 new messages in the chat.", timeout=PATIENCE)
        assert complaints == []
