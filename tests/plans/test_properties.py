"""Whatever can be said: it reads back as it is written, and answers only what is legal."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.plans import vocabulary_of
from games.plans.errors import PlanError
from games.plans.evaluating import evaluate
from games.plans.parsing import parse
from games.plans.plan_tree import Progress
from games.plans.printing import written
from tests.plans.made import SLUGS, plans, some_hands
from tests.sampling import whole

CALM = settings(
    max_examples=60 if whole() else 12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    database=None,
)


@pytest.mark.parametrize("slug", SLUGS)
@CALM
@given(data=st.data())
def test_printing_and_reading_are_each_others_reverse(slug: str, data: st.DataObject) -> None:
    plan, words = data.draw(plans(slug)), vocabulary_of(slug)
    assert parse(written(plan, words), words) == plan


@pytest.mark.parametrize("slug", SLUGS)
@CALM
@given(data=st.data())
def test_it_answers_legally_or_asks(slug: str, data: st.DataObject) -> None:
    """Over a whole run of hands of that game, each from where the last one left the plan."""
    plan, words = data.draw(plans(slug)), vocabulary_of(slug)
    hands, progress = some_hands(slug), Progress()
    start = data.draw(st.integers(0, len(hands) - 1))
    for asked in hands[start : start + 12]:
        verdict = evaluate(plan, progress, words, asked)
        assert verdict.answer is None or verdict.answer in asked.legal
        assert progress.done <= verdict.progress.done <= min(progress.done + 1, len(plan.queue))
        progress = verdict.progress


@pytest.mark.parametrize("slug", SLUGS)
@CALM
@given(text=st.text(max_size=200), noise=st.data())
def test_any_text_is_read_or_refused_at_a_place_in_it(
    slug: str, text: str, noise: st.DataObject
) -> None:
    words = vocabulary_of(slug)
    grams = ["next:", "if", "else", ",", "then", "not", "(", ")", "or", "and", "44", "is", "\n"]
    grams += list(words.by_name)
    text += " ".join(noise.draw(st.lists(st.sampled_from(grams), max_size=30)))
    error, plan = None, None
    try:
        plan = parse(text, words)
    except PlanError as caught:
        error = caught
    if plan is not None:
        assert parse(written(plan, words), words) == plan
    if error is not None:
        assert 1 <= error.line <= text.count("\n") + 1
        assert 1 <= error.column <= len(text.split("\n")[error.line - 1]) + 1
