"""docs/verify.py with what it reads, as one file for everybody who checks records without us."""

import hashlib
import io
import zipfile
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

DOCS = Path(settings.BASE_DIR, "docs")
AN_HOUR = "public, max-age=3600"


@require_safe
def download(_request: HttpRequest) -> HttpResponse:
    answer = HttpResponse(archive(), "application/zip")
    answer["Content-Disposition"] = 'attachment; filename="verify.zip"'
    answer["Cache-Control"] = AN_HOUR
    return answer


def digest() -> str:
    """The SHA-256 of the file, in hex."""
    return hashlib.sha256(archive()).hexdigest()


@cache
def archive() -> bytes:
    """The ZIP file. Uncompressed and without dates, it is the same bytes on every installation."""
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as folder:
        rules = sorted((DOCS / "verify_rules").glob("*.py"))
        for file in (DOCS / "verify.py", DOCS / "verify_deck.py", *rules):
            name = f"verify/{file.relative_to(DOCS).as_posix()}"
            folder.writestr(zipfile.ZipInfo(name), file.read_bytes())
    return kept.getvalue()
