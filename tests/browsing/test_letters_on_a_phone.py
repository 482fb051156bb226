"""Every approved letter fits the width of a phone, with addresses as long as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browsing.eyes import picture
from tests.games.mail.goldens import FOLDER

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
WIDTH = 360
TOKEN = "eyJhIjoxfQ:1wEXAMPLE:" + "x" * 43


def test_no_letter_is_wider_than_a_phone(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": WIDTH, "height": 740})
    files = sorted(FOLDER.glob("*/*.html"))
    assert len(files) >= 100
    wide = {}
    for path in files:
        page.set_content(path.read_text(encoding="utf-8").replace("TOKEN", TOKEN))
        wide[path.name] = page.evaluate("document.documentElement.scrollWidth")
        picture(page, f"letter-{path.parent.name}-{path.stem}")
    page.close()
    assert {name: width for name, width in wide.items() if width > WIDTH} == {}
