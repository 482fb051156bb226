"""What an operator reads if PostgreSQL's own programs fail."""

from pathlib import Path

import pytest

from tideweb import backups

# It speaks the operator's language, and goes on after the reason.
PROGRAM = """#!/bin/sh
case "$LC_ALL" in C) word=error;; *) word=Fehler;; esac
echo "pg_basebackup: $word: nobody answers" >&2
echo "pg_basebackup: removing contents of data directory" >&2
exit 1
"""


@pytest.mark.parametrize("language", ["C", "de_DE.UTF-8"])
def test_why_there_is_no_backup_in_any_language(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, kept = tmp_path / "pg_basebackup", tmp_path / "kept"
    program.write_text(PROGRAM, "utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(backups, "programs", lambda _major: tmp_path)
    monkeypatch.setenv("LC_ALL", language)
    with pytest.raises(backups.BackupError, match=r"gave no backup: .*: nobody answers"):
        backups.back_up(kept, "host=nowhere", 18, {})
    assert not list(kept.iterdir())
