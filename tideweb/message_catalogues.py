"""Compiles message catalogues (.po → .mo) with Babel, since GNU gettext may be missing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogues(folders: Iterable[Path]) -> list[Path]:
    """Compiles every catalogue that has changed since; returns the files written.

    Fuzzy entries are left out, as with gettext: a guess is not a translation.
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
