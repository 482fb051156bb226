"""Approved letters as files: English ones whole, of the others only the lines that differ.

A file of differences has for each letter its name, and for each stretch of lines the numbers of
the English ones that it stands for; with the English letter it says the other one exactly.
"""

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path

from tests.games.mail.goldens.frame import FOLDER, Part

ENGLISH = "en"


def files(parts: Iterable[Part]) -> dict[Path, str]:
    """Each file of one sort of letters, and what is to be in it."""
    parts = list(parts)
    english = {part.name: part.text for part in parts if part.language == ENGLISH}
    found: dict[Path, str] = {}
    for part in parts:
        if part.language == ENGLISH:
            found[FOLDER / part.sort / part.name] = part.text
        else:
            path = FOLDER / part.sort / f"{part.language}.differences"
            found[path] = found.get(path, "") + "".join(_differences(part, english[part.name]))
    return found


def whole(sort: str, name: str, language: str = ENGLISH) -> str:
    """What the approved letter says: `whole("rowboat", "your_move.txt", "de")`."""
    english = (FOLDER / sort / name).read_text(encoding="utf-8")
    if language == ENGLISH:
        return english
    every = (FOLDER / sort / f"{language}.differences").read_text(encoding="utf-8")
    own = every.partition(f"=== {name}\n")[2].partition("\n=== ")[0].removesuffix("\n")
    found, theirs, done = [], english.split("\n"), 0
    for stretch in re.split(r"^@@ ", own, flags=re.MULTILINE)[1:]:
        head, _newline, text = stretch.partition("\n")
        start, end = map(int, head.split("-"))
        found += theirs[done : start - 1] + (text.removesuffix("\n").split("\n") if text else [])
        done = end
    return "\n".join(found + theirs[done:])


def _differences(part: Part, english: str) -> Iterator[str]:
    yield f"=== {part.name}\n"
    theirs, ours = english.split("\n"), part.text.split("\n")
    for kind, start, end, begins, ends in SequenceMatcher(
        None, theirs, ours, autojunk=False
    ).get_opcodes():
        if kind != "equal":
            yield f"@@ {start + 1}-{end}\n"
            yield from (f"{line}\n" for line in ours[begins:ends])
