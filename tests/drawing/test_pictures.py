"""Every drawing is sound XML, says its name, has no id and no style of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from games.drawing import belts, icons, islands, marks, scenes, tides, weather
from games.drawing.emblems import EMBLEMS, emblem
from games.drawing.icons import ICONS
from games.drawing.pictures import PICTURES, game_picture
from games.drawing.scenes import SCENES

EVIL = "<script>\"x\" & 'y'</script>"


def pictures() -> Iterator[tuple[str, str]]:
    for card in range(1, 61):
        yield f"weather {card}", weather.weather_card(card)
    for level in range(1, 13):
        yield f"tide {level}", tides.tide_card(level)
    for seat in range(1, 6):
        for level in (None, *range(1, 13)):
            yield f"island {level} {seat}", islands.island(level, seat, title=EVIL, before=7)
        yield f"lit {seat}", islands.island(3, seat, title=EVIL, lit=True)
        yield f"out {seat}", islands.island(None, seat, title=EVIL, out=True)
    yield "card back", weather.card_back()
    yield "belts", belts.belts_row(2, 3)
    yield "one belt", belts.one_belt(half=True)
    yield "set strip", marks.set_strip((1, 13, 30, 60), (13,))
    for name in ICONS:
        yield f"icon {name}", icons.icon(name, EVIL)
    for name in EMBLEMS:
        yield f"emblem {name}", emblem(name, EVIL)
    for name in SCENES:
        yield f"scene {name}", scenes.scene(name)
    for slug in PICTURES:
        yield f"game {slug}", game_picture(slug)


ALL = dict(pictures())


@pytest.mark.parametrize("name", ALL)
def test_is_sound_and_named(name: str) -> None:
    root = ElementTree.fromstring(ALL[name])
    assert root.tag == "svg"
    assert root.get("role") == "img"
    assert root[0].tag == "title"
    assert root[0].text
    assert root[0].text.strip()


@pytest.mark.parametrize("name", ALL)
def test_has_no_id_and_no_style(name: str) -> None:
    for element in ElementTree.fromstring(ALL[name]).iter():
        assert element.tag not in {"style", "script"}
        assert not {"id", "style", "href"} & set(element.attrib)


def test_names_are_escaped() -> None:
    svg = islands.island(4, 2, title=EVIL)
    assert "<script>" not in svg
    assert ElementTree.fromstring(svg)[0].text == EVIL


def test_class_names_are_escaped() -> None:
    assert '"><b' not in emblem("oars", css='"><b')


@pytest.mark.parametrize(
    "svg",
    [
        icons.icon("seal"),
        marks.site_mark(),
        marks.wave_rule(),
        *(marks.daymark(seat) for seat in range(1, 6)),
    ],
)
def test_an_ornament_is_hidden(svg: str) -> None:
    root = ElementTree.fromstring(svg)
    assert root.get("aria-hidden") == "true"
    assert root.find("title") is None


def test_the_same_drawing_is_the_same_text() -> None:
    assert islands.island(6, 1, title="a") == islands.island(6, 1, title="a")
    assert weather.weather_card(44) == weather.weather_card(44)


def test_every_weather_differs() -> None:
    drawn = [ElementTree.fromstring(weather.weather_card(card)) for card in range(1, 61)]
    assert len({b"".join(map(ElementTree.tostring, root[1:])) for root in drawn}) == 60


def test_colours_are_tokens_of_the_base_sheet() -> None:
    from tests.drawing.sheets import BASE

    used = {name for svg in ALL.values() for name in re.findall(r"var\((--[\w-]+)\)", svg)}
    of_ships = {"--pf", "--pk"}
    assert used <= set(re.findall(r"(--[\w-]+):", BASE)) | of_ships
