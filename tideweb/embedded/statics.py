"""The files of the apps, laid out and compressed once for all: the embedded run's own collecting.

Production collects with hashed names and Brotli (`collectstatic`), which takes minutes and is worth
it there.  Here gzip does, and only what has changed is done again.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

from django.contrib.staticfiles.finders import get_finders
from whitenoise.compress import Compressor

SMALL = 500  # bytes; what is smaller goes in one packet anyway
SELDOM = ("map",)  # large, and asked for by developers' tools only


def lay_out(root: Path) -> int:
    """Brings the folder up to date with what the apps have; how many files were new or changed."""
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
        shutil.copystat(source, target)  # last: what was interrupted is done again
        changed += 1
    return changed


def _found() -> Iterator[tuple[str, Path]]:
    """Each file by its name below the root, once: the first finder that has it counts."""
    seen = set()
    for finder in get_finders():
        for name, storage in finder.list(["CVS", ".*", "*~"]):
            if name not in seen:
                seen.add(name)
                yield name, Path(storage.path(name))


def _is_the_same(source: Path, target: Path) -> bool:
    """An older file counts as another one as well: a package may be put back to what it was."""
    if not target.exists():
        return False
    one, other = source.stat(), target.stat()
    return (one.st_size, one.st_mtime_ns) == (other.st_size, other.st_mtime_ns)
