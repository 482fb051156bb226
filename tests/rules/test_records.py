"""Records are built, read and played through again; whatever they should not hold is refused."""

import json
import re
from typing import Any

import pytest

from games.rules.base import Outcome
from games.rules.errors import BadRecord
from games.rules.records import Aside, build_record, read_record, record_of, replay
from tests.narrowing import not_none
from tests.rules.examples import changed, finished, unfinished, with_hand, with_order


def refusal(record: object) -> str:
    with pytest.raises(BadRecord) as caught:
        replay(record_of(record))
    return str(caught.value)


def without(*names: str) -> dict[str, object]:
    return {name: value for name, value in finished().items() if name not in names}


def test_a_finished_record_gives_its_outcome() -> None:
    record = finished()
    assert not_none(replay(record_of(record)).outcome).as_json() == record["outcome"]


def test_a_finished_record_needs_no_outcome() -> None:
    assert replay(record_of(without("outcome"))).outcome is not None


@pytest.mark.parametrize("hands", [0, 1, 5])
def test_an_unfinished_record_stops_where_it_ends(hands: int) -> None:
    played = replay(record_of(unfinished(hands)))
    assert played.outcome is None
    assert len(played.moments) == hands
    assert played.record.rules.position(played.state).hand == hands + 1


def test_a_record_may_end_before_any_shuffle() -> None:
    assert replay(record_of(unfinished(0, shuffles=0))).moments == ()


def test_further_keys_are_ignored() -> None:
    record = changed(players=["Joost"], seed="00ff", receipts={})
    assert replay(record_of(record)).outcome is not None


def test_defaults_may_be_left_out_and_written_out() -> None:
    assert replay(record_of(changed(options={"cascade": True}))).outcome is not None
    assert replay(record_of(without("options"))).outcome is not None


@pytest.mark.parametrize("name", ["format", "game", "rules", "seats", "shuffles", "hands"])
def test_a_missing_key_is_named(name: str) -> None:
    assert f"no '{name}'" in refusal(without(name))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"format": "tideweb-record/2"}, "has no 'id'"),
        ({"format": "tideweb-record/3"}, "tideweb-record/1"),
        ({"format": 1}, "tideweb-record/1"),
        ({"game": "ludo"}, "Unknown game 'ludo'"),
        ({"game": ["turn-the-tide"]}, "must be a text"),
        ({"rules": 2}, "version 2"),
        ({"rules": True}, "'rules' must be a whole number"),
        ({"rules": 1.0}, "'rules' must be a whole number"),
        ({"rules": "1"}, "'rules' must be a whole number"),
        ({"seats": 2}, "2 seats"),
        ({"seats": 6}, "6 seats"),
        ({"seats": "4"}, '"4" seats'),
        ({"seats": 4.0}, "4.0 seats"),
        ({"seats": None}, "null seats"),
        ({"options": []}, "'options' must be an object"),
        ({"options": None}, "'options' must be an object"),
        ({"options": {"cascade": 1}}, "'cascade' cannot be 1"),
        ({"options": {"cascade": "true"}}, "'cascade' cannot be \"true\""),
        ({"options": {"cascade": None}}, "'cascade' cannot be null"),
        ({"options": {"Cascade": True}}, "Unknown option 'Cascade'"),
        ({"shuffles": {}}, "'shuffles' must be a list"),
        ({"hands": None}, "'hands' must be a list"),
        ({"hands": {"1": {}}}, "'hands' must be a list"),
    ],
)
def test_a_wrong_frame_is_refused_with_its_reason(changes: dict[str, Any], reason: str) -> None:
    assert reason in refusal(changed(**changes))


@pytest.mark.parametrize("data", [None, [], "record", 7, True])
def test_only_an_object_is_a_record(data: Any) -> None:
    assert refusal(data) == "The record is not a JSON object."


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (None, "a hand' must be an object"),
        (["44"], "a hand' must be an object"),
        ({}, "bids are owed by exactly the seats [0, 1, 2, 3], and came from []"),
        ({"0": "1"}, "came from [0]"),
        ({"00": "1"}, "'00' is not a seat"),
        ({"4": "1"}, "'4' is not a seat"),
        ({"-1": "1"}, "'-1' is not a seat"),
        ({"0": 44}, "the bid of seat 0' must be a text"),
        ({"0": None}, "the bid of seat 0' must be a text"),
    ],
)
def test_a_wrong_hand_is_refused_by_its_number(hand: Any, reason: str) -> None:
    told = refusal(with_hand(3, hand))
    assert told.startswith("Hand 3: ")
    assert reason in told


@pytest.mark.parametrize("bid", ["play {}", " {}", "{} ", "0{}", "#{}", "{}."])
def test_a_bid_that_is_not_canonical_is_refused(bid: str) -> None:
    first = finished()["hands"][0]
    hand = {**first, "2": bid.format(first["2"])}
    told = refusal(with_hand(1, hand))
    assert told.startswith("Hand 1: seat 2: ")
    assert f"where it is '{first['2']}'" in told


@pytest.mark.parametrize("bid", ["", "61", "0", "-1", "44 please", "take low", "no moon", "٤"])
def test_an_illegal_or_unreadable_bid_is_refused_with_what_is_legal(bid: str) -> None:
    told = refusal(with_hand(1, {**finished()["hands"][0], "2": bid}))
    assert told.startswith("Hand 1: seat 2: ")
    assert "Legal now: " in told


