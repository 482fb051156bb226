"""The canonical text of a plan: `parse(written(plan)) == plan`."""

from games.plans.plan_tree import (
    AllOf,
    Answer,
    AnyOf,
    Choice,
    Condition,
    Kind,
    Not,
    Op,
    Option,
    Plan,
    Test,
)
from games.plans.vocabulary import Vocabulary

_RANGES = {
    Op.IS: "{low}",
    Op.LEAST: "{low} or more",
    Op.MOST: "{low} or less",
    Op.MORE: "more than {low}",
    Op.LESS: "less than {low}",
    Op.RANGE: "{low} to {high}",
}


def written(plan: Plan, vocabulary: Vocabulary) -> str:
    """One clause per line: the queue first, then the rules for every hand."""
    lines = [
        f"{'then' if number else 'next'}: {choice_text(choice, vocabulary)}"
        for number, choice in enumerate(plan.queue)
    ]
    return "\n".join([*lines, *(_rule_text(choice, vocabulary) for choice in plan.standing)])


def _rule_text(choice: Choice, vocabulary: Vocabulary) -> str:
    text = choice_text(choice, vocabulary)
    return text if choice[0].condition else f"always: {text}"


def choice_text(choice: Choice, vocabulary: Vocabulary) -> str:
    """ "if a tide of 10 or more is up: 58, else lowest"."""
    return ", else ".join(_option(option, vocabulary) for option in choice)


def _option(option: Option, vocabulary: Vocabulary) -> str:
    answer = answer_text(option.answer)
    if option.condition is None:
        return answer
    return f"if {condition_text(option.condition, vocabulary)}: {answer}"


def answer_text(answer: Answer) -> str:
    """ "44", "lowest", "fire from 5"."""
    if answer.kind is not Kind.SAY:
        return str(answer.kind)
    return f"{answer.notation} {answer.follow}".strip()


def condition_text(condition: Condition, vocabulary: Vocabulary) -> str:
    """A condition, with brackets only where they are needed."""
    match condition:
        case Test():
            return _test(condition, vocabulary)
        case Not(part):
            return _not(part, vocabulary)
        case AllOf(parts):
            return " and ".join(_inner(part, vocabulary, (AllOf, AnyOf)) for part in parts)
        case AnyOf(parts):
            return " or ".join(_inner(part, vocabulary, (AnyOf,)) for part in parts)


def _inner(part: Condition, vocabulary: Vocabulary, bracketed: tuple[type, ...]) -> str:
    text = condition_text(part, vocabulary)
    return f"({text})" if isinstance(part, bracketed) else text


def _not(part: Condition, vocabulary: Vocabulary) -> str:
    match part:
        case Test(fact, op) if op is not Op.FLAG and not vocabulary.by_name[fact].frame[1]:
            return f"{fact} is not {_range(part)}"
    return f"not {_inner(part, vocabulary, (AllOf, AnyOf))}"


def _test(test: Test, vocabulary: Vocabulary) -> str:
    if test.op is Op.FLAG:
        return test.fact
    before, behind = vocabulary.by_name[test.fact].frame
    if behind:
        return f"{before} {_range(test)} {behind}"
    return f"{test.fact} is {_range(test)}"


def _range(test: Test) -> str:
    return _RANGES[test.op].format(low=test.low, high=test.high)
