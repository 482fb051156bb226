"""The cases of docs/moderating.md in a browser, from the start page, in five clicks or fewer.

The suite tries a few; `make moderating` and `make browsers` try all, the former for the pictures
of the documentation.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Literal

import pytest
from django.utils import timezone

from accounts.models import ModerationEntry, Notice, Outage, User
from games.models import Report
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from tests.browsing.eyes import looked_at, looked_through, picture
from tests.browsing.looks import WHOLE, some, together
from tests.browsing.moderating import LISTS, OF_PEOPLE, PANEL, World, build
from tests.browsing.windows import press, window
from tests.games.making import fresh, hand_of, user_at
from tests.process_fixtures import again

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django import Settings
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST = 5
PARTS = 4  # of the lists, for as many tests


class Hand:
    """Clicks, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, words: str, role: Literal["link", "button"] = "link") -> None:
        press(self.page.get_by_role(role, name=words, exact=True).first)
        self.clicks += 1

    def find(self, words: str) -> None:
        """Typing is no click; sending the search is one."""
        self.page.get_by_role("searchbox").fill(words)
        self.click("Find", "button")

    def fill(self, reason: str, text: str = "", **fields: str) -> None:
        for name, value in fields.items():
            field = self.page.locator(f"#id_{name}")
            field.select_option(value) if name == "seat" else field.fill(value)
        self.page.locator("#id_reason").select_option(reason)
        if text:
            self.page.locator("#id_text").fill(text)

    def carry_out(self, picture_of: str = "", name: str = "") -> None:
        """Preview, and then in earnest; what is for good asks for the name."""
        self.click("Preview", "button")
        if name:
            self.page.get_by_label(f"Type “{name}” to go on").fill(name)
        if picture_of:
            picture(self.page, picture_of)
        self.click("Carry out", "button")


def find_and_read(hand: Hand, world: World) -> None:
    hand.find(world.missed.code)
    picture(hand.page, "found")
    hand.click("Rottumeroog")
    picture(hand.page, "game")
    assert "Everything that happened" in hand.page.content()
    assert "Aoife missed it" in hand.page.content()


def excuse(hand: Hand, world: World) -> None:
    hand.find(world.missed.code)
    hand.click("Rottumeroog")
    hand.click("excuse")
    hand.fill("asked")
    hand.carry_out("excuse")
    assert fresh(world.missed).seats.get(index=2).misses == 0


def take_back(hand: Hand, world: World) -> None:
    hand.find("Rottumeroog")
    hand.click("Rottumeroog")
    hand.click("Take back to a hand")
    hand.fill("defect", "A card was shown too early.", hand="2")
    hand.carry_out("take-back")
    assert fresh(world.missed).hand_number == 2


def extend(hand: Hand, world: World) -> None:
    before = hand_of(world.missed).deadline
    hand.find("Rottumeroog")
    hand.click("Rottumeroog")
    hand.click("Extend the deadline")
    hand.fill("asked", hours="12")
    hand.carry_out("extend")
    assert hand_of(world.missed).deadline > before


def replace(hand: Hand, world: World) -> None:
    hand.find(world.missed.code)
    hand.click("Rottumeroog")
    hand.click("Replace a seat")
    hand.fill("absent", seat="2", person="Ute")
    hand.carry_out("replace", "Rottumeroog")
    assert user_at(world.missed, 2).name == "Ute"


def pause(hand: Hand, world: World) -> None:
    hand.find(world.missed.code)
    hand.click("Rottumeroog")
    hand.click("Pause")
    hand.fill("asked")
    hand.carry_out("pause")
    assert fresh(world.missed).paused_at


def cancel(hand: Hand, world: World) -> None:
    hand.find(world.missed.code)
    hand.click("Rottumeroog")
    hand.click("Cancel the game")
    hand.fill("asked")
    hand.carry_out("cancel", "Rottumeroog")
    assert fresh(world.missed).state == "cancelled"


