"""docs/operating.md names every unit wherever all of them are meant, and where things are."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from tideweb.embedded import binaries

PAGE = (Path(settings.BASE_DIR) / "docs" / "operating.md").read_text("utf-8")
UNITS = set(re.findall(r"# (?:/etc/systemd/system/)?(tideweb-[a-z]+)\.service", PAGE))


@pytest.mark.parametrize(("title", "does"), [("Restoring", "stop"), ("Upgrades", "restart")])
def test_no_unit_is_forgotten(title: str, does: str) -> None:
    section = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    commands = re.findall(rf"`systemctl {does} ([^`]+)`", section)
    assert len(UNITS) >= 6
    assert [set(command.split()) for command in commands] == [UNITS]


def test_the_programs_of_the_embedded_database_are_where_it_says() -> None:
    """Its package has those of an older PostgreSQL beside them, which refuse to dump."""
    assert f"/{binaries.WHEEL}/{binaries.INSTALL}/bin`" in PAGE
