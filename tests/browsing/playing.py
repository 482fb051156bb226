"""Playing by clicking, as a person does: look, choose a card, seal it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from games.models import Game
from tests.browsing.windows import press
from tests.games.making import fresh

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.worker import WorkerProcess


def seal_something(page: Page, turn: int) -> bool:
    """Answers the hand if it asks this person something; True if it did."""
    offered = page.locator("form.play input[name=bid]")
    count = offered.count()
    if count == 0:
        return False
    offered.nth(turn % count).check(force=True)  # the card covers its radio
    press(page.locator("form.play :is(.sealbar, .go) button"))  # drawn, or as lines
    return True


def is_over(page: Page) -> bool:
    return page.get_by_text("Points by stage").count() > 0


def play_to_the_end(pages: list[Page], game: Game, worker: WorkerProcess) -> None:
    """Everybody goes on answering, one hand after the other, until each of them sees the result."""
    turn = 0
    while (game := fresh(game)).state == Game.State.RUNNING:
        for page in pages:
            page.goto(f"/g/{game.code}/")
            seal_something(page, turn)
        worker.until(partial(_went_on, game))
        turn += 1
    for page in pages:
        if not is_over(page):
            page.goto(f"/g/{game.code}/")
        assert is_over(page)


def _went_on(before: Game) -> bool:
    now = fresh(before)
    return (now.state, now.hand_number) != (before.state, before.hand_number)
