"""A command says in plain words which numbers an option takes."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command


@pytest.mark.parametrize("keep", ["-1", "some"])
def test_a_backup_keeps_no_negative_number_of_bases(keep: str, tmp_path: Path) -> None:
    """It kept all, until the disk was full."""
    with pytest.raises(CommandError, match="argument --keep: must be a whole number, at least 0"):
        call_command("backup", str(tmp_path / "bases"), f"--keep={keep}")
    assert not (tmp_path / "bases").exists()


@pytest.mark.parametrize("option", ["--rounds", "--minutes"])
@pytest.mark.parametrize("text", ["0", "some"])
def test_a_tournament_has_at_least_one(option: str, text: str) -> None:
    with pytest.raises(
        CommandError, match=f"argument {option}: must be a whole number, at least 1"
    ):
        call_command("tournament", f"{option}={text}")
