"""Every table is shown in the metrics, and the documents say what ends its growth."""

from pathlib import Path

import pytest
from django.db import connection

from games.selectors import table_sizes

SCALING = Path(__file__).resolve().parents[2] / "docs/scaling.md"


@pytest.mark.django_db
def test_every_table_is_named_and_shown() -> None:
    told = SCALING.read_text("utf-8")
    shown = {table.name for table in table_sizes.tables()}
    assert set(connection.introspection.table_names()) <= shown
    assert [name for name in sorted(shown) if f"`{name}`" not in told] == []
