"""What templates have to keep to, so that styles and scripts find what they look for."""

import re
from pathlib import Path

from tests.database import ROOT

STYLED = re.compile(r"input\[type=\"(\w+)\"\]")
OTHERS = {"checkbox", "file", "hidden", "radio", "submit"}  # styled where they are used


def templates() -> dict[str, str]:
    return {
        str(path.relative_to(ROOT)): path.read_text("utf-8")
        for path in sorted((ROOT / "templates").rglob("*.html"))
    }


def test_an_id_that_a_script_looks_up_is_that_of_one_thing() -> None:
    """Otherwise a script hides or moves something that merely has the same name."""
    scripts = [path for folder in ROOT.glob("*/static") for path in folder.rglob("*.js")]
    source = "\n".join(map(Path.read_text, scripts))
    wanted = set(re.findall(r"getElementById\(\"([\w-]+)\"\)", source))
    assert "away" in wanted
    for name in sorted(wanted):
        holders = [path for path, text in templates().items() if f'id="{name}"' in text]
        # An open table and a running one say by the same name what is new.
        assert len(holders) == 1 or (name == "news" and len(holders) == 2), (name, holders)


def test_an_input_says_of_which_type_it_is() -> None:
    """The styles of a field are those of its type; without one it is a thin line."""
    styled = set(STYLED.findall((ROOT / "tideweb/static/tideweb/css/base.css").read_text("utf-8")))
    assert "text" in styled
    for path, text in templates().items():
        for tag in re.findall(r"<input\b[^>]*>", text):
            found = re.search(r"type=\"(\w*)", tag)
            assert found, (path, tag)
            assert found[1] in {*styled, *OTHERS, ""}, (path, tag)  # "" where a tag decides
