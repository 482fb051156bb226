"""Message catalogues (.po → .mo) by Babel, since not every machine has GNU gettext."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogues(folders: Iterable[Path]) -> list[Path]:
    """Compile every catalogue that changed since it was last compiled; returns what was written.

    Fuzzy entries are left out, as gettext does: a guess is not a translation.
    """
    written = []
    for folder in folders:
        for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po")):
            target = source.with_suffix(".mo")
            if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
                continue
            _compile(source, target)
            written.append(target)
    return written


def _compile(source: Path, target: Path) -> None:
    with source.open("rb") as stream:
        catalogue = read_po(stream, locale=source.parts[-3], abort_invalid=True)
    draft = target.with_suffix(".mo.draft")
    with draft.open("wb") as stream:
        write_mo(stream, catalogue, use_fuzzy=False)
    draft.replace(target)
