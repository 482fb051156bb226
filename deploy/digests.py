"""Fixes the images that a release is built of and runs beside: `make digests`, where Docker is.

A tag may be moved to another image tomorrow, a digest (`name:tag@sha256:…`) not.  It is written at
each release, into the Dockerfile and compose.yaml, by whoever makes the release and has a line to
the registry; in between the tags stand there, which get what is mended without anybody's doing.
"""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILES = ("Dockerfile", "compose.yaml")
# What is named with a tag; what we build ourselves has none.
IMAGE = re.compile(
    r"^(?P<before>FROM\s+|\s*image:\s*)(?P<name>[a-z0-9][\w./-]*:[\w.-]+)(?:@sha256:[0-9a-f]{64})?$",
    re.MULTILINE,
)
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


def digest_of(name: str) -> str:
    """What the registry says it is now.  Raises `LookupError`."""
    asked = ["docker", "buildx", "imagetools", "inspect", "--format", "{{.Manifest.Digest}}", name]
    try:
        output = subprocess.run(asked, capture_output=True, text=True, check=False)
    except OSError as error:
        raise LookupError(f"Docker cannot be run: {error}") from None
    found = DIGEST.fullmatch(output.stdout.strip())
    if output.returncode or found is None:
        raise LookupError(f"{name}: {output.stderr.strip() or 'no digest'}")
    return found[0]


def fixed(text: str, ask: Callable[[str], str]) -> str:
    """The file with each image pinned by its current digest."""
    return IMAGE.sub(lambda it: f"{it['before']}{it['name']}@{ask(it['name'])}", text)


def main() -> int:
    """Pins the images in all files; changes none if an image isn't found."""
    try:
        made = {file: fixed((ROOT / file).read_text("utf-8"), digest_of) for file in FILES}
    except LookupError as error:
        sys.stderr.write(f"{error}\nNothing was written.\n")
        return 1
    for file, text in made.items():
        (ROOT / file).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
