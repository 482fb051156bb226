"""What both checkers accept as the holders of a seat, one after the other."""

import random

import pytest

from games.verification import all_passed, verify
from tests.bench.verifying import record_at_random
from tests.games.verification.alone import as_text, refuses
from tests.games.verification.mutations import mended

Span = tuple[int, int | None]
ACCEPTED: dict[str, list[Span]] = {
    "one after the other": [(1, 2), (3, 4), (5, None)],
    "who held no hand": [(1, 2), (3, 0), (3, None)],
    "the same, as records were written before 0.3.1": [(1, 2), (3, 2), (3, None)],
}
REFUSED: dict[str, list[Span]] = {
    "a gap": [(1, 2), (4, None)],
    "who held hands before they came": [(1, 2), (3, 1), (2, None)],
    "nobody at the end": [(1, None), (3, 0)],
    "nobody at all": [(1, 0), (1, 0)],
}


@pytest.mark.parametrize(("spans", "good"), [
    *(pytest.param(spans, True, id=name) for name, spans in ACCEPTED.items()),
    *(pytest.param(spans, False, id=name) for name, spans in REFUSED.items()),
])  # fmt: skip
def test_a_seat_is_held_without_gaps_and_by_one_at_a_time(spans: list[Span], good: bool) -> None:
    record = record_at_random("turn-the-tide", 3, random.Random(5))
    names = [record["players"][1], *(f"Wim {number}" for number in range(1, len(spans)))]
    record["substitutes"] = [
        {"seat": 1, "name": name, "from_hand": first, "until_hand": last}
        for name, (first, last) in zip(names, spans, strict=True)
    ]
    record = mended(record)
    assert all_passed(verify(record)) is good
    assert refuses(as_text(record)) is not good
