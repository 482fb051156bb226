"""What docstrings and comments name in backquotes is there: `module.name`, `Class.name`.

Planted: a module that was renamed, a function that was moved to another module.
"""

import ast
import io
import itertools
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from tests.tideweb.test_house import HOUSE, named, sources

NAMED = re.compile(r"(?<!`)`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)(?:\(\))?`")
CLASS = re.compile(r"^ *class (\w+)", re.MULTILINE)
FILES = {"html", "txt", "css", "js", "md", "py", "toml", "po", "sql"}


def prose(code: str) -> Iterator[tuple[int, str]]:
    """Docstrings and comments, with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT or (
            token.type == tokenize.STRING and token.line.lstrip().startswith(('"""', "'''"))
        ):
            yield token.start[0], token.string


@cache
def files() -> dict[str, set[Path]]:
    """By the name of a module or class: the files in which it may be; by that of a folder: what
    lies in it."""
    found: dict[str, set[Path]] = defaultdict(set)
    for path in sources("accounts", "games", "tideweb", "tests"):
        stem = path.parent.name if path.name == "__init__.py" else path.stem
        for name in (stem, *CLASS.findall(path.read_text("utf-8"))):
            found[name].add(path)
        found[path.parent.name].add(path.with_suffix(""))
    for folder in ("accounts", "games", "tideweb", "tests"):
        for path in (HOUSE / folder).rglob("*/"):
            found[path.parent.name].add(path)
    return found


@cache
def known(name: str) -> set[str]:
    """What is defined in the modules, classes and folders of this name, or imported into them."""
    names: set[str] = set()
    for path in files()[name]:
        if path.suffix != ".py":
            names.add(path.name)
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if name in (path.stem, path.parent.name):
            names |= _names(tree)
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name == name:
                names |= _names(node)
    return names


def _names(tree: ast.AST) -> set[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).split(".")[-1])
    return names


def gone(text: str, code: str = "") -> list[str]:
    """The names in it of which a part is not there, nor written so in the code around it."""
    return [
        name
        for name in NAMED.findall(text)
        if not _is_there(name.split(".")) and not re.search(rf"(?<!`)\b{re.escape(name)}\b", code)
    ]


def _is_there(parts: list[str]) -> bool:
    if parts[-1] in FILES or parts[-1] == "DoesNotExist":
        return True
    if parts[0] not in files() and find_spec(parts[0]) is not None:
        return True  # a library
    return all(
        first in files() and second in known(first) for first, second in itertools.pairwise(parts)
    )


def test_what_prose_names_is_there() -> None:
    """First the planted names, in the same test, since each process would read all sources."""
    assert gone("`bidding.place_bid`, `smtplib.SMTP`, `compare.html`") == []
    lost = "See `play.place_bid` and `bidding.lay_bid`."
    assert gone(lost) == ["play.place_bid", "bidding.lay_bid"]
    assert gone("`asked.legal`", "x = asked.legal") == []
    texts = ((path, path.read_text("utf-8")) for path in sources("accounts", "games", "tideweb"))
    assert [
        f"{named(path, line)} {name}"
        for path, code in texts
        if NAMED.search(code)
        for line, text in prose(code)
        for name in gone(text, code)
    ] == []
