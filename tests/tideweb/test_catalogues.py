from __future__ import annotations

import gettext
import os
from pathlib import Path

from tideweb.message_catalogues import compile_catalogues

PO = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "The tide turns"
msgstr "Die Flut wendet sich"

#, fuzzy
msgid "A guess"
msgstr "Geraten"
"""


def test_compiles_what_changed_and_leaves_guesses_out(tmp_path: Path) -> None:
    source = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(PO, encoding="utf-8")
    target = source.with_suffix(".mo")
    assert compile_catalogues([tmp_path]) == [target]
    with target.open("rb") as stream:
        german = gettext.GNUTranslations(stream)
    assert german.gettext("The tide turns") == "Die Flut wendet sich"
    assert german.gettext("A guess") == "A guess"
    assert compile_catalogues([tmp_path]) == []
    os.utime(source, (source.stat().st_atime, target.stat().st_mtime + 5))
    assert compile_catalogues([tmp_path]) == [target]
