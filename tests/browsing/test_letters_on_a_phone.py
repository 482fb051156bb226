"""Every approved letter fits the width of a phone, with addresses as long as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browsing.eyes import picture
from tests.games.mail.goldens import FOLDER
from tests.games.mail.goldens.files import whole
from tests.games.mail.goldens.frame import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
WIDTH = 360
TOKEN = "eyJhIjoxfQ:1wEXAMPLE:" + "x" * 43


def test_no_letter_is_wider_than_a_phone(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": WIDTH, "height": 740})
    letters = [
        (path.parent.name, path.name, language)
        for path in sorted(FOLDER.glob("*/*.html"))
        for language in LANGUAGES
    ]
    assert len(letters) >= 100
    wide = {}
    for sort, name, language in letters:
        page.set_content(whole(sort, name, language).replace("TOKEN", TOKEN))
        wide[f"{sort}/{name} {language}"] = page.evaluate("document.documentElement.scrollWidth")
        picture(page, f"letter-{sort}-{name.removesuffix('.html')}-{language}")
    page.close()
    assert {name: width for name, width in wide.items() if width > WIDTH} == {}
