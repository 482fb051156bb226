"""Whatever the rule: at least the promised time, never earlier for more of anything."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from games.pace import Rule, deadline, passed, rule_of
from tests.games.pace.test_zones import ZONES, is_shown

BEGINNING = datetime(2025, 1, 1, tzinfo=UTC)
MOMENTS = st.integers(0, 10 * 365 * 24 * 60).map(lambda n: BEGINNING + timedelta(minutes=n))
TIMES = st.times().map(lambda at: at.replace(second=0, microsecond=0))
NIGHTS = st.tuples(TIMES, st.integers(1, 12 * 60)).map(
    lambda night: (night[0], (datetime.combine(date(2025, 1, 1), night[0])
                              + timedelta(minutes=night[1])).time())
)  # fmt: skip
VACATIONS = st.tuples(st.dates(date(2025, 1, 1), date(2034, 12, 1)), st.integers(0, 29)).map(
    lambda days: (days[0], days[0] + timedelta(days=days[1]))
)


@st.composite
def rules(draw: st.DrawFn) -> Rule:
    opened = draw(MOMENTS)
    near = draw(st.lists(st.tuples(st.integers(-2, 20), st.integers(0, 29)), max_size=3))
    first = [(opened.date() + timedelta(days=start), length) for start, length in near]
    return Rule(
        opened,
        draw(st.integers(1, 14 * 24)) * 3600,
        draw(st.sampled_from(ZONES)),
        draw(st.booleans()),
        draw(st.none() | NIGHTS),
        tuple((start, start + timedelta(days=length)) for start, length in first),
    )


@given(rules())
@settings(deadline=None)
def test_at_least_the_promised_time(rule: Rule) -> None:
    at = deadline(rule)
    assert at - rule.opened >= timedelta(seconds=rule.seconds)
    assert passed(rule, at) == timedelta(seconds=rule.seconds)
    assert is_shown(at, ZoneInfo(rule.zone))
    assert deadline(rule_of(rule.as_json())) == at


@given(rules(), st.integers(1, 10**6))
@settings(deadline=None)
def test_who_opens_later_or_has_more_time_is_never_due_earlier(rule: Rule, more: int) -> None:
    at = deadline(rule)
    assert deadline(replace(rule, opened=rule.opened + timedelta(seconds=more))) >= at
    assert deadline(replace(rule, seconds=rule.seconds + more)) >= at


@given(rules(), VACATIONS, NIGHTS)
@settings(deadline=None)
def test_a_right_never_costs_time(
    rule: Rule, days: tuple[date, date], night: tuple[time, time]
) -> None:
    at = deadline(rule)
    assert deadline(rule.with_away(days)) >= at
    assert at >= deadline(replace(rule, quiet=None))
    assert at >= deadline(replace(rule, weekends=True))
    assert deadline(replace(rule, quiet=night)) >= deadline(replace(rule, quiet=None))


@given(rules(), MOMENTS, MOMENTS)
@settings(deadline=None)
def test_time_passes_forward(rule: Rule, one: datetime, other: datetime) -> None:
    early, late = sorted((one, other))
    assert timedelta() <= passed(rule, early) <= passed(rule, late)
