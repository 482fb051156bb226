"""What the rules and the tellings say of thousands of positions is the same in both worlds."""

import pytest

from games.rules.registry import RULESETS
from tests.secrecy import pure
from tests.secrecy.conftest import Count

PAIRS = {"turn-the-tide": 5_000, "rowboat": 7_000, "turning-tides": 6_000}


@pytest.mark.parametrize("slug", RULESETS)
def test_no_position_tells_what_is_hidden(slug: str, count: Count) -> None:
    tally = pure.compare(slug, PAIRS[slug])
    assert tally.differing == 0
    assert tally.altered > tally.pairs / 2
    count(tally.pairs)
