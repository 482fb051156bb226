"""What a table shows: the keys of the record format, and one's own things under `you`."""

from dataclasses import replace

from games.catalogue.rowboat import rules as rowboat
from games.rules.base import Observation
from tests.narrowing import not_none
from tests.rules.rowboat.arranging import at_play, dealt, played

RECORD_KEYS = {
    *("stage", "trick", "phase", "dealer", "tide", "bids"),
    *("on_table", "pending", "cards", "sides"),
}


def test_the_table_before_the_first_shuffle() -> None:
    table: Observation = rowboat.observation(rowboat.start(2, {}), None)
    assert table.keys() >= RECORD_KEYS
    assert (table["dealer"], table["phase"], table["stage"]) == (None, "moon", 1)


def test_the_table_while_the_moon_is_asked_for() -> None:
    table: Observation = rowboat.observation(dealt(3, "3m 7w"), None)
    assert {key: table[key] for key in RECORD_KEYS} == {
        "stage": 1,
        "trick": 0,
        "phase": "moon",
        "dealer": 0,
        "tide": [],
        "bids": [None, None, None],
        "on_table": [],
        "pending": 0,
        "cards": [0, 0, 0],
        "sides": [{"score": 0, "bags": 0, "tricks": 0, "left": ["lighthouse", "moon", "rowboat"]}]
        * 3,
    }


def test_the_current_trick_names_ruling_card_knob_and_trump() -> None:
    table = rowboat.observation(at_play("7w 3m", "2w Ws", "Ao 3o", leader=1), None)
    shown = [table[key] for key in ("ruling", "knob", "trump", "leader", "turns", "target")]
    assert shown == ["7w", "7o", "waves", 1, [1, 0], 200]


def test_the_rowboat_on_the_table_is_written_as_a_word() -> None:
    table = rowboat.observation(played(at_play("7w 3m", "2w Ws", "Ao 3o"), "rowboat"), None)
    assert table["on_table"] == [{"seat": 0, "card": "rowboat"}]


def test_finished_tricks_show_winners_and_counts_and_only_the_last_its_cards() -> None:
    state = played(at_play("3m 4m 5m", "5o 6o 7o", "5s 8s 9s"), "5o 5s 6o 8s")
    table = rowboat.observation(state, None)
    assert table["history"] == [{"winner": None, "count": 0}, {"winner": 1, "count": 2}]
    assert table["last_trick"] == [{"seat": 0, "card": "6o"}, {"seat": 1, "card": "8s"}]
    assert "5o" not in str(table)


def test_when_over_the_table_shows_the_end_scored() -> None:
    sides = [(190, 0), (0, 0)]
    state = played(at_play("3m 4m", "Wo Ao", "Aw 2w", sides=sides), "rowboat Aw Ao 2w")
    table = rowboat.observation(state, 0)
    assert (table["phase"], table["trick"], table["on_table"]) == ("over", 2, [])
    assert (table["tide"], table["bids"], table["cards"]) == (["3m", "4m"], [1, 1], [1, 0])
    assert [side["score"] for side in table["sides"]] == [200, 10]
    assert (table["you"]["cards"], table["you"]["legal"]) == (["Wo"], [])
    assert not_none(rowboat.outcome(state)).as_json() == {"scores": [200, 10], "winners": [0]}


def test_pending_is_nought_when_over_even_after_a_lost_last_tie() -> None:
    sides = [(190, 0), (0, 0)]
    state = played(at_play("3m 4m", "Wo Ao", "Aw As", sides=sides), "Wo Aw Ao As")
    table = rowboat.observation(state, None)
    assert (table["phase"], table["pending"], table["sides"][0]["tricks"]) == ("over", 0, 1)


def test_a_seat_sees_the_table_and_its_own_things() -> None:
    state = played(at_play("3m 9m 7w Ds", "Dm 2o 6w 8s", "As 2s 3s 4s"), "2o")
    seen, table = rowboat.observation(state, 0), rowboat.observation(state, None)
    you = seen.pop("you")
    assert seen == table
    assert you["cards"] == ["6w", "8s", "Dm"]
    assert (you["seat"], you["side"], you["legal"]) == (0, 0, [])
    assert you["married"] == [{"card": "Dm", "trick": 4}]
    assert (you["given"], you["received"], you["misplays"]) == (None, None, 0)


def test_marriages_misplays_and_cards_of_others_change_nothing_that_is_seen() -> None:
    state = at_play("3m 9m 7w Ds", "Dm 2o 6w 8s", "As 2s 3s 4s", leader=1)
    deal = replace(
        state.deal,
        cards=(("9o", "9s", "2w", "3w"), state.deal.cards[1]),
        married=(("Dm",), ()),
        misplays=(2, 0),
    )
    other = replace(state, deal=deal)
    for seat in (None, 1):
        assert rowboat.observation(other, seat) == rowboat.observation(state, seat)
    assert repr(other) == repr(state)


def test_an_observation_is_fresh_every_time() -> None:
    state = at_play("3m 4m", "Wo Ao", "Aw As")
    rowboat.observation(state, 0)["tide"].append("x")
    assert rowboat.observation(state, 0)["tide"] == ["3m", "4m"]
