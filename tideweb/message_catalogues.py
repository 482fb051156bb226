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
    for source in outdated(folders):
        target = source.with_suffix(".mo")
        _compile(source, target)
        written.append(target)
    return written


def outdated(folders: Iterable[Path]) -> list[Path]:
    """The catalogues that were never compiled, or have changed since."""
    found = (path for folder in folders for path in Path(folder).glob("*/LC_MESSAGES/*.po"))
    return [source for source in sorted(found) if not _is_compiled(source)]


def _is_compiled(source: Path) -> bool:
    target = source.with_suffix(".mo")
    return target.exists() and target.stat().st_mtime >= source.stat().st_mtime


def _compile(source: Path, target: Path) -> None:
    with source.open("rb") as stream:
        catalogue = read_po(stream, locale=source.parts[-3], abort_invalid=True)
    draft = target.with_suffix(".mo.draft")
    with draft.open("wb") as stream:
        write_mo(stream, catalogue, use_fuzzy=False)
    draft.replace(target)
