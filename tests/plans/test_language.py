"""What is a plan, what it says, and where one that is none goes wrong."""

import time

import pytest

from games.plans import vocabulary_of
from games.plans.errors import PlanError
from games.plans.parsing import parse
from games.plans.plan_tree import AllOf, Answer, AnyOf, Kind, Not, Op, Option, Test
from games.plans.printing import choice_text, written
from games.plans.vocabulary import Vocabulary

TIDE = vocabulary_of("turn-the-tide")
BOATS = vocabulary_of("rowboat")
SHIPS = vocabulary_of("turning-tides")


def option(notation: str, follow: str = "") -> Option:
    return Option(Answer(Kind.SAY, notation, follow))


def wrong(text: str, code: str, line: int, column: int, words: Vocabulary = TIDE) -> PlanError:
    with pytest.raises(PlanError) as caught:
        parse(text, words)
    error = caught.value
    assert (error.code, error.line, error.column) == (code, line, column), error
    return error


def test_several_hands_ahead() -> None:
    plan = parse("next: 44, then 12, else lowest then ask", TIDE)
    assert plan.queue == (
        (option("44"),),
        (option("12"), Option(Answer(Kind.LOWEST))),
        (Option(Answer(Kind.ASK)),),
    )
    assert plan == parse("NEXT hand: the 44\nthen: play 12 else my lowest card\nthen: ask me", TIDE)


def test_a_rule_with_a_condition() -> None:
    plan = parse("if a tide of 10 or more is up: 58, else lowest", TIDE)
    rule = plan.standing[0]
    assert rule[0].condition == Test("a tide", Op.LEAST, 10)
    assert rule[1] == Option(Answer(Kind.LOWEST))


def test_the_only_legal_card() -> None:
    assert parse("always: the only legal card", TIDE).standing == ((Option(Answer(Kind.ONLY)),),)


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("my tide is 7", Test("my tide", Op.IS, 7)),
        ("my tide = 7", Test("my tide", Op.IS, 7)),
        ("the high tide >= 10", Test("high tide", Op.LEAST, 10)),
        ("high tide ≥ 10", Test("high tide", Op.LEAST, 10)),
        ("my belts are 2 or fewer", Test("my belts", Op.MOST, 2)),
        ("my belts is not 2", Not(Test("my belts", Op.IS, 2))),
        ("hand is 3 to 5", Test("hand", Op.RANGE, 3, 5)),
        ("my tide is more than the low tide", Test("my tide", Op.MORE, "low tide")),
        ("my tide is under 4", Test("my tide", Op.LESS, 4)),
        ("i am deepest", Test("i am deepest")),
        ("phase is take", Test("phase", Op.IS, "take")),
        ("a tide of 5 is up", Test("a tide", Op.IS, 5)),
        (
            "stage is 1 and hand is 2 or i am deepest",
            AnyOf((AllOf((Test("stage", Op.IS, 1), Test("hand", Op.IS, 2))), Test("i am deepest"))),
        ),
        (
            "stage is 1 and (hand is 2 or not i am deepest)",
            AllOf(
                (
                    Test("stage", Op.IS, 1),
                    AnyOf((Test("hand", Op.IS, 2), Not(Test("i am deepest")))),
                )
            ),
        ),
    ],
)
def test_conditions(text: str, condition: object) -> None:
    rule = parse(f"if {text}: lowest", TIDE).standing[0]
    assert rule[0].condition == condition


@pytest.mark.parametrize(
    ("text", "notation", "follow"),
    [
        ("fire from 5", "fire", "from 5"),
        ("move cannon 5b to 2a", "move", "cannon 5b to 2a"),
        ("move sailor 4 to 2", "move", "sailor 4 to 2"),
        ("sailor 4 to 2", "sailor 4 to 2", ""),
        ("sailor at 3", "sailor", "at 3"),
        ("fire promote 4", "fire", "promote 4"),
        ("navigate claim", "navigate", "claim"),
        ("Wait", "wait", ""),
        ("swap fire swing for fire sailor", "swap swing fire for sailor fire", ""),
        ("stow move cannon", "stow cannon move", ""),
        ("from 5", "from 5", ""),
    ],
)
def test_a_card_and_what_it_does_in_one_line(text: str, notation: str, follow: str) -> None:
    assert parse(f"next: {text}", SHIPS).queue == ((option(notation, follow),),)


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("7 of waves", "play 7w"),
        ("play Ao", "play Ao"),
        ("the rowboat", "play rowboat"),
        ("bid 3", "bid 3"),
        ("no moon", "no moon"),
        ("moon 6", "moon 6"),
        ("give 3o", "give 3o"),
    ],
)
def test_rowboats_answers_are_read_as_everywhere(text: str, notation: str) -> None:
    assert parse(f"always: {text}", BOATS).standing == ((option(notation),),)


