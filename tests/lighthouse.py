"""Runs Lighthouse on the main pages of a running demo: `make lighthouse`, beside `make run`.

Prints the four scores of each page on a slow phone, and the bytes transferred. The exit status is 1
if a page has less than 100 for accessibility, best practices or search, or less than 95 for
performance. Needs Node 18.20 or newer, whose npx fetches Lighthouse.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser import fetch
from tests.narrowing import not_none
from tests.shots import ARGUMENTS, VAR

LIGHTHOUSE = "lighthouse@12.8.2"
LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
OPEN = ("/", "/rules/", "/rules/rowboat/", "/games/", "/account/login/")
# Games and the sign-in page ask search engines not to index them, which isn't a fault.
SKIPPED = "--skip-audits=is-crawlable"


def main() -> int:
    """Prints a line for each page."""
    link, npx = VAR / "demo-link", shutil.which("npx")
    if not link.exists() or npx is None:
        wanted = "Node with npx" if npx is None else "a demo; start it by `make run`"
        sys.stderr.write(f"Not found: {wanted}. Then try again.\n")
        return 1
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=fetch(), args=ARGUMENTS)
        page = browser.new_page()
        page.goto(link.read_text(encoding="utf-8").strip())
        page.click("main form button")
        base, own = page.url.split("/moves")[0], list(private(page))
        cookie = "; ".join(f"{each['name']}={each['value']}" for each in page.context.cookies())
        browser.close()
    good = [_looked_at(npx, base, path, "") for path in OPEN]
    good += [_looked_at(npx, base, path, cookie) for path in own]
    return 0 if all(good) else 1


def private(page: Page) -> Iterator[str]:
    """A player's pages: one running game of each kind, and a finished one."""
    yield "/moves/"
    links = page.locator("main a[href^='/g/']").evaluate_all(
        "all => all.map(each => each.getAttribute('href'))"
    )
    yield from dict.fromkeys(link for link in links if link.count("/") == 3)
    yield next(link for link in links if "/replay/" in link)
    yield "/settings/"


def _looked_at(npx: str, base: str, path: str, cookie: str) -> bool:
    report = _report(npx, f"{base}{path}", cookie)
    scores = {name: round(100 * report["categories"][name]["score"]) for name in LEAST}
    sent = report["audits"]["total-byte-weight"]["numericValue"] / 1024
    good = all(scores[name] >= least for name, least in LEAST.items())
    figures = "  ".join(f"{name} {score}" for name, score in scores.items())
    print(f"{path:<28} {figures}  {sent:.0f} KB{'' if good else '  too low'}")  # noqa: T201
    for fault in [] if good else _faults(report):
        print(f"    {fault}")  # noqa: T201
    return good


def _faults(report: dict[str, Any]) -> Iterator[str]:
    """The audits that lost points."""
    for name in LEAST:
        for reference in report["categories"][name]["auditRefs"]:
            audit = report["audits"][reference["id"]]
            if reference["weight"] and audit["score"] is not None and audit["score"] < 1:
                yield f"{name}: {audit['title']} {audit.get('displayValue', '')}"


def _report(npx: str, url: str, cookie: str) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        written = Path(folder, "report.json")
        flags = " ".join(["--headless=new", *ARGUMENTS])
        command = [npx, "--yes", LIGHTHOUSE, url, "--output=json", f"--output-path={written}"]
        command += ["--quiet", f"--chrome-flags={flags}"]
        if cookie:
            command.append(f"--extra-headers={json.dumps({'Cookie': cookie})}")
        if cookie or "/account/" in url:
            command.append(SKIPPED)
        environment = {**os.environ, "CHROME_PATH": not_none(fetch())}
        subprocess.run(command, check=True, env=environment)
        found: dict[str, Any] = json.loads(written.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    sys.exit(main())
