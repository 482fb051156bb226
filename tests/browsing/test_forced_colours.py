"""Where the system chooses the colours, as for people who need a strong contrast: what is chosen
looks unlike what isn’t, though none of our colours shows, and no shadow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

from tests.browsing.test_rowboat import until
from tests.browsing.windows import window
from tests.games.making import people
from tests.games.web.sea_states import PHASES, stand

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# How each of these looks: whatever shows in such colours.
LOOKS = """parts => parts.map(part => {
  const { borderStyle, borderWidth, outlineStyle, fontWeight } = getComputedStyle(part);
  return [borderStyle, borderWidth, outlineStyle, fontWeight].join(" ");
})"""


def stands_out(page: Page, chosen: str, others: str) -> bool:
    """Whether the one that is chosen looks like none of the others; nothing has the focus."""
    page.evaluate("document.activeElement.blur()")
    (look,), rest = (page.locator(each).evaluate_all(LOOKS) for each in (chosen, others))
    return bool(rest) and look not in rest


def test_what_is_chosen_can_be_seen(browser: Browser, live_server: LiveServer) -> None:
    users = people(2)
    stand(users, PHASES["choose"]())
    asked = {
        ".bid": f"/g/{until(users, 'bid').code}/",
        ".course": "/moves/",
        ".zonechip": f"/g/{stand(users, PHASES['fire']()).code}/",
    }
    with window(browser, live_server.url, users[0], forced_colors="active") as (page, _):
        page.goto("/games/new/")
        for row in (".g3", ".pre"):
            assert stands_out(page, f"{row} :checked + *", f"{row} :not(:checked) + *"), row
        for path, row in (("/games/", ".lists"), ("/people/", ".picks")):
            page.goto(path)
            assert stands_out(page, f"{row} [aria-current]", f"{row} a:not([aria-current])"), row
        for label, path in asked.items():
            page.goto(path)
            page.locator(f"{label} input").first.check(force=True)
            chosen, rest = f"{label} :checked + *", f"{label} :not(:checked) + *"
            assert stands_out(page, chosen, rest), label


# Of drawings in the colour of their words, how much each stands out from the system's ground; those
# that lie on a round ground of their own are as they were drawn.
CONTRAST = """drawings => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.forcedColorAdjust = "none";
  const light = name => {
    probe.style.color = name;
    const [r, g, b] = getComputedStyle(probe).color.match(/[\\d.]+/g).map(each => {
      const part = each / 255;
      return part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4;
    });
    return .2126 * r + .7152 * g + .0722 * b + .05;
  };
  const ground = light("Canvas");
  return drawings.filter(each => each.checkVisibility()).map(each => {
    const ink = light(getComputedStyle(each).color);
    return Math.max(ink, ground) / Math.min(ink, ground);
  });
}"""
DRAWN = ".card svg, .mini svg, .tcard:not(.att) .em, .tmini svg"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_drawn_on_a_card_stands_out(
    browser: Browser, live_server: LiveServer, scheme: Literal["light", "dark"]
) -> None:
    """Its own ground is gone: on black its blue could hardly be seen, on white a pale boat."""
    users = people(4)
    games = [until(users, "exchange"), until(users[:3], "play")]
    games += [stand(users[:2], PHASES[phase]()) for phase in ("choose", "damage")]
    with window(browser, live_server.url, users[0], forced_colors="active") as (page, _):
        page.emulate_media(color_scheme=scheme)
        for game in games:
            page.goto(f"/g/{game.code}/")
            found = page.locator(DRAWN).evaluate_all(CONTRAST)
            assert found
            assert min(found) > 4.5, game.ruleset
