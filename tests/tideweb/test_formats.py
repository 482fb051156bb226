"""How dates are written: by Django in the moderators’ panel, and by our catalogues."""

import re
from datetime import UTC, datetime

import pytest
from django.utils import formats, translation

from tests.tideweb.test_translations import messages

MOMENT = datetime(2026, 11, 27, 20, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "27 Nov 2026, 20:05"),
        ("de", "27. November 2026 20:05"),
        ("nl", "27 november 2026 20:05"),
    ],
)
def test_a_moment_is_written_with_24_hours_and_the_day_first(language: str, text: str) -> None:
    with translation.override(language):
        assert formats.localize(MOMENT) == text


def test_months_have_no_capital_in_dutch() -> None:
    """Django's `M` writes 27 Nov; a Dutch month is written as `b` has it, 27 nov."""
    dates = {str(m.id): str(m.string) for m in messages("nl") if is_a_date(m.id)}
    assert len(dates) > 5
    assert [text for text in dates.values() if "M" in text] == []


def is_a_date(text: object) -> bool:
    return isinstance(text, str) and bool(re.fullmatch(r"[DlHis:, ]*j [FM][YHis:, ]*", text))
