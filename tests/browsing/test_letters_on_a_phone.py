"""Every approved letter fits the width of a phone, with addresses as long as they are; the suite
tries each in one language, since all are laid out by the same few rules."""

from __future__ import annotations

from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING

import pytest

from accounts.models import Notice
from tests.accounts.making import member
from tests.browsing.eyes import picture
from tests.games.mail.goldens import FOLDER
from tests.games.mail.goldens.files import whole
from tests.games.mail.goldens.frame import LANGUAGES
from tests.games.mail.reading import composed, started
from tests.narrowing import not_none
from tests.sampling import sample

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
WIDTH = 360
SEATS = {"turn-the-tide": 3, "rowboat": 4, "turning-tides": 2}
LONG = "Donaudampfschifffahrt"
DROPPED = "overflow-wrap:anywhere"  # by Gmail, Yahoo and Outlook.com (caniemail.com)
TOKEN = "eyJhIjoxfQ:1wEXAMPLE:" + "x" * 43


def test_no_letter_is_wider_than_a_phone(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": WIDTH, "height": 740})
    letters = [(path.parent.name, path.name) for path in sorted(FOLDER.glob("*/*.html"))]
    assert len(letters) * len(LANGUAGES) >= 100
    shown = sample(product(letters, LANGUAGES), kind=itemgetter(0))
    wide = {}
    for (sort, name), language in shown:
        source = whole(sort, name, language).replace("TOKEN", TOKEN)
        page.set_content(source.replace(DROPPED, ""))
        wide[f"{sort}/{name} {language}"] = page.evaluate("document.documentElement.scrollWidth")
        picture(page, f"letter-{sort}-{name.removesuffix('.html')}-{language}")
    page.close()
    assert {name: width for name, width in wide.items() if width > WIDTH} == {}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("ruleset", "seats"), SEATS.items())
def test_a_long_name_makes_no_letter_wider(browser: Browser, ruleset: str, seats: int) -> None:
    people = [member(f"{LONG}{number}") for number in range(seats)]
    started(people, ruleset=ruleset, name="Rindfleischetikettierungsaufsicht")
    asked = not_none(Notice.objects.filter(kind="your_move").first())
    source = not_none(composed(asked)).html
    page = browser.new_page(viewport={"width": WIDTH, "height": 740})
    page.set_content(source.replace(DROPPED, ""))
    picture(page, f"letter-long-name-{ruleset}")
    width = page.evaluate("document.documentElement.scrollWidth")
    page.close()
    assert width <= WIDTH