def extend_person(hand: Hand, world: World) -> None:
    hand.find("aoife")
    hand.click("Aoife")
    hand.click("Extend all deadlines")
    hand.fill("absent", hours="48")
    hand.carry_out()
    assert ModerationEntry.objects.get(command="extend_person").facts["games"] == 2


def outage(hand: Hand, world: World) -> None:
    hand.click("Give time back after an outage")
    hand.fill("outage", hours="5")
    hand.carry_out()
    assert Outage.objects.filter(what="moderator").exists()


def end(hand: Hand, world: World) -> None:
    hand.find(world.missed.code)
    hand.click("Rottumeroog")
    hand.click("End the game as it stands")
    hand.fill("asked")
    hand.carry_out("end", "Rottumeroog")
    assert fresh(world.missed).state == "over"


def send_again(hand: Hand, world: World) -> None:
    hand.click("550 5.1.1 no such mailbox here")
    picture(hand.page, "letter")
    hand.click("Send again")
    hand.fill("outage")
    hand.carry_out()
    assert Notice.objects.get(pk=world.failed.pk).state != Notice.State.FAILED


def answer_report(hand: Hand, world: World) -> None:
    hand.click("the game is stuck")
    picture(hand.page, "report")
    hand.page.locator("#id_outcome").select_option("acted")
    hand.page.locator("#id_answer").fill("It goes on now.")
    hand.click("Answer", "button")
    assert Report.objects.get(kind="stuck").outcome


def hide(hand: Hand, world: World) -> None:
    hand.click("how somebody behaves")
    picture(hand.page, "reported-message")
    hand.click("hide message 2")
    hand.fill("conduct", "No insults, please.")
    hand.carry_out()
    assert world.stuck.messages.get(number=2).hidden_at


def warn(hand: Hand, world: World) -> None:
    hand.find("joost")
    hand.click("Joost")
    picture(hand.page, "person")
    hand.click("Warn")
    hand.fill("conduct", "Please answer in time.")
    hand.carry_out()
    assert ModerationEntry.objects.filter(command="warn").exists()


def suspend(hand: Hand, world: World) -> None:
    hand.find("joost@example.org")
    hand.click("Joost")
    hand.click("Suspend")
    hand.fill("unfair", "Two accounts at one table.", days="30")
    hand.carry_out("suspend")
    assert User.objects.get(pk=world.people[1].pk).is_suspended


def undo(hand: Hand, world: World) -> None:
    mute = execution.carry_out(
        world.chief, "mute", str(world.people[1].pk), CommandInput("conduct", "A slip.", days=3)
    )
    hand.find("joost")
    hand.click("Joost")
    hand.click("undo")
    hand.fill("other", "I meant somebody else.")
    hand.click("Preview", "button")
    picture(hand.page, "undo")
    assert User.objects.get(pk=world.people[1].pk).is_muted
    hand.click("Undo", "button")
    assert ModerationEntry.objects.get(command="undo").facts["undoes"] == mute.entry.number


def see_signals(hand: Hand, world: World) -> None:
    hand.find("marit")
    hand.click("Marit")
    hand.page.get_by_role("heading", name="Signals").wait_for()
    picture(hand.page, "signals")


def see_stuck(hand: Hand, world: World) -> None:
    set_aside = hand_of(world.missed)
    set_aside.failures, set_aside.failed_with = 3, "ValueError"
    set_aside.retry_at = timezone.now() + timedelta(minutes=4, seconds=30)
    set_aside.save()
    hand.page.reload()
    assert "hand 4 failed 3 times (ValueError)" in hand.page.inner_text("main")
    picture(hand.page, "start")
    hand.click("Kitchen table")
    assert "Kitchen table" in hand.page.title()


