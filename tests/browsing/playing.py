"""Playing by clicking, as a person does: look, choose a card, seal it."""

import time

from playwright.sync_api import Error, Page

from tests.browsing.windows import press

A_MOMENT = 0.2
PATIENCE = 60  # seconds for cards that are being turned


def seal_something(page: Page, turn: int) -> bool:
    """Answers the hand if it asks this person something; True if it did."""
    offered = page.locator("form.play input[name=bid]")
    count = offered.count()
    if count == 0:
        return False
    offered.nth(turn % count).check(force=True)  # the card covers its radio
    press(page.locator("form.play .sealbar button"))
    return True


def look(page: Page, path: str) -> None:
    """Goes there; if the page is just renewing itself, that will do."""
    try:
        page.goto(path)
    except Error as error:
        if "another navigation" not in error.message and "ERR_ABORTED" not in error.message:
            raise
        page.wait_for_load_state()


def is_over(page: Page) -> bool:
    return page.get_by_text("Points by stage").count() > 0


def play_to_the_end(pages: list[Page], path: str) -> None:
    """Everybody goes on answering until each of them sees the result."""
    turn, quiet_since = 0, time.monotonic()
    while True:
        acted = False
        for page in pages:
            look(page, path)
            acted |= seal_something(page, turn)
        turn += 1
        if all(is_over(page) for page in pages):
            return
        if acted:
            quiet_since = time.monotonic()
            continue
        assert time.monotonic() - quiet_since < PATIENCE, "nobody was asked anything any more"
        time.sleep(A_MOMENT)
