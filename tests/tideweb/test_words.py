"""Names are the field's words: those that were retired do not come back (CONTRIBUTING.md)."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeGuard

from tests.tideweb.test_house import HOUSE, named, sources

# What a name was, and what it is called now.
RETIRED = {
    "rebuff": "rejection", "tidings": "notices", "nudge": "wake", "stillness": "pausing",
    "swift": "prebuilt", "borrowed": "translation overrides", "vault": "game secrets",
    "telling": "wording", "wire": "smtp client", "fate": "status", "folding": "wrap",
    "flattening": "flatten templates", "stopping": "unsubscribe", "resting": "turn notices",
    "leaving": "erasure", "bell": "in app", "fewest": "min", "ledger": "admin",
    "rung": "shown", "rings": "shown", "conduct": "sanctions", "rebuffed": "rejection of",
    "deed": "command", "deeds": "commands", "sister": "same deals", "sisters": "same deals",
    "sight": "view", "circle": "seating", "door": "origin or interface", "doors": "interfaces",
    "lay": "create", "lays": "creates", "laid": "created", "laying": "creating",
    "outward": "external",
}  # fmt: skip
# The same words where they are right: cards are laid, files laid out, an icon is a bell.
GAMES = ("games/bots/", "games/catalogue/", "games/drawing/", "tests/bots/", "tests/rules/")
OF_GAMES = {"lay", "lays", "laid", "laying", "bell", "rings"}
RIGHT = re.compile(r"(lay|laid)_?(out|open)", re.IGNORECASE)
# What others rely on: a column, members and codes of the API, settings, names in libraries.
STAYING = {
    "games/models/mail.py": {"door"}, "games/services/mail/inbox.py": {"door"},
    "games/services/lost_database.py": {"door"}, "games/mail/inbound/process.py": {"door"},
    "games/api/game_view/outputs.py": {"sisters"}, "games/api/schema/examples.py": {"sisters"},
    "games/api/game_view/rendering.py": {"sisters"},
    "games/refusals/tables.py": {"at_sister"}, "accounts/staff/audit_log.py": {"conduct"},
    "games/models/moderating.py": {"CONDUCT"},
    "tests/accounts/email/test_mailbox_answers.py": {"door"},
    "tests/games/mail/inbound/test_arrival.py": {"door"}, "tests/secrecy/mailed.py": {"door"},
    "tests/games/services/results/test_compaction.py": {"door"},
    "tests/games/services/test_moving.py": {"door"},
    "tests/games/duplicates/test_pages.py": {"sisters"},
}  # fmt: skip
OF_OTHERS = {"from_wire", "to_wire", "OUTWARD_TRUSTED", "OUTWARD_CA_FILE"}
# In the names of tests, which are sentences, some are plain English.
PLAIN = {"bell", "leaving", "stopping", "resting", "circle", "telling", "folding", "conduct"}
LIMIT = re.compile(r"\b(MOST|LONGEST|FEWEST|LEAST|ENOUGH|MANY|FEW|A_FEW|AT_ONCE|A_PAGE)(_|\b)")
WORD = re.compile(r"\w+")
PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def parts(name: str) -> list[str]:
    return [part.lower() for part in PART.findall(name)]


def test_parts_of_names() -> None:
    assert parts("_RebuffOf_wireTap") == ["rebuff", "of", "wire", "tap"]
    assert all(map(LIMIT.match, ("MOST_BYTES", "AT_ONCE", "A_PAGE")))
    assert not any(map(LIMIT.match, ("MOSTLY", "MAX_AT_ONCE", "PAGE_SIZE")))


def names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """All that are defined or used, with their lines: also attributes and keys of dicts."""
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 1)
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield line, name
            case ast.AsyncFunctionDef(name=name) | ast.Name(id=name) | ast.Attribute(attr=name):
                yield line, name
            case ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield line, name
            case ast.Dict(keys=keys):
                yield from ((line, str(key.value)) for key in keys if _is_a_name(key))
            case ast.Subscript(slice=key) if _is_a_name(key):
                yield line, str(key.value)


def _is_a_name(key: ast.AST | None) -> TypeGuard[ast.Constant]:
    return isinstance(key, ast.Constant) and isinstance(key.value, str) and key.value.isidentifier()


def retired(name: str, path: str) -> list[str]:
    """The retired words in a name of this file."""
    if name in OF_OTHERS or name in STAYING.get(path, ()) or RIGHT.search(name):
        return []
    right = PLAIN if name.startswith("test_") and not path.endswith(f"{name}.py") else set()
    if path.startswith(GAMES):
        right = right | OF_GAMES
    return [part for part in parts(name) if part in RETIRED and part not in right]


def test_where_a_word_is_retired_and_where_it_is_right() -> None:
    code = 'self.wire = {"sisters": row["door"]}\nask(deed=1)'
    assert {name for _line, name in names(ast.parse(code))} >= {"wire", "sisters", "door", "deed"}
    assert retired("lay_for", "games/services/lobby/tables.py") == ["lay"]
    assert retired("lay_out", "tideweb/embedded/statics.py") == []
    assert retired("laid", "games/bots/engine/rowboat.py") == []
    assert retired("test_leaving_and_the_door", "tests/test_it.py") == ["door"]
    assert retired("test_bell", "tests/accounts/test_bell.py") == ["bell"]


def suspects() -> Iterator[tuple[Path, str]]:
    """The files in which a retired word stands at all: to parse each takes half a minute."""
    for file in sources("accounts", "games", "tideweb", "tests"):
        text = f"{file.stem} {file.read_text(encoding='utf-8')}"
        if file != Path(__file__) and any(map(_is_suspect, set(WORD.findall(text)))):
            yield file, text.partition(" ")[2]


@cache
def _is_suspect(word: str) -> bool:
    return not RETIRED.keys().isdisjoint(parts(word))


def test_no_name_is_a_retired_word() -> None:
    found = [
        f"{named(file, line)} {name}: say {RETIRED[part]!r}"
        for file, text in suspects()
        for line, name in {(1, file.stem), *names(ast.parse(text))}
        if _is_suspect(name)
        for part in retired(name, file.relative_to(HOUSE).as_posix())
    ]
    assert sorted(found) == []


def test_what_limits_is_called_so() -> None:
    """MAX_…, MIN_…, BATCH_SIZE, PAGE_SIZE: a constant says what it limits."""
    found = [
        f"{named(file, node.lineno)} {target.id}"
        for file in sources("accounts", "games", "tideweb")
        if "plans" not in file.parts  # there MOST and LEAST are operators of the language
        and LIMIT.search(text := file.read_text(encoding="utf-8"))
        for node in ast.parse(text).body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and LIMIT.match(target.id)
    ]
    assert found == []
