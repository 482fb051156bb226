"""What a plan answers in a hand: looks at each of its options once, in order."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from games.plans.plan_tree import (
    AllOf,
    Answer,
    AnyOf,
    Bound,
    Choice,
    Condition,
    Kind,
    Not,
    Op,
    Plan,
    Progress,
    Test,
)
from games.plans.vocabulary import Value, Vocabulary
from games.rules.base import Observation


class SeenHand(NamedTuple):
    """A hand as its seat sees it: its own observation, and its legal answers.

    `ranked` are the legal answers from lowest to highest, without those that are accepted but are
    mistakes.
    """

    observation: Observation
    legal: Sequence[str]
    ranked: Sequence[str]


class Source(StrEnum):
    """Where the verdict came from."""

    QUEUE = "queue"  # the step for this hand
    FOLLOW = "follow"  # the second half of "fire from 5"
    RULE = "rule"  # a rule for every hand
    NONE = "none"  # nothing applied


class Verdict(NamedTuple):
    """The answer (None: ask the player), how far the plan has come now, and where the answer came
    from."""

    answer: str | None
    progress: Progress
    source: Source


class Found(NamedTuple):
    answer: Answer
    notation: str | None  # None: the plan says that the seat is to be asked


def evaluate(plan: Plan, progress: Progress, vocabulary: Vocabulary, asked: SeenHand) -> Verdict:
    """What this plan answers here. The answer is always one of `asked.legal`. Never raises."""
    phase = str(asked.observation.get("phase", ""))
    if progress.follow and _fits_phase(progress.follow, vocabulary, phase):
        answer = progress.follow if progress.follow in asked.legal else None
        return Verdict(answer, Progress(progress.done), Source.FOLLOW)
    progress = Progress(progress.done)
    if progress.done < len(plan.queue):
        step = plan.queue[progress.done]
        if fits(step, vocabulary, phase):
            progress = Progress(progress.done + 1)
            if found := _first(step, vocabulary, asked):
                return _verdict(found, progress, Source.QUEUE)
    for rule in plan.standing:
        if found := _first(rule, vocabulary, asked):
            return _verdict(found, progress, Source.RULE)
    return Verdict(None, progress, Source.NONE)


def _verdict(found: Found, progress: Progress, source: Source) -> Verdict:
    follow = found.answer.follow if found.notation else ""
    return Verdict(found.notation, Progress(progress.done, follow), source)


def fits(step: Choice, vocabulary: Vocabulary, phase: str) -> bool:
    """Whether a step of the queue is meant for a hand of this phase; if not, it waits."""
    return any(
        option.answer.kind is not Kind.SAY or _fits_phase(option.answer.notation, vocabulary, phase)
        for option in step
    )


def _fits_phase(notation: str, vocabulary: Vocabulary, phase: str) -> bool:
    phases = vocabulary.phases(notation)
    return not phases or phase in phases


def _first(choice: Choice, vocabulary: Vocabulary, asked: SeenHand) -> Found | None:
    for option in choice:
        if option.condition is None or holds(option.condition, vocabulary, asked.observation):
            if option.answer.kind is Kind.ASK:
                return Found(option.answer, None)
            if notation := _chosen(option.answer, asked):
                return Found(option.answer, notation)
    return None


def _chosen(answer: Answer, asked: SeenHand) -> str | None:
    ranked = asked.ranked or asked.legal
    if not asked.legal or (answer.kind is Kind.ONLY and len(asked.legal) > 1):
        return None
    match answer.kind:
        case Kind.SAY:
            return answer.notation if answer.notation in asked.legal else None
        case Kind.HIGHEST:
            return ranked[-1]
        case Kind.MEDIAN:
            return ranked[(len(ranked) - 1) // 2]
    return ranked[0]


def holds(condition: Condition, vocabulary: Vocabulary, seen: Observation) -> bool:
    """Whether a condition is true in this observation; facts without a value are not."""
    match condition:
        case Test():
            return _test(condition, vocabulary, seen)
        case Not(part):
            return not holds(part, vocabulary, seen)
        case AllOf(parts):
            return all(holds(part, vocabulary, seen) for part in parts)
        case AnyOf(parts):
            return any(holds(part, vocabulary, seen) for part in parts)


def _test(test: Test, vocabulary: Vocabulary, seen: Observation) -> bool:
    fact = vocabulary.by_name[test.fact]
    values = fact.read(seen)
    if fact.flag:
        return bool(values)
    if fact.words:
        return test.low in values
    return any(
        _compares(value, test.op, low, high)
        for value in values
        for low in _numbers(test.low, vocabulary, seen)
        for high in _numbers(test.high, vocabulary, seen)
    )


def _numbers(bound: Bound, vocabulary: Vocabulary, seen: Observation) -> Sequence[Value]:
    return (bound,) if isinstance(bound, int) else vocabulary.by_name[bound].read(seen)


def _compares(value: Value, op: Op, low: Value, high: Value) -> bool:
    if not (isinstance(value, int) and isinstance(low, int) and isinstance(high, int)):
        return False
    match op:
        case Op.LEAST:
            return value >= low
        case Op.MOST:
            return value <= low
        case Op.MORE:
            return value > low
        case Op.LESS:
            return value < low
        case Op.RANGE:
            return low <= value <= high
    return value == low
