"""A fast alternative to `collectstatic` for the embedded installation.

Production uses `collectstatic` with hashed names and Brotli, which takes minutes and is worth it
there. Here gzip is enough, and only changed files are processed.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

from django.contrib.staticfiles.finders import get_finders
from whitenoise.compress import Compressor

SMALL = 500  # bytes; smaller files fit into one packet anyway
SELDOM = ("map",)  # large, and requested only by developer tools


def lay_out(root: Path) -> int:
    """Updates the folder from the apps' static files; returns how many were new or changed."""
    compressor = Compressor(use_brotli=False, quiet=True)
    skipped = compressor.get_extension_re((*compressor.SKIP_COMPRESS_EXTENSIONS, *SELDOM))
    changed = 0
    for name, source in _found():
        target = root / name
        if _is_the_same(source, target):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        Path(f"{target}.gz").unlink(missing_ok=True)
        if source.stat().st_size > SMALL and not skipped.search(name):
            compressor.compress(str(target))
        shutil.copystat(source, target)  # last, so that an interrupted copy is repeated
        changed += 1
    return changed


def _found() -> Iterator[tuple[str, Path]]:
    """(path below the root, source) of each file; the first finder that has it wins."""
    seen = set()
    for finder in get_finders():
        for name, storage in finder.list(["CVS", ".*", "*~"]):
            if name not in seen:
                seen.add(name)
                yield name, Path(storage.path(name))


def _is_the_same(source: Path, target: Path) -> bool:
    """Compares size and time; an older source counts as changed too, as after a downgrade."""
    if not target.exists():
        return False
    one, other = source.stat(), target.stat()
    return (one.st_size, one.st_mtime_ns) == (other.st_size, other.st_mtime_ns)