def test_a_card_cannot_be_played_twice() -> None:
    hands = finished()["hands"]
    told = refusal(with_hand(2, {**hands[1], "0": hands[0]["0"]}))
    assert "Hand 2: seat 0: " in told
    assert "has been played" in told


def test_hands_after_the_end_are_refused() -> None:
    record = finished()
    record["hands"].append(record["hands"][0])
    number = len(record["hands"])
    assert refusal(record) == f"Hand {number}: the game was over before it."


@pytest.mark.parametrize(
    "order",
    [None, {}, "1 2 3", [], [1] * 60, list(range(60)), [True, *range(2, 61)], [1.0, *range(2, 61)]],
)
def test_an_order_that_is_no_permutation_is_refused(order: Any) -> None:
    assert refusal(with_order(1, order)).startswith("Hand 1: ")


def test_an_order_of_texts_or_lists_is_refused() -> None:
    assert "exactly the items" in refusal(with_order(1, [str(n) for n in range(1, 61)]))
    assert "exactly the items" in refusal(with_order(1, [[n] for n in range(1, 61)]))


def test_a_missing_order_is_refused_by_the_hand_that_needs_it() -> None:
    record = finished()
    record["shuffles"].pop()
    assert re.match(r"Hand \d+: the record has no order", refusal(record))


def test_an_order_that_was_never_asked_for_is_refused() -> None:
    record = finished()
    record["shuffles"].append(record["shuffles"][-1])
    assert "1 more orders than were asked for" in refusal(record)
    early = unfinished(3, shuffles=3)
    assert refusal(early).startswith("After hand 3: ")


@pytest.mark.parametrize(
    "change",
    [
        {"scores": [0, 0, 0, 0]},
        {"winners": []},
        {"winners": [True]},
        {"extra": 1},
    ],
)
def test_another_outcome_is_refused(change: dict[str, Any]) -> None:
    record = finished()
    record["outcome"] = {**record["outcome"], **change}
    assert "the outcome is" in refusal(record)


@pytest.mark.parametrize("outcome", [None, [], 7, {}])
def test_an_outcome_of_another_shape_is_refused(outcome: Any) -> None:
    assert "the outcome is" in refusal(changed(outcome=outcome))


def test_scores_as_fractions_are_another_outcome() -> None:
    record = finished()
    record["outcome"]["scores"] = [float(score) for score in record["outcome"]["scores"]]
    assert "the outcome is" in refusal(record)


@pytest.mark.parametrize("outcome", [None, {"scores": [0, 0, 0, 0], "winners": [0, 1, 2, 3]}])
def test_an_outcome_of_a_running_game_is_refused(outcome: dict[str, list[int]] | None) -> None:
    told = refusal({**unfinished(3), "outcome": outcome})
    assert told == "After hand 3: the record has an outcome, but the game still runs."


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"aside": {"seat": 0, "act": "lighthouse"}}, "cannot do 'lighthouse'"),
        ({"aside": {"seat": 9, "act": "lighthouse"}}, "no seat 9"),
        ({"aside": {"seat": True, "act": "x"}}, "'seat' must be a whole number"),
        ({"aside": {"seat": 0, "act": 1}}, "'act' must be a text"),
        ({"aside": {"seat": 0}}, "exactly 'seat' and 'act'"),
        ({"aside": {"seat": 0, "act": "x"}, "0": "1"}, "stands by itself"),
        ({"aside": "lighthouse"}, "'aside' must be an object"),
    ],
)
def test_a_wrong_aside_is_refused_by_the_hand_before_it(entry: dict[str, Any], reason: str) -> None:
    record = finished()
    record["hands"].insert(2, entry)
    told = refusal(record)
    assert told.startswith("Aside after hand 2: ")
    assert reason in told


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        ("\ufeff{}", "not JSON"),
        ('{"rules": NaN}', "NaN"),
        ('{"rules": 1, "rules": 1}', "'rules' twice"),
        ("[" * 100_000, "recursion"),
        ('{"rules": ' + "1" * 5_000 + "}", "not JSON"),
        ('{"players": ["\\ud800"]}', r"UTF-8 has no character '\\ud800'"),
        ('{"\\udfff": 1}', r"UTF-8 has no character '\\udfff'"),
    ],
)
def test_a_text_that_is_no_clean_json_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        read_record(text)


def test_a_record_is_built_as_documented() -> None:
    built = build_record(
        "rowboat",
        1,
        2,
        {"novice": False},
        [[1, 0]],
        [{1: "bid 2", 0: "bid 3"}, Aside(1, "lighthouse")],
        Outcome((3, 1), (0,)),
    )
    assert json.loads(json.dumps(built)) == {
        "format": "tideweb-record/1",
        "game": "rowboat",
        "rules": 1,
        "seats": 2,
        "options": {"novice": False},
        "shuffles": [[1, 0]],
        "hands": [{"0": "bid 3", "1": "bid 2"}, {"aside": {"seat": 1, "act": "lighthouse"}}],
        "outcome": {"scores": [3, 1], "winners": [0]},
    }
