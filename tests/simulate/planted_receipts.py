"""Planted faults that only a receipt, somebody's time or their misses show."""

from tests.simulate.planting import Planted

RECEIPTS = [
    Planted(
        "a receipt that nobody can check",
        "games.services.hands.bidding:seal_answer",
        "salt=opened.salt,",
        "salt=opened.salt[::-1],",
    ),
    Planted(
        "a key taken for another answer",
        "games.services.hands.idempotency_keys:earlier",
        "if row.fingerprint != request:",
        "if False:",
    ),
    Planted(
        "an answer taken to a hand that is not open yet",
        "games.services.hands.bidding:_accepting_hand",
        "    if number != hand.number:\n",
        "    if number < hand.number:\n",
    ),
    Planted(
        "a hand that ends with the first time",
        "games.services.hands.clocks:started",
        "hand.deadline = max([",
        "hand.deadline = min([",
    ),
    Planted(
        "nobody's time over before that of the hand",
        "games.services.hands.resolving:_missing",
        "overdue = clocks.overdue(hand, now)",
        "overdue: set[int] = set()",
    ),
    Planted(
        "misses not counted",
        "games.services.hands.resolving:_store_fallbacks",
        "game_flow.count_misses([seat.pk])",
        "pass",
    ),
]
