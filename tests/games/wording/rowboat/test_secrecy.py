"""Two games that differ only in what a reader may not know read the same to that reader."""

import pytest

from games.catalogue.rowboat import rules
from games.catalogue.rowboat import wording as told
from games.catalogue.rowboat.rules.state import Phase, State, with_deal
from tests.games.wording.rowboat.observing import positions, seating, seen


def everything(state: State, reader: int | None) -> list[object]:
    """All words about a position for one reader."""
    table, who = seen(state, reader), seating(reader, state.seats)
    texts: list[object] = [told.heading(table), told.asked(table, who), told.standing(table, who)]
    if reader is None:
        return texts
    answers = rules.legal(state, reader)
    facts = [told.consequences(table, answer, who) for answer in answers]
    return [*texts, told.holding(table), answers, facts]


def otherwise(state: State, reader: int | None) -> State:
    """The same with the hidden cards of two others exchanged, all that a reader cannot see."""
    others = [seat for seat in range(state.seats) if seat != reader]
    first, second = others[:2]
    cards = list(state.deal.cards)
    cards[first], cards[second] = cards[second], cards[first]
    married = list(state.deal.married)
    married[first] = married[second] = ()
    misplays = [n if seat == reader else n + 1 for seat, n in enumerate(state.deal.misplays)]
    return with_deal(state, cards=tuple(cards), married=tuple(married), misplays=tuple(misplays))


@pytest.mark.parametrize("seats", [3, 4])
def test_no_hidden_card_is_in_any_text(seats: int) -> None:
    compared = 0
    for state, _events, _after in positions(seats, seed=7, most=150):
        if state.phase not in Phase.HOLDING:
            continue
        for reader in (None, *range(seats)):
            others = [seat for seat in range(seats) if seat != reader][:2]
            if len({len(state.deal.cards[seat]) for seat in others}) == 1:
                compared += 1
                assert everything(state, reader) == everything(otherwise(state, reader), reader)
    assert compared > 50
