"""Names are the field's words: those that were retired do not come back (CONTRIBUTING.md)."""

import ast
import re

from tests.tideweb.test_house import named, sources

# What a name was, and what it is called now.
RETIRED = {
    "rebuff": "rejection", "tidings": "notices", "nudge": "wake", "stillness": "pausing",
    "swift": "prebuilt", "borrowed": "translation overrides", "vault": "game secrets",
    "telling": "wording", "wire": "smtp client", "fate": "status", "folding": "wrap",
    "flattening": "flatten templates", "stopping": "unsubscribe", "resting": "turn notices",
    "leaving": "erasure", "bell": "in app", "fewest": "min", "ledger": "admin",
    "rung": "shown", "rings": "shown", "conduct": "sanctions", "rebuffed": "rejection of",
    "deed": "command", "deeds": "commands", "sister": "same deals", "sisters": "same deals",
    "sight": "view", "circle": "seating",
}  # fmt: skip
LIMIT = re.compile(r"^(MOST|LONGEST|FEWEST)(_|$)")
PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def parts(name: str) -> list[str]:
    return [part.lower() for part in PART.findall(name)]


def test_parts_of_names() -> None:
    assert parts("_RebuffOf_wireTap") == ["rebuff", "of", "wire", "tap"]
    assert LIMIT.match("MOST_BYTES")
    assert not LIMIT.match("MOSTLY")


def test_no_name_is_a_retired_word() -> None:
    found = []
    for file in sources("accounts", "games", "tideweb"):
        names = [(1, file.stem)]
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                names.append((node.lineno, node.name))
            elif isinstance(node, ast.arg):
                names.append((node.lineno, node.arg))
        found += [
            f"{named(file, line)} {name}: say {RETIRED[part]!r}"
            for line, name in names
            for part in parts(name)
            if part in RETIRED
        ]
    assert found == []


def test_what_limits_is_called_so() -> None:
    """MAX_…, MIN_…, BATCH_SIZE: a constant says what it limits."""
    found = [
        f"{named(file, node.lineno)} {target.id}"
        for file in sources("accounts", "games", "tideweb")
        if "plans" not in file.parts  # there MOST and LEAST are operators of the language
        and re.search("MOST|LONGEST|FEWEST", text := file.read_text(encoding="utf-8"))
        for node in ast.parse(text).body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and LIMIT.match(target.id)
    ]
    assert found == []
