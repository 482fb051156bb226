"""Takes the documentation's screenshots from a running demo: `make shots`, beside `make run`.

It signs in by the link that the demo left in TIDEWEB_VAR, and writes docs/shots/NAME.png, each page
at desktop width in the light theme.
"""

import os
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser import fetch

ROOT = Path(__file__).resolve().parent.parent
SHOTS = ROOT / "docs" / "shots"
VAR = Path(os.environ.get("TIDEWEB_VAR") or ROOT / "var")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
HEIGHT = {"tide": 1180, "moves": 900}


def main() -> int:
    """Signs in and takes every screenshot; the exit status is 1 if no demo is running."""
    link = VAR / "demo-link"
    if not link.exists():
        sys.stderr.write("No demo found. Start it by `make run`, then try again.\n")
        return 1
    SHOTS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=fetch(), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme="light")
        page.goto(link.read_text(encoding="utf-8").strip())
        page.click("main form button")
        take(page, "moves")
        page.click("main form a[href^='/g/']")
        page.reload()  # what happened since the last visit has been shown by now
        page.locator("main input[type=radio]").nth(6).check(force=True)
        take(page, "tide")
        browser.close()
    return 0


def take(page: Page, name: str) -> None:
    """Saves a screenshot, cropped to the height for this page."""
    page.wait_for_load_state("networkidle")
    page.screenshot(
        path=SHOTS / f"{name}.png",
        full_page=True,
        clip={"x": 0, "y": 0, "width": 1280, "height": HEIGHT[name]},
    )


if __name__ == "__main__":
    sys.exit(main())
