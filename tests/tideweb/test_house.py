"""The rules of the house that no linter knows (CONTRIBUTING.md)."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from games.catalogue import GAMES
from games.rules.registry import RULESETS
from tests import architecture_metrics as metrics

HOUSE = Path(settings.BASE_DIR)
FOLDERS = ("accounts", "games", "tideweb", "tests")
TRANSLATING = {"_", "gettext", "ngettext", "pgettext", "gettext_lazy", "ngettext_lazy"}
TRANSLATES = re.compile(rf"\b({'|'.join(sorted(TRANSLATING))})\(")
RULES = re.compile(
    r"games\.(rules|catalogue\.(\w+\.(rules|shapes)|game_type)?)\.|games\.catalogue\.$"
)
MAX_FILE_LENGTH, MAX_FUNCTION_LENGTH = 400, 50
BEGINS = re.compile(r"( *)(?:async def|def|class) ")


def sources(*folders: str) -> Iterator[Path]:
    for folder in folders:
        for file in sorted((HOUSE / folder).rglob("*.py")):
            if "migrations" not in file.parts:
                yield file


def named(file: Path, line: int = 1) -> str:
    return f"{file.relative_to(HOUSE)}:{line}"


def functions(text: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def may_have_a_long_one(text: str) -> bool:
    """Whether any function or class might be too long, by where the next one begins that is not
    within it: to parse every file takes seconds.
    """
    lines = text.splitlines()
    begin = [(at, len(m[1])) for at, line in enumerate(lines) if (m := BEGINS.match(line))]
    for place, (at, depth) in enumerate(begin):
        others = (line for line, other in begin[place + 1 :] if other <= depth)
        if next(others, len(lines)) - at > MAX_FUNCTION_LENGTH:
            return True
    return False


def test_no_file_is_too_long_to_read() -> None:
    lengths = {f: len(f.read_text(encoding="utf-8").splitlines()) for f in sources(*FOLDERS)}
    assert [named(file) for file, length in lengths.items() if length > MAX_FILE_LENGTH] == []


def test_no_function_is_too_long_to_read() -> None:
    long = [
        named(file, function.lineno)
        for file in sources(*FOLDERS)
        if may_have_a_long_one(text := file.read_text(encoding="utf-8"))
        for function in functions(text)
        if (function.end_lineno or 0) - function.lineno >= MAX_FUNCTION_LENGTH
    ]
    assert long == []


def test_no_file_is_called_utils() -> None:
    names = {"utils", "util", "helpers", "misc", "common"}
    assert [named(file) for file in sources(*FOLDERS) if file.stem in names] == []


def test_every_folder_of_tests_is_a_package() -> None:
    folders = {file.parent for file in sources("tests")}
    assert [str(f) for f in folders if not (f / "__init__.py").exists()] == []


def test_the_rules_know_the_standard_library_only() -> None:
    strangers = [
        named(file, getattr(node, "lineno", 1))
        for file in (*sources("games/rules"), *rules_of_games())
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        for module in imported(node)
        if module.split(".")[0] not in sys.stdlib_module_names and not RULES.match(module + ".")
    ]
    assert strangers == []


def rules_of_games() -> list[Path]:
    found = [f for f in sources("games/catalogue") if "rules" in f.parts or f.stem == "shapes"]
    assert len(found) > len(RULESETS)
    return found


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return ["games.rules" if node.level else node.module or ""]
    return []


def test_no_lock_names_a_registry() -> None:
    for lock in ("requirements.lock", "requirements-dev.lock"):
        assert "://" not in (HOUSE / lock).read_text(encoding="utf-8")


def test_both_locks_agree() -> None:
    run, dev = (pins(name) for name in ("requirements.lock", "requirements-dev.lock"))
    assert run
    assert run.items() <= dev.items()


def pins(lock: str) -> dict[str, str]:
    """What each package is pinned to, markers and all, without the hashes."""
    lines = (HOUSE / lock).read_text(encoding="utf-8").splitlines()
    found = (line.partition("==") for line in lines if line[:1].isalnum())
    return {name: rest.split(";")[0].strip(" \\") for name, _equals, rest in found}


def test_no_words_to_translate_hide_in_an_f_string() -> None:
    """`makemessages` does not look into one, so they would stay English."""
    hidden = [
        named(file, node.lineno)
        for file in sources("accounts", "games", "tideweb")
        if TRANSLATES.search(text := file.read_text(encoding="utf-8"))
        for string in ast.walk(ast.parse(text))
        if isinstance(string, ast.JoinedStr)
        for node in ast.walk(string)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in TRANSLATING
    ]
    assert hidden == []


def test_what_is_written_goes_by_the_clock_of_the_database() -> None:
    """A host whose clock is wrong gave all open hands five days more, for good."""
    own = [
        named(file, line)
        for file in sources("games/services")
        for line, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if "timezone.now" in text
    ]
    assert own == []


def test_imports_run_downwards_and_in_no_circle() -> None:
    """Between all files, also where one is imported for its types alone; the contracts of
    pyproject.toml say which floor is which."""
    of = metrics.imports()
    assert metrics.circles(of) == []
    floors = {room: others - {metrics.BESIDE} for room, others in metrics.rooms(of).items()}
    floors.pop(metrics.BESIDE)
    assert metrics.floors(floors)[1] == []


def test_only_its_package_and_the_bots_know_a_game() -> None:
    """Others find its parts by its slug (docs/adding-a-game.md)."""
    packages = tuple(game.package for game in GAMES.values())
    among = ("games.catalogue", "games.bots.engine")
    assert [
        f"{module} -> {other}"
        for module, others in metrics.imports().items()
        if not module.startswith(among)
        for other in others
        if other.startswith(packages)
    ] == []


def test_nothing_names_the_modules_or_templates_of_a_game() -> None:
    own = {game.package.rpartition(".")[2] for game in GAMES.values()}
    names = re.compile(rf"\b(?:games\.catalogue\.|games/)(?:{'|'.join(own)})\b")
    assert names.search('{% include "games/rowboat/trick.html" %}')
    beside = [HOUSE / "games" / "catalogue", HOUSE / "games" / "bots" / "engine"]
    beside += [HOUSE / "templates" / "games" / name for name in own]
    files = (*sources("accounts", "games", "tideweb"), *(HOUSE / "templates").rglob("*.*"))
    assert [
        named(file, line)
        for file in files
        if not any(file.is_relative_to(folder) for folder in beside)
        for line, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if names.search(text)
    ] == []


# Only examples of the API and the demo name a game.
NAME_GAMES = {
    "games/api/schema/examples.py", "games/api/results/leagues.py", "games/api/results/sandbox.py",
    "games/services/demo/demo_tables.py", "games/services/demo/demo_club.py",
}  # fmt: skip


def test_no_service_and_no_entry_point_knows_a_game_by_its_slug() -> None:
    """Planted: a table of search times by slug, in which a fourth game would have been missing."""
    slugs = re.compile(rf"""["'](?:{"|".join(GAMES)})["']""")
    found = {
        file.relative_to(HOUSE).as_posix(): line
        for part in ("services", "selectors", "web", "api", "mail", "admin")
        for file in sources(f"games/{part}")
        for line, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if slugs.search(text)
    }
    assert found.keys() - NAME_GAMES == set()
    assert NAME_GAMES - found.keys() == set(), "these may leave the list"


def test_circles_and_arrows_upwards_are_seen() -> None:
    assert metrics.circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == [["b", "c"]]
    assert metrics.floors({"b": {"c"}, "c": {"b"}}) == (2, ["b -> c"])


def test_the_readme_is_a_table_of_contents() -> None:
    text = (HOUSE / "README.md").read_text(encoding="utf-8")
    pages = sorted((HOUSE / "docs").glob("*.md"))
    assert [page.name for page in pages if f"(docs/{page.name})" not in text] == []


NAMED = re.compile(
    r"`((?:accounts|deploy|docs|games|templates|tests|tideweb)/[\w/.-]*\w)(?::\w+)?`"
)


def test_documents_name_files_that_there_are() -> None:
    documents = [*(HOUSE / "docs").glob("*.md"), HOUSE / "README.md", HOUSE / "CONTRIBUTING.md"]
    gone = [
        f"{page.name}: {name}"
        for page in documents
        for name in NAMED.findall(page.read_text(encoding="utf-8"))
        if not (HOUSE / name).exists() and "NAME" not in name
    ]
    assert gone == []