def test_remarks_blank_lines_and_semicolons() -> None:
    text = "# my plan\n\nnext: 44 # a good one\r\n; always: lowest;"
    assert written(parse(text, TIDE), TIDE) == "next: 44\nalways: lowest"
    assert parse("", TIDE) == parse(" \n# nothing", TIDE)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("play 44", "unexpected", 1, 1),
        ("next 44", "unexpected", 1, 6),
        ("next:", "unexpected", 1, 6),
        ("next: 44, 12", "unexpected", 1, 9),
        ("next: 44\nalways: lowest, then 12", "unexpected", 2, 15),
        ("next: 61", "unknown_answer", 1, 7),
        ("next: 44 please", "unknown_answer", 1, 7),
        ("always: fire", "unknown_answer", 1, 9),
        ("if my boat is 3: 44", "unknown_fact", 1, 4),
        ("if my tide: 44", "unexpected", 1, 11),
        ("if my tide is high: 44", "unexpected", 1, 15),
        ("if my tide is 12345: 44", "bad_number", 1, 15),
        ("if (my tide is 3: 44", "unexpected", 1, 17),
        ("if phase is play: 44", "unexpected", 1, 13),
        ("if my tide is 3 and: 44", "unknown_fact", 1, 20),
        ("next: 44\n\n  while my tide is 3: 44", "unexpected", 3, 3),
        ("next: 44, repeat", "unexpected", 1, 9),
        ("goto 1", "unexpected", 1, 1),
        ("next: $44", "unexpected", 1, 7),
        ("always: __import__", "unexpected", 1, 9),
        ("if " + "not " * 9 + "my tide is 3: 44", "too_deep", 1, 36),
        ("if " + "(" * 9 + "my tide is 3" + ")" * 9 + ": 44", "too_deep", 1, 12),
    ],
)
def test_errors_name_their_place(text: str, code: str, line: int, column: int) -> None:
    error = wrong(text, code, line, column)
    assert error.expected or error.found


def test_an_error_says_what_would_be_right() -> None:
    assert {"lowest", "ask", "44"} <= set(wrong("next: foo", "unknown_answer", 1, 7).expected)
    assert "my tide" in wrong("if x is 1: 44", "unknown_fact", 1, 4).expected
    assert wrong("if my big boat is 1: 44", "unknown_fact", 1, 4).found == "my big boat"
    assert wrong("nix: 4", "unexpected", 1, 1).expected == ["next:", "then:", "if", "always:"]


def test_it_has_bounds() -> None:
    started = time.process_time()
    wrong("next: 44\n" * 120_000, "too_large", 1, 1)
    wrong("é" * 2049, "too_large", 1, 1)
    wrong("next: 44" + ", then 44" * 50, "too_many", 1, 457)
    assert len(parse("next: 44" + ", then 44" * 49, TIDE).queue) == 50
    wrong("(" * 4096, "unexpected", 1, 1)
    wrong("if " + "(" * 4000, "too_deep", 1, 12)
    parse("if " + " and ".join(["my tide is 3"] * 230) + ": 44", TIDE)
    assert time.process_time() - started < 1


def test_a_new_line_counts_alike_from_a_form_and_from_a_program() -> None:
    """Browsers send two characters for it."""
    lines = ["next: 44", "# " + "a" * 2000, "# " + "b" * 2073, "next: 58"]
    assert len("\n".join(lines)) == 4096
    assert parse("\r\n".join(lines), TIDE) == parse("\n".join(lines), TIDE)
    wrong("\r\n".join([*lines, ""]), "too_large", 1, 1)


def test_a_choice_is_written_as_one_would_say_it() -> None:
    text = "if a tide of 10 or more is up and my tide is not 3: 58, else lowest"
    assert choice_text(parse(text, TIDE).standing[0], TIDE) == text
