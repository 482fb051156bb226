"""Why an answer that was understood isn't possible: named for what is not, silent for what is."""

from collections.abc import Callable

import pytest

from games.catalogue.turning_tides import rules
from games.catalogue.turning_tides.rules.state import State
from games.catalogue.turning_tides.wording.barring import why_not
from tests.games.web.sea_states import (
    choosing,
    damaged,
    exchanging,
    firing,
    moving,
    placing,
    promoting,
)
from tests.rules.turning_tides.positions import play


def swinging() -> State:
    """Silver has sailors on 4, 5 and 7 of its zones."""
    return play(choosing(), ("swing", "wait"))


# Not navigating: whether one may go back or claim the pawn is left to the rules, which ask first.
STATES = (firing, placing, moving, promoting, exchanging, damaged, swinging)


def answers(state: State) -> tuple[int, list[str]]:
    seat = rules.awaiting(state)[0]
    return seat, list(rules.legal(state, seat))


@pytest.mark.parametrize("made", STATES)
def test_what_is_possible_is_not_barred(made: Callable[[], State]) -> None:
    state = made()
    seat, legal = answers(state)
    assert legal
    assert [each for each in legal if why_not(rules.observation(state, seat), each)] == []


def test_a_swing_from_where_nobody_stands_says_so() -> None:
    state = swinging()
    seat, legal = answers(state)
    table = rules.observation(state, seat)
    data = {f"from {zone}": why_not(table, f"from {zone}") for zone in range(1, 8)}
    assert {answer for answer, reason in data.items() if not reason} == {*legal} - {"pass"}
    assert data["from 1"] == "Zone 1 is destroyed."
    assert data["from 2"] == "You have no sailor on zone 2."


@pytest.mark.parametrize(
    ("made", "text", "why"),
    [
        (firing, "Feuern von Zone 2", "You have no sailor on zone 2."),
        (firing, "sailor", ""),  # an answer to another question
        (choosing, "from 5", ""),
        (choosing, "play sailor", "You don’t hold Sailor now."),
        (choosing, "sailor at 3", "You don’t hold Sailor now."),
        (choosing, "fire from 5", ""),
        (choosing, "sailor 4 to 2", ""),
        (moving, "cannon 4 to 3a", "You have no cannon on zone 4."),
        (moving, "move captain 6 to 9", "There is no zone 9."),
        (moving, "move the captain from zone 9 to zone 1", "There is no zone 9."),
        (moving, "captain to 1", "Zone 1 is destroyed."),
        (moving, "captain from 6 to 6", "It is on zone 6 already."),
        (moving, "at 3", ""),
        (exchanging, "fire fire for cannon", "You don’t hold 2 × Fire now."),
        (exchanging, "keep", ""),
        (damaged, "keep", ""),
        (damaged, "fire", "Put away exactly 2 cards."),
    ],
)
def test_of_what_somebody_wrote_in_their_words(
    made: Callable[[], State], text: str, why: str
) -> None:
    assert why_not(rules.observation(made(), 0), text) == why
