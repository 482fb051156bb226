"""`manage.py replay` is the replay of the rules: same output, same status, no database."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from games.rules.replay import main
from tests.rules.examples import changed, finished


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "record.json"


@pytest.mark.parametrize("flags", [[], ["--trace"]])
def test_the_command_prints_what_the_module_prints(
    capsys: pytest.CaptureFixture[str], path: Path, flags: list[str]
) -> None:
    path.write_text(json.dumps(finished()))
    main([str(path), *flags])
    expected = capsys.readouterr()
    call_command("replay", str(path), *flags)
    assert capsys.readouterr() == expected


def test_the_command_fails_with_status_one_and_one_line(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    path.write_text(json.dumps(changed(seats=9)))
    with pytest.raises(SystemExit) as ended:
        call_command("replay", str(path))
    assert ended.value.code == 1
    shown = capsys.readouterr()
    assert (shown.out, len(shown.err.splitlines())) == ("", 1)
