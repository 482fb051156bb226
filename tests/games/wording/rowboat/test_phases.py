"""Whatever the phase: where it stands, what is asked, what an answer means, the plain table."""

import pytest

from games.catalogue.rowboat import rules
from games.catalogue.rowboat import wording as told
from games.catalogue.rowboat.rules.state import State
from games.rules.base import Observation
from tests.games.wording.rowboat.observing import positions, seating, seen
from tests.sampling import whole

STEP = 1 if whole() else 4


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"novice": True}, {"misplays": True}])
def test_every_position_of_a_game_can_be_told(seats: int, options: dict[str, bool]) -> None:
    """In every phase; of those in which a card is played, every fourth."""
    phases, played = set(), 0
    for state, _events, _after in positions(seats, seed=seats, most=150, **options):
        played += state.phase == "play"
        if state.phase == "play" and played % STEP:
            continue
        for reader in (None, *range(seats)):
            table, who = seen(state, reader), seating(reader, seats)
            phases.add(table["phase"])
            assert told.asked(table, who)
            assert max(map(len, told.standing(table, who))) <= 72
            if reader is not None:
                assert max(map(len, told.holding(table))) <= 72
                _answers_are_told(state, reader, seats)
    assert {"play", "moon"} <= phases
    assert ("exchange" in phases) == (seats == 4)


def _answers_are_told(state: State, seat: int, seats: int) -> None:
    """Each answer has a label, a button and as many facts as every other."""
    table, who, lengths = seen(state, seat), seating(seat, seats), set()
    for answer in rules.legal(state, seat):
        facts = told.consequences(table, answer, who)
        lengths.add(len(facts))
        assert told.label(answer)
        assert told.seal_label(answer)
        assert all(fact.label and fact.text and "%(" not in fact.text for fact in facts), facts
    assert len(lengths) <= 1


def test_headings() -> None:
    table: Observation = {"stage": 2, "trick": 0, "tide": [], "phase": "moon"}
    assert told.heading(table) == "Deal 2, before the Tide"
    assert told.heading(table | {"phase": "exchange"}) == "Deal 2, the exchange"
    assert told.heading(table | {"phase": "bid"}) == "Deal 2, the bids"
    playing = table | {"phase": "play", "trick": 3, "tide": ["7w"] * 8}
    assert told.heading(playing) == "Deal 2, trick 3 of 8"
    assert told.place(playing) == "Deal 2, trick 3"
    assert told.heading(table | {"phase": "over"}) == "The game is over"


def test_labels() -> None:
    assert told.label("play 7w") == "the 7 of waves"
    assert told.label("bid 3") == "a bid of 3"
    assert told.seal_label("play rowboat") == "Play the Rowboat"
    assert told.seal_label("give 3o") == "Give the 3 of oars"
    assert told.seal_label("moon 5") == "Play the Moon for 5"
    assert told.seal_label("no moon") == "Keep the Moon"
    assert told.seal_label("bid 3") == "Bid 3"


def test_options_and_what_a_miss_plays_are_said_in_words() -> None:
    assert [fact.label for fact in told.options({})] == ["Bids", "Misplays"]
    assert "No bids" in told.options({"novice": True})[0].text
    assert "2 sandbags" in told.options({"misplays": True})[1].text
    assert set(told.misses()) == {"lowest", "median", "highest", "random", "bot", "plan"}
    assert (
        told.misses()["lowest"].text == "If you miss this hand, your lowest card or bid is played."
    )
