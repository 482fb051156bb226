"""What templates have to keep to, so that styles and scripts find what they look for."""

import re
from pathlib import Path

from tests.database import ROOT

STYLED = re.compile(r"input\[type=\"(\w+)\"\]")
QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|{% comment.*?endcomment %}", re.DOTALL)
DJANGOS = {
    *("previous_page_number", "next_page_number", "num_pages", "paginator", "aria_describedby"),
    *("has_previous", "has_next", "has_other_pages", "level_tag", "name_local", "input_type"),
    *("counter", "counter0", "revcounter", "parentloop"),
    *("id_for_label", "use_fieldset", "get_visibility_display", "get_format_display"),
}
# Theirs are shown things of Django and allauth.
LIBRARIES = tuple(f"templates/{name}" for name in ("admin", "account/", "allauth", "mfa/"))
OTHERS = {"checkbox", "file", "hidden", "radio", "submit"}  # styled where they are used


def templates() -> dict[str, str]:
    return {
        str(path.relative_to(ROOT)): path.read_text("utf-8")
        for path in sorted((ROOT / "templates").rglob("*.*"))
    }


def test_what_a_template_asks_of_a_thing_is_named_in_the_code() -> None:
    """What nothing has is silently left out: after a change of names, pages lacked a sentence."""
    code = [
        path for name in ("accounts", "games", "tideweb") for path in (ROOT / name).rglob("*.py")
    ]
    known = DJANGOS.union(*(re.findall(r"[a-z_]\w*", path.read_text("utf-8")) for path in code))
    unknown = {
        (path, name)
        for path, text in templates().items()
        if not path.startswith(LIBRARIES)
        for asked in re.findall(r"{[{%].*?[}%]}", QUOTED.sub("", text))
        for chain in re.findall(r"(?<![\w.])[a-z_]\w*((?:\.[a-z_]\w*)+)", asked)
        for name in chain.strip(".").split(".")
        if name not in known and not asked.startswith("{% load")
    }
    assert unknown == set()


def test_a_form_within_another_template_gets_its_token() -> None:
    """Included with `only`, it would have none, and whatever it sends would be refused."""
    asked = {
        (path, into["name"], into["how"])
        for path, text in templates().items()
        for into in re.finditer(r"{% include \"(?P<name>[^\"]*)\"(?P<how>[^%]* only) %}", text)
    }
    assert asked
    signed = {name for name, text in templates().items() if "{% csrf_token %}" in text}
    bare = [each for each in asked if f"templates/{each[1]}" in signed]
    assert [each for each in bare if "csrf_token=csrf_token" not in each[2]] == []


def test_an_id_that_a_script_looks_up_is_that_of_one_thing() -> None:
    """Otherwise a script hides or moves something that merely has the same name."""
    scripts = [path for folder in ROOT.glob("*/static") for path in folder.rglob("*.js")]
    source = "\n".join(map(Path.read_text, scripts))
    wanted = set(re.findall(r"getElementById\(\"([\w-]+)\"\)", source))
    assert "away" in wanted
    for name in sorted(wanted):
        holders = [path for path, text in templates().items() if f'id="{name}"' in text]
        # An open table and a running one say by the same name what is new.
        both = name in ("news", "talked") and len(holders) == 2
        assert len(holders) == 1 or both, (name, holders)


def test_an_input_says_of_which_type_it_is() -> None:
    """The styles of a field are those of its type; without one it is a thin line."""
    styled = set(STYLED.findall((ROOT / "tideweb/static/tideweb/css/base.css").read_text("utf-8")))
    assert "text" in styled
    for path, text in templates().items():
        for tag in re.findall(r"<input\b[^>]*>", text):
            found = re.search(r"type=\"(\w*)", tag)
            assert found, (path, tag)
            assert found[1] in {*styled, *OTHERS, ""}, (path, tag)  # "" where a tag decides


def test_a_fault_has_its_sign_wherever_it_stands() -> None:
    """Colour alone tells some people nothing."""
    said = [
        (path, found)
        for path, text in templates().items()
        for found in re.findall(r'class="error".*?</', text)
    ]
    assert len(said) > 1
    assert [each for each in said if '{% icon "bad" %}' not in each[1]] == []


def test_a_score_has_a_real_minus_sign() -> None:
    """A hyphen is shorter, and a program that reads aloud leaves it out."""
    bare = re.compile(r"\{\{ [\w.]*\b(?:score|total|points) \}\}")
    never_negative = {"templates/games/league.html", "templates/games/rowboat/tutorial.html"}
    said = {(path, each) for path, text in templates().items() for each in bare.findall(text)}
    assert {path for path, _each in said} == never_negative | {
        "templates/games/rowboat/answer.html"
    }
