"""Looking at pages in a real browser: axe, the console, the width, and pictures if wished.

Set TIDEWEB_SHOTS to a folder to keep a picture of every page that was looked at.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from django.test import Client
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
)

from accounts.models import User

SIZES = {"phone": (360, 780), "tablet": (768, 1024), "desk": (1280, 900)}
LOOKS = (
    ("phone", "light"),
    ("phone", "dark"),
    ("tablet", "light"),
    ("desk", "light"),
    ("desk", "dark"),
)
# What passed is not described: axe would look for a selector of every node on the page.
RUN_AXE = "options => axe.run(options).then(results => results.violations)"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]


class Complaints(list[str]):
    """What a browser wrote into its console: errors, and breaches of the content policy; and
    whom it asked besides us."""

    def __init__(self, ours: str) -> None:
        super().__init__()
        self.ours = ours

    def hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.append(message.text)

    def watch(self, request: Request) -> None:
        """Nothing is fetched from anybody but us."""
        if not request.url.startswith((self.ours, "data:", "about:", "blob:")):
            self.append(f"asked somebody else: {request.url}")


@contextmanager
def window(
    browser: Browser, url: str, user: User | None = None, size: str = "desk", **how: object
) -> Iterator[tuple[Page, Complaints]]:
    """A window of its own, signed in if somebody is given, that writes down complaints."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, base_url=url, reduced_motion="reduce", **how
    )
    if user is not None:
        sign_in(context, url, user)
    page, complaints = context.new_page(), Complaints(url)
    page.on("console", complaints.hear)
    page.on("request", complaints.watch)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page, complaints
    context.close()


def sign_in(context: BrowserContext, url: str, user: User) -> None:
    """Signs somebody in without the form."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": url}])


def press(button: Locator) -> None:
    """Follows a link or sends a form, and waits for the page that this leads to.

    A click alone may return while the answer is still on its way: what is read or opened next
    would then meet the old page, none, or the new one as it arrives.
    """
    with button.page.expect_navigation():
        button.click()


def faults(page: Page, key: str = "") -> list[str]:
    """What axe finds; by night, when the same things are there, whatever depends on colours."""
    asked = COLOURS if key.endswith("-dark") else TAGS
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)  # once for all sizes: reading it takes longer than its work
    violations = page.evaluate(RUN_AXE, {"runOnly": asked, "resultTypes": ["violations"]})
    return [
        f"{violation['id']}: {node['target']} {node.get('failureSummary', '')}"
        for violation in violations
        for node in violation["nodes"]
    ]


def too_wide(page: Page) -> list[str]:
    """Whether one would have to push the page sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    return ["wider than its window"] * bool(wide)


def looks(page: Page) -> Iterator[str]:
    """Shows the page at each size, by day and by night; yields how it is shown."""
    for size, scheme in LOOKS:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        yield f"{size}-{scheme}"


def picture(page: Page, name: str) -> None:
    """Keeps a picture, if somebody wishes to look."""
    if folder := os.environ.get("TIDEWEB_SHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
