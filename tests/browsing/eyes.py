"""Looking at pages in a real browser: axe, the width, and pictures if wished.

Set TIDEWEB_SHOTS to a folder to keep a picture of every page that was looked at.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any
from zlib import crc32

from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from playwright.sync_api import Page

from tests.browsing.looks import ALL, SIZES, WHOLE, Load, Look, loads

HOST = "localhost"  # of every live server
# What passed is not described: axe would look for a selector of every node on the page.
RUN_AXE = "options => axe.run(options).then(results => results.violations)"
# It need not fetch all style sheets anew, either: only sounds and films ask for that.
# The one frame that we have shows a letter, where no script may run: axe cannot be heard there.
HOW = {"resultTypes": ["violations"], "preload": False, "iframes": False}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
# These four take axe most of its time, and what they find lies in what pages share: colours
# (tests/drawing/test_contrast.py checks every pair), the frame of all pages, buttons and links. So
# the suite asks for them on one page in three, `make browsers` on every page.
SLOW = [*COLOURS, "region", "target-size"]
SLOW_OF = 3
# words that stick out of what holds them, unless a box there rolls or cuts on purpose
STUCK_OUT = """() => [...document.querySelectorAll("main *, header *, footer *")].filter(each => {
    const worded = [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    const box = each.getBoundingClientRect(), hull = each.parentElement.getBoundingClientRect();
    const rolls = it => getComputedStyle(it).overflowX !== "visible";
    return worded && box.width > 1 && !each.closest(".vh, svg, select")
        && getComputedStyle(each).position === "static"
        && (each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0 && !rolls(each)
            || box.right > hull.right + 1 && !rolls(each.parentElement));
}).map(each => `${each.tagName}.${each.className}: ${each.innerText.slice(0, 40)}`)"""
# what a finger could miss; a link in a sentence is as high as its line
SMALL = """() => [...document.querySelectorAll("a[href], button, select, summary")].filter(each => {
    const box = each.getBoundingClientRect();
    return box.width > 1 && Math.min(box.width, box.height) < 24
        && getComputedStyle(each).display !== "inline" && !each.closest(".vh");
}).map(each => `${each.tagName}.${each.className} is small: ${each.innerText.slice(0, 40)}`)"""
OPENED = "document.querySelectorAll('details').forEach(each => each.open = true)"


def looked_at(
    page: Page,
    name: str,
    path: str = "",
    *,
    abroad: bool = True,
    opened: bool = False,
    also: Callable[[Page], list[str]] | None = None,
) -> dict[str, list[str]]:
    """What is wrong with a page, by how it was shown; with nothing wrong, nothing.

    Without a path it is the page that is there, and one can go on with it; one with a path has to
    be opened again. `abroad` pages come in our other languages, too; `opened` ones with
    everything unfolded. `also` is asked of the page as most people get it.
    """
    found = {}
    for load in loads(name, _size(page), of_its_own=bool(path), abroad=abroad):
        _resize(page, load.looks[0].size)  # before there is anything to lay out
        _load(page, path, load)
        if opened:
            page.evaluate(OPENED)
        lang = page.evaluate("document.documentElement.lang")
        found[f"{name}{load}"] = [f"comes in {lang}"] * (lang != load.language)
        found[f"{name}{load}"] += also(page) if also and (load == ALL[0] or not WHOLE) else []
        for look in load.looks:
            key = f"{name}-{look}{load}"
            found[key] = _seen(page, key, look, load.language)
    _load(page, path, ALL[0]) if WHOLE and not path else ask_for(page, "en")
    return {key: what for key, what in found.items() if what}


def looked_through(
    page: Page,
    complaints: list[str],
    names: Collection[str],
    pages: Iterable[tuple[str, str]],
    **how: Any,
) -> dict[str, list[str]]:
    """What is wrong with those of these pages (name and path) that have one of these names, and
    what the console said of each. A page may be made when it is its turn, out of the last one.
    """
    found: dict[str, list[str]] = {}
    left = set(names)
    for name, path in pages:
        if name in left:
            left.remove(name)
            found |= looked_at(page, name, path, **how)
            if complaints:
                found[f"{name}-console"] = list(complaints)
                complaints.clear()
        if not left:
            break
    assert not left
    return found


def _load(page: Page, path: str, load: Load) -> None:
    """Brings the page, in this language, with or without its script."""
    ask_for(page, load.language)
    if load.script:
        _bring(page, path)
    else:
        line = page.context.new_cdp_session(page)
        line.send("Emulation.setScriptExecutionDisabled", {"value": True})
        _bring(page, path)
        line.send("Emulation.setScriptExecutionDisabled", {"value": False})  # axe is one, too
        line.detach()


def ask_for(page: Page, language: str) -> None:
    """What is loaded from now on comes in this language."""
    name = settings.LANGUAGE_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": language, "domain": HOST, "path": "/"}])


def _bring(page: Page, path: str) -> None:
    if path:
        page.goto(path)
    elif WHOLE:  # else it is there as it came, and nobody has turned it into anything else
        page.reload()


def _seen(page: Page, name: str, look: Look, language: str) -> list[str]:
    """What is wrong with the page that is there, at this size, by day or by night."""
    _resize(page, look.size)
    if WHOLE:  # the suite looks by day only, as every window begins
        page.emulate_media(color_scheme=look.theme)
    picture(page, name)
    phone = look.size == "phone"
    by_night = look.theme == "dark"
    slow = WHOLE or crc32(name.encode()) % SLOW_OF == 0
    return (
        too_wide(page)
        + (page.evaluate(SMALL) if phone else [])
        + (page.evaluate(STUCK_OUT) if phone and language != "en" else [])
        + (faults(page, by_night=by_night, slow=slow) if look.axe else [])
    )


def _size(page: Page) -> str:
    """What the window is as wide as."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    return next(size for size in SIZES if SIZES[size][0] == width)


def _resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    if page.viewport_size != {"width": width, "height": height}:
        page.set_viewport_size({"width": width, "height": height})


def faults(page: Page, *, by_night: bool = False, slow: bool = True) -> list[str]:
    """What axe finds; by night only what depends on colours; by its slow rules if wished."""
    asked = COLOURS if by_night else TAGS
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
        # The next pages of this window bring it along: so the browser compiles it only once.
        page.context.add_init_script(AXE_SCRIPT)
    left_out = {} if slow else {"rules": {rule: {"enabled": False} for rule in SLOW}}
    violations = page.evaluate(RUN_AXE, {"runOnly": asked, **HOW, **left_out})
    return [
        f"{violation['id']}: {node['target']} {node.get('failureSummary', '')}"
        for violation in violations
        for node in violation["nodes"]
    ]


def too_wide(page: Page) -> list[str]:
    """Whether one would have to push the page sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    return ["wider than its window"] * bool(wide)


def picture(page: Page, name: str, *, whole: bool = True) -> None:
    """Keeps a picture, if somebody wishes to look: of the whole page, or of the screen."""
    if folder := os.environ.get("TIDEWEB_SHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=whole)
