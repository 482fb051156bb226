"""Rules and wordings say the same about thousands of positions in both worlds."""

import pytest

from games.rules.registry import RULESETS
from tests.secrecy import pure
from tests.secrecy.conftest import Count

PAIRS = 800  # planted leaks are found by 600; `make secrecy` compares tens of thousands


@pytest.mark.parametrize("slug", RULESETS)
def test_no_position_tells_what_is_hidden(slug: str, count: Count) -> None:
    tally = pure.compare(slug, PAIRS)
    assert tally.differing == 0
    assert tally.altered > tally.pairs / 2
    count(tally.pairs)
