"""Measures the size of a running demo's main pages: `make weights`, beside `make run`.

Prints for each page the bytes transferred on a first visit, including headers: in total, for the
page itself, and for the largest file besides. The exit status is 1 if a page has more than 60 KB.
"""

import sys

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import fetch
from tests.browsing.weights import MOST
from tests.lighthouse import OPEN, private
from tests.shots import ARGUMENTS, VAR

SENT = """() => [
  ...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')
].map(each => [each.name, each.transferSize])"""


def main() -> int:
    """Prints a line for each page."""
    link = VAR / "demo-link"
    if not link.exists():
        sys.stderr.write("No demo found. Start it by `make run`, then try again.\n")
        return 1
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=fetch(), args=ARGUMENTS)
        page = browser.new_page()
        page.goto(link.read_text(encoding="utf-8").strip())
        page.click("main form button")
        base, paths = page.url.split("/moves")[0], [*OPEN, *private(page), "/settings/playing/"]
        plan = next(path for path in paths if path.startswith("/g/")) + "plan/"
        sizes = [_weighed(browser, page, base, path) for path in (*paths, plan, "/games/new/")]
        browser.close()
    return 0 if max(sizes) <= MOST else 1


def _weighed(browser: Browser, signed_in: Page, base: str, path: str) -> int:
    """Prints one line; uses a new browser context, whose cache is empty."""
    window = browser.new_context(storage_state=signed_in.context.storage_state())
    page = window.new_page()
    page.goto(f"{base}{path}", wait_until="networkidle")
    document, *files = [(name.removeprefix(base), size) for name, size in page.evaluate(SENT)]
    window.close()
    total = document[1] + sum(size for _name, size in files)
    heaviest = max(files, key=lambda each: each[1])
    beside = f"{heaviest[0]} {_kb(heaviest[1])}"
    over = "  too heavy" if total > MOST else ""
    print(f"{path:<34} {_kb(total)}  page {_kb(document[1])}  {beside}{over}")  # noqa: T201
    return total


def _kb(size: int) -> str:
    return f"{size / 1024:.1f} KB"


if __name__ == "__main__":
    sys.exit(main())
