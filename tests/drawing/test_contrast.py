"""Text is readable, by day and by night: WCAG 2.2, 1.4.3 (4.5:1) and 1.4.11 (3:1).

In the browser the suite looks at pages by day only; what the night changes is colours, and their
pairs are here. So no style sheet may use one that is not.
"""

from __future__ import annotations

import re
from pathlib import Path

import django
import pytest

from tests.drawing.pairs import ROOT, rules
from tests.drawing.sheets import DARK, DEVICE_DARK, LIGHT, SHEETS

SCREEN = r"@media screen[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}"
THEMES = {"light": LIGHT, "dark": DARK}
# Words may stand in each of these colours on each of these grounds: all are readable there.
GROUNDS = ("paper", "sheet", "sunk", "foam", "buoy-wash", "lamp-wash", "moss-wash")
TEXTS = ("ink", "ink-soft", "deep", "sea", "buoy", "lamp-ink", "moss")
DARKENED = "color-mix(in srgb, buoy 86%, #000)"
BRIGHTENED = "color-mix(in srgb, deep 86%, sea)"
PRINTED = ("card-ink", "#16232d", "#3c4a53", "#4b5a63", "#17506a", "#17597f", "#3d6b2c")
PAIRS = [
    *((text, ground) for text in TEXTS for ground in GROUNDS),
    *((f"seat-{seat}", ground) for seat in range(1, 6) for ground in ("paper", "sheet")),
    *((printed, "card-face") for printed in PRINTED),
    *(("on-buoy", ground) for ground in ("buoy", DARKENED)),
    *(("on-deep", ground) for ground in ("deep", BRIGHTENED)),
    ("sheet", "ink"),
    ("sheet", "buoy"),
    ("#f4efdf", "card-back"),
    ("#fffdf6", "#17506a"),
]
# Grounds without words: a field of a meter, a flag, a mark, a QR code; --suit is one of the colours
# of TEXTS or PRINTED, and the lines and edges colour pictures.
WORDLESS = re.compile(r"::|\.(ticks|fl|meter-bar|letter-frame|marks|flying|qr)\b")
NO_WORDS = {"line", "edge", "suit"}
ADMIN = Path(django.__file__).parent / "contrib/admin/static/admin/css"
PANEL = [
    *((text, ground) for text in ("body-fg", "body-quiet-color", "link-fg", "error-fg")
      for ground in ("body-bg", "darkened-bg")),
    ("header-color", "header-bg"),
    ("header-link-color", "header-bg"),
    ("breadcrumbs-fg", "breadcrumbs-bg"),
    ("breadcrumbs-link-fg", "breadcrumbs-bg"),
    *(("button-fg", f"{button}-bg") for button in ("button", "button-hover", "default-button",
      "default-button-hover", "delete-button")),
    *(("body-fg", f"message-{kind}-bg") for kind in ("success", "warning", "error")),
    ("body-fg", "selected-row"),
]  # fmt: skip


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def value(colours: dict[str, str], name: str) -> str:
    """A token, a mixture of two, or what is a colour already, as #rrggbb."""
    if mixed := re.match(r"color-mix\(in srgb, (\S+) (\d+)%, (\S+)\)", name):
        share = int(mixed[2]) / 100
        one, other = (value(colours, mixed[part]) for part in (1, 3))
        parts = (
            int(one[i : i + 2], 16) * share + int(other[i : i + 2], 16) * (1 - share)
            for i in (1, 3, 5)
        )
        return "#" + "".join(f"{round(part):02x}" for part in parts)
    if re.fullmatch("#[0-9a-f]{3}", name):
        return "#" + "".join(2 * digit for digit in name[1:])
    return name if name.startswith("#") else value(colours, colours[name])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text(theme: str, text: str, ground: str) -> None:
    colours = THEMES[theme]
    assert contrast(value(colours, text), value(colours, ground)) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["paper", "sheet"])
@pytest.mark.parametrize("edge", ["edge", "sea", "buoy"])
def test_edges_of_controls(theme: str, ground: str, edge: str) -> None:
    assert contrast(THEMES[theme][edge], THEMES[theme][ground]) >= 3


def test_night_is_the_same_by_device_and_by_choice() -> None:
    assert DARK == DEVICE_DARK


def test_no_rule_pairs_colours_that_nobody_compared() -> None:
    used = {(rule.colour, rule.ground): rule for rule in rules() if rule.colour and rule.ground}
    assert {pair: rule for pair, rule in used.items() if pair not in PAIRS} == {}


def test_words_without_a_ground_of_their_own_are_readable_wherever_they_may_stand() -> None:
    """On every ground, in a colour of TEXTS; a seat's or a card's keep to theirs."""
    known = {text for text, _ground in PAIRS} | NO_WORDS
    assert {rule for rule in rules() if rule.colour and rule.colour not in known} == set()


def test_grounds_without_words_of_their_own_are_readable_in_all_colours() -> None:
    """Whatever stands on them has its colour from elsewhere."""
    lone = [rule for rule in rules() if rule.ground and not rule.colour]
    known = {*GROUNDS, DARKENED, BRIGHTENED}
    assert [
        rule for rule in lone if rule.ground not in known and not WORDLESS.search(rule.selector)
    ] == []


@pytest.mark.parametrize("theme", ["light", "dark", "device-dark"])
@pytest.mark.parametrize(("text", "ground"), PANEL)
def test_the_panel(theme: str, text: str, ground: str) -> None:
    colours = panel()[theme]
    assert contrast(value(colours, text), value(colours, ground)) >= 4.5


def panel() -> dict[str, dict[str, str]]:
    """Django's colours under ours, in the order in which a browser applies them."""
    light, (device, choice) = _variables("base.css"), _nights((ADMIN / "dark_mode.css").read_text())
    ours = (ROOT / "games/static/panel/panel.css").read_text("utf-8")
    day, (our_device, our_choice) = _blocks(ours)[0], _nights(ours)
    return {
        "light": light | day,
        "dark": light | day | choice | our_choice,
        "device-dark": light | device | day | our_device,
    }


def _variables(sheet: str) -> dict[str, str]:
    return _blocks((ADMIN / sheet).read_text())[0]


def _blocks(text: str) -> list[dict[str, str]]:
    """What each rule that sets variables sets, names without dashes."""
    plain = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    found = (
        re.findall(r"--([\w-]+):\s*(?:var\(--([\w-]+)\)|(#[0-9a-f]+))", body)
        for body in re.findall(r"\{([^{}]*)\}", plain)
    )
    return [{name: token or colour for name, token, colour in each} for each in found if each]


def _nights(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """By the device, by choice: the last two rules that set variables."""
    device, choice = _blocks(text)[-2:]
    return device, choice


@pytest.mark.parametrize("name", SHEETS)
def test_the_night_is_not_printed(name: str) -> None:
    """Paper is white whichever theme its reader has chosen."""
    printed = re.sub(SCREEN, "", SHEETS[name])
    assert not re.search(r'"dark"|scheme: ?dark', printed)
