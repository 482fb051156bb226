"""Tests the checker with forged histories: it finds each kind of violation, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.faults.checker import (
    OK,
    PAST,
    REFUSED,
    UNKNOWN,
    Answer,
    Bid,
    Hand,
    History,
    Mail,
    Owed,
    check,
)  # fmt: skip

EIGHT = Answer("abc", 1, 0, "8", sent=1, told=2, outcome=OK, receipt="r8")
NINE = Answer("abc", 1, 0, "9", sent=3, told=4, outcome=OK, receipt="r9")


def turned(notation: str, *, at: float = 10, **more: Any) -> Hand:
    return Hand("abc", 1, [0], {0: Bid(notation, **more)}, at)


def kinds(history: History) -> list[str]:
    return [violation.kind for violation in check(history)]


def judged(answers: list[Answer], hand: Hand) -> list[str]:
    return kinds(History(answers, [hand]))


def test_the_last_accepted_answer_is_played() -> None:
    assert judged([EIGHT, NINE], turned("9", receipt="r9")) == []


def test_an_answer_that_was_accepted_and_forgotten_is_lost() -> None:
    assert judged([EIGHT], turned("3", chosen=True)) == ["lost"]
    assert judged([EIGHT], Hand("abc", 1, [0], {}, None)) == ["lost"]
    assert kinds(History([EIGHT])) == ["lost"]


def test_a_changed_answer_that_was_forgotten_is_older() -> None:
    assert judged([EIGHT, NINE], turned("8")) == ["older"]


def test_of_two_at_the_same_time_either_may_stand() -> None:
    beside = replace(NINE, sent=1.5)
    assert judged([EIGHT, beside], turned("8")) == []
    assert judged([EIGHT, beside], turned("9")) == []


def test_what_nobody_sent_is_foreign() -> None:
    assert judged([EIGHT], turned("5")) == ["foreign"]
    assert judged([replace(EIGHT, outcome=REFUSED)], turned("8")) == ["foreign"]


@pytest.mark.parametrize("text", ["8", "9"])
def test_an_answer_of_unknown_outcome_may_stand_or_not_also_later(text: str) -> None:
    unknown = replace(EIGHT, outcome=UNKNOWN, receipt="")
    assert judged([unknown, NINE], turned(text, receipt=f"r{text}")) == []


def test_an_answer_of_unknown_outcome_excuses_no_other() -> None:
    unknown = replace(EIGHT, notation="7", outcome=UNKNOWN)
    assert judged([unknown, EIGHT, NINE], turned("8")) == ["older"]
    assert judged([unknown, NINE], turned("3", chosen=True)) == ["lost"]


def test_an_answer_that_was_accepted_when_all_could_see_the_cards_is_late() -> None:
    assert "late" in judged([EIGHT, replace(NINE, sent=11, told=12)], turned("9"))


def test_a_receipt_is_that_of_what_was_played() -> None:
    assert judged([EIGHT], turned("8", receipt="another")) == ["receipt"]


def test_nothing_is_chosen_for_somebody_before_the_time_is_over() -> None:
    assert judged([], turned("3", chosen=True, due=11)) == ["early"]
    assert judged([], turned("3", chosen=True, due=9)) == []


def test_a_hand_is_turned_once() -> None:
    assert kinds(History([EIGHT], [turned("8"), turned("8", at=11)])) == ["twice"]


def test_a_full_hand_that_is_not_turned_is_stuck() -> None:
    assert judged([EIGHT], Hand("abc", 1, [0], {0: Bid("8")}, None)) == ["stuck"]
    assert judged([EIGHT], Hand("abc", 1, [0, 1], {0: Bid("8")}, None)) == []


@pytest.mark.parametrize(
    ("arrived", "found"),
    [
        (["m1"], []),
        (["m1", "m1"], []),
        ([], ["letter lost"]),
        (["m1"] * 3, ["letter too often"]),
        (["m1", "m2"], ["letter foreign"]),
    ],
)
def test_a_letter_comes_once_or_twice(arrived: list[str], found: list[str]) -> None:
    assert kinds(History(owed=[Owed("Marit", "hand 1", "m1")], arrived=arrived)) == found


def test_a_letter_comes_no_more_often_than_what_went_wrong_explains() -> None:
    once, thrice = (Owed("Marit", "hand 1", "m1", most=most) for most in (1, 3))
    assert kinds(History(owed=[once], arrived=["m1"] * 2)) == ["letter too often"]
    assert kinds(History(owed=[thrice], arrived=["m1"] * 3)) == []
    assert kinds(History(owed=[thrice], arrived=["m1"] * 4)) == ["letter too often"]


def test_what_is_rightly_withheld_is_not_lost() -> None:
    assert kinds(History(owed=[Owed("Marit", "hand 1", "m1", withheld="has answered")])) == []


def test_a_letter_keeps_its_message_id() -> None:
    both = [Owed("Marit", "hand 1", "m1"), Owed("Marit", "hand 1", "m2")]
    assert kinds(History(owed=both, arrived=["m1", "m2"])) == ["letter renamed"]


@pytest.mark.parametrize(
    ("mail", "found"),
    [
        (Mail("m1", 1, 2, "applied"), []),
        (Mail("m1", 1, None, PAST[0]), []),
        (Mail("m1", 3, 2, PAST[0]), []),
        (Mail("m1", 1, 2, PAST[1]), ["mail late"]),
        (Mail("m1", 1, 2, ""), ["mail lost"]),
    ],
)
def test_a_mail_that_was_stored_in_time_counts(mail: Mail, found: list[str]) -> None:
    assert kinds(History(mails=[mail])) == found


def test_what_is_seen_early_or_goes_another_course_is_told() -> None:
    assert kinds(History(seen=["a bid"], strays=["hand 2"])) == ["seen early", "course"]


def test_a_seat_is_given_to_one() -> None:
    seated = [("abc", 0, "Marit"), ("abc", 0, "Marit"), ("abc", 0, "Ute"), ("abc", 1, "Ute")]
    assert kinds(History(seated=seated)) == ["seat twice"]


@pytest.mark.parametrize(
    ("failed", "found"), [((5, 503), []), ((5, 500), ["error"]), ((2, 503), ["busy"])]
)
def test_an_answer_5xx_is_503_and_comes_only_while_something_is_wrong(
    failed: tuple[float, int], found: list[str]
) -> None:
    assert kinds(History(failed=[failed], calm=[(1, 3)])) == found
