from __future__ import annotations
import pytest
from tests.again import again
from tests.browsing.scene import everybody
from tests.browsing.test_one_screen import PHASES, SIZES, beyond
from tests.browsing.windows import window
pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]
@pytest.mark.parametrize("phase", PHASES)
def test_it(browser, live_server, phase):
    users = again(everybody)
    path = f"/g/{PHASES[phase](users).code}/"
    with window(browser, live_server.url, users[0]) as (page, complaints):
        page.goto(path)
        for size, (w, h) in SIZES.items():
            page.set_viewport_size({"width": w, "height": h})
            page.evaluate("scrollTo(0, 0)")
            found, wrong = beyond(page)
            print(f"POS|{phase}|{size}|{found['first']}|{found['last']}|{found['seal']}|{page.evaluate('document.documentElement.scrollHeight')}|{wrong}")
