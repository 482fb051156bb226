"""How dates are written where we leave it to Django: the moderators' panel."""

from datetime import UTC, datetime

import pytest
from django.utils import formats, translation

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