CASES: dict[str, Callable[[Hand, World], None]] = {
    "find a game and read what happened": find_and_read,
    "extend one game": extend,
    "extend all games of a person": extend_person,
    "extend all games after an outage": outage,
    "replace a seat": replace,
    "pause": pause,
    "cancel without rating": cancel,
    "excuse a miss": excuse,
    "take back to a hand": take_back,
    "end and score as it stands": end,
    "send a letter again, seeing why it did not arrive": send_again,
    "answer a report": answer_report,
    "hide a message": hide,
    "warn": warn,
    "suspend": suspend,
    "undo": undo,
    "see who may be one person": see_signals,
    "see what is stuck, and how the parts do": see_stuck,
}


@pytest.mark.parametrize("case", some(CASES, 3))
def test_a_case_takes_five_clicks_or_fewer(
    browser: Browser,
    live_server: LiveServer,
    case: str,
    record_property: Callable[[str, object], None],
) -> None:
    world = again(build)
    with window(browser, live_server.url, world.chief) as (page, complaints):
        page.goto("/admin/")
        hand = Hand(page)
        CASES[case](hand, world)
        assert not [text for text in complaints if "404" not in text]
    record_property("clicks", (case, hand.clicks))
    assert 0 < hand.clicks <= MOST


@pytest.mark.parametrize("names", together(some(PANEL, 6)), ids=" ".join)
def test_pages_of_the_panel(
    browser: Browser, live_server: LiveServer, names: tuple[str, ...]
) -> None:
    world = again(build)
    pages = {f"panel-{name}": PANEL[name](world) for name in names}
    with window(browser, live_server.url, world.chief) as (page, complaints):
        assert looked_through(page, complaints, pages, pages.items(), abroad=WHOLE) == {}


PREVIEWS = {
    "harmless": ("extend", {"hours": "5"}),
    "for-good": ("cancel", {}),
    "not-confirmed": ("cancel", {"confirm": "something"}),
    "changed": ("extend", {"hours": "5", "changed": "300"}),
}


@pytest.mark.parametrize("name", some(PREVIEWS, 2))
def test_a_preview(browser: Browser, live_server: LiveServer, name: str) -> None:
    """Also one of what is for good, and one of what is not as it was shown."""
    world, (slug, given) = again(build), PREVIEWS[name]
    with window(browser, live_server.url, world.chief) as (page, complaints):
        page.goto(f"/admin/do/{slug}/{world.missed.code}/")
        Hand(page).fill("asked", "As you wished.", **({"hours": "5"} if slug == "extend" else {}))
        press(page.get_by_role("button", name="Preview"))
        if "confirm" in given:
            page.locator("#confirm").fill(given["confirm"])
        if "changed" in given:
            page.evaluate("document.querySelector('[name=hours]').value = '300'")
        if {"confirm", "changed"} & {*given}:
            press(page.get_by_role("button", name="Carry out"))
        assert looked_at(page, f"panel-preview-{name}") == {}
        assert complaints == []


@pytest.mark.parametrize("part", range(PARTS if WHOLE else 1))
def test_lists_of_the_panel(browser: Browser, live_server: LiveServer, part: int) -> None:
    found: dict[str, list[str]] = {}
    world = again(build)
    with window(browser, live_server.url, world.chief) as (page, complaints):
        for name in list(LISTS)[part::PARTS]:
            found |= looked_at(page, f"panel-{name}", LISTS[name], abroad=WHOLE)
        assert complaints == []
    assert found == {}


@pytest.mark.parametrize("names", together(OF_PEOPLE), ids=" ".join)
def test_pages_of_people(
    browser: Browser, live_server: LiveServer, settings: Settings, names: tuple[str, ...]
) -> None:
    settings.TIDEWEB_DEMO = False
    world = again(build)
    pages = {f"people-{name}": OF_PEOPLE[name](world) for name in names}
    with window(browser, live_server.url, world.people[1]) as (page, complaints):
        found = looked_through(page, complaints, pages, pages.items())
    assert all("403" in text for text in found.pop("people-closed-console", []))
    assert found == {}
