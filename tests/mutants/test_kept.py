"""The kept mutants can still be put into the code, and change it."""

import ast
from collections import Counter
from pathlib import Path

from tests.mutants import kept
from tests.narrowing import not_none

TREE = Path(__file__).resolve().parents[2]
MUTANTS = kept.read()
REDRAW = "its code has changed: `make mutants-list` draws another for it"


def test_there_are_sixty_and_of_each_area_five_or_more() -> None:
    areas = Counter(mutant.area for mutant in MUTANTS)
    assert len({mutant.name for mutant in MUTANTS}) == 60
    assert set(areas) == set(kept.AREAS)
    assert min(areas.values()) >= 5


def test_each_stands_in_its_file_and_makes_other_code_of_it() -> None:
    places = [(mutant, kept.in_file(mutant, TREE, mutant.file)) for mutant in MUTANTS]
    gone = [mutant.name for mutant, place in places if place is None]
    assert not gone, "their code has changed: `python -m tests.mutants list` draws others for them"
    for mutant, place in places:
        source = (TREE / mutant.file).read_text()
        changed = kept.mutated(source, mutant, not_none(place))
        assert changed != source
        ast.parse(changed)


def test_its_text_is_followed_to_where_its_function_went(tmp_path: Path) -> None:
    (tmp_path / "accounts/notifications").mkdir(parents=True)
    (tmp_path / "accounts/notifications/delivery.py").write_text("")
    (tmp_path / "games/rules").mkdir(parents=True)
    (tmp_path / "games/rules/new.py").write_text("A = 1\n\n\ndef more(n):\n    return n + 1\n")
    lines = (["    return n + 1"], ["    return n - 1"])
    mutant = kept.Mutant("games/rules/old.py", "more", 40, 0, "Add_Sub", 3, *lines)
    assert kept.standing(mutant, tmp_path) == kept.Place("games/rules/new.py", 5, 1)
