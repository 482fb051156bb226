"""Windows of a real browser: who is signed in, what was complained of, and clicking in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

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
from tests.browsing.looks import SIZES

# Windows that were left clean, by the browser and how they were opened. A new one costs a second
# of processor time, for its own process and all style sheets anew: as much as to look at a page.
_left: dict[tuple[object, ...], list[BrowserContext]] = {}


class Complaints(list[str]):
    """What a browser wrote into its console: errors, and breaches of the content policy; and
    whom it asked besides us."""

    def __init__(self, ours: str, passed: str = "") -> None:
        super().__init__()
        self.ours, self.passed = ours, passed
        self.icon = f"{ours}/favicon.ico"  # asked for where there is no page: a bare file

    def listen(self, page: Page) -> None:
        page.on("console", self.hear)
        page.on("request", self.watch)
        page.on("pageerror", self.fail)

    def leave(self, page: Page) -> None:
        page.remove_listener("console", self.hear)
        page.remove_listener("request", self.watch)
        page.remove_listener("pageerror", self.fail)

    def hear(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning") or message.location["url"] == self.icon:
            return
        if not (self.passed and re.fullmatch(self.passed, message.text)):
            self.append(message.text)

    def watch(self, request: Request) -> None:
        """Nothing is fetched from anybody but us."""
        if not request.url.startswith((self.ours, "data:", "about:", "blob:")):
            self.append(f"asked somebody else: {request.url}")

    def fail(self, error: object) -> None:
        self.append(str(error))


@contextmanager
def window(
    browser: Browser,
    url: str,
    user: User | None = None,
    size: str = "desk",
    *,
    follows: bool = False,
    app: bool = False,
    **how: Any,
) -> Iterator[tuple[Page, Complaints]]:
    """A window of its own, signed in if somebody is given, that writes down complaints.

    One in which something failed is thrown away; the others are used again. Its pages stay as they
    were loaded, unless it `follows` what happens: what asks by itself may still be answered when
    the test is over and its database is emptied. Nor is anything kept in it unless it is an `app`.
    """
    kept = _left.setdefault((browser, url, follows, app, *sorted(how.items())), [])
    context = kept.pop() if kept else _opened(browser, url, follows, app, **how)
    page = context.pages[0]
    complaints = Complaints(url, "" if follows else STILLED)
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    if user is not None:
        sign_in(context, url, user)
    complaints.listen(page)
    try:
        yield page, complaints
    except BaseException:
        context.close()
        raise
    complaints.leave(page)
    if app:  # its worker may still be at work
        context.close()
        return
    _clean(context, url)
    kept.append(context)


# Before the scripts of a page run, which wait for the whole of it.
WITHOUT = """document.addEventListener("readystatechange", () => {
  if (document.readyState === "interactive") delete document.body.dataset.%s;
});"""
# A browser says so of our own script where a letter is shown, in a frame in which none may run.
STILLED = r"Blocked script execution in '[^']*/mailbox/\d+/html/' because .* sandboxed .*"


def _opened(browser: Browser, url: str, follows: bool, app: bool, **how: Any) -> BrowserContext:
    context = browser.new_context(base_url=url, reduced_motion="reduce", **how)
    for each, wished in (("live", follows), ("owner", app)):
        if not wished:
            context.add_init_script(WITHOUT % each)
    context.new_page()
    return context


def _clean(context: BrowserContext, url: str) -> None:
    """Leaves nothing of a test for the next but what the browser fetched of our static files."""
    page, *others = context.pages
    for other in others:
        other.close()
    # Where nothing asks for anything any more; led there by the page itself, since the browser
    # would take a new process for whatever else is not ours.
    context.set_offline(False)
    with page.expect_navigation(wait_until="commit"):
        page.evaluate("location.replace('about:blank')")
    context.clear_cookies()
    line = context.new_cdp_session(page)
    line.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"})
    line.detach()


def sign_in(context: BrowserContext, url: str, user: User) -> None:
    """Signs somebody in without the form."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": url}])


def open_tab(page: Page, name: str) -> None:
    """Opens a section beside a table, as its tab does."""
    page.locator("#tabs").get_by_role("link", name=name).click()


def press(button: Locator) -> None:
    """Follows a link or sends a form, and waits for the page that this leads to.

    A click alone may return while the answer is still on its way: what is read or opened next
    would then meet the old page, none, or the new one as it arrives.
    """
    with button.page.expect_navigation():
        button.click()
