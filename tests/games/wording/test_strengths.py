"""How strong a bot is, beside its name, where it was measured."""

import pytest
from django.utils import translation

from games.bots import levels, strengths
from games.wording.levels import measured, portrait


def test_a_figure_stands_beside_a_level_that_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(strengths.ELO, "rowboat", {1: -191, 3: 0, 5: 231})
    assert measured(5, "rowboat") == "Heron, 5 of 8 (Elo +231)"
    assert measured(1, "rowboat") == "Gull, 1 of 8 (Elo −191)"
    assert measured(3, "rowboat") == "Otter, 3 of 8 (Elo 0)"
    assert measured(8, "rowboat") == "Kraken, 8 of 8"
    assert measured(8, "ludo") == "Kraken, 8 of 8"
    assert portrait(5, "rowboat").startswith("Heron, 5 of 8 (Elo +231): stands still")
    with translation.override("de"):
        assert "Elo +231" in measured(5, "rowboat")


def test_figures_are_of_levels_and_grow_with_them() -> None:
    for slug, found in strengths.ELO.items():
        assert slug in levels.BY_GAME
        assert set(found) <= set(levels.LEVELS)
        assert list(found.values()) == sorted(found.values()), slug
