"""How long somebody has: deadlines as rules, computed in a person's own time zone.

Pure: only the standard library. A clock counts real time. It stands still on vacation days, and on
Saturdays and Sundays if the table has weekends off; a day lasts from midnight to midnight in the
person's zone, however long it is. A deadline that would fall into quiet hours or on a day off
moves to their end. So a change between summer and winter time never shortens what was promised,
and a deadline is always a time that the person's clock really shows.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

MAX_HOURS = 14 * 24
MAX_BANK = 60 * 24
HOUR = 3600
DAY = timedelta(days=1)
FRIDAY = 4

Days = tuple[date, date]  # first and last day
Span = tuple[datetime, datetime]
Quiet = tuple[time, time]  # from, to; past midnight if `to` is earlier


class UnknownZone(ValueError):
    """A name that the time zone database of this machine does not have."""


@dataclass(frozen=True)
class Pace:
    """What a table promises, in hours.

    Without `bank`: `hours` for each hand. With it: a seat starts with `bank`, gets `hours` more
    for each further hand, and never has more than `most`. `weekends`: whether clocks run then.
    """

    hours: int
    bank: int = 0
    most: int = 0
    weekends: bool = True

    def is_sound(self) -> bool:
        """1 hour to 14 days per hand; a bank of 1 hour to 60 days, `most` no less than either."""
        if not 1 <= self.hours <= MAX_HOURS:
            return False
        if not self.bank:
            return self.bank == self.most == 0
        return self.bank > 0 and max(self.bank, self.hours) <= self.most <= MAX_BANK

    def seconds(self, left: int | None) -> int:
        """The time for a seat's next hand; `left`: seconds in its bank, None before the first."""
        if not self.bank:
            return self.hours * HOUR
        if left is None:
            return self.bank * HOUR
        return min(self.most * HOUR, left + self.hours * HOUR)


@dataclass(frozen=True)
class Rule:
    """Why a deadline is when it is: stored with it, so that it can be computed again.

    `more` seconds were given on top of what was promised; `stretch` seconds are those that it takes
    to get from there to a deadline that quiet hours had put later: no bank knows of them. `still`
    are pauses of the game.
    """

    opened: datetime
    seconds: int
    zone: str = "UTC"
    weekends: bool = True
    quiet: Quiet | None = None
    away: tuple[Days, ...] = ()
    more: int = 0
    still: tuple[Span, ...] = ()
    stretch: int = 0

    def as_json(self) -> dict[str, Any]:
        """JSON values; moments in UTC, times and dates in ISO 8601."""
        return {
            "opened": self.opened.astimezone(UTC).isoformat(),
            "seconds": self.seconds,
            "zone": self.zone,
            "weekends": self.weekends,
            "quiet": [at.isoformat("minutes") for at in self.quiet] if self.quiet else None,
            "away": [[day.isoformat() for day in days] for days in self.away],
            "more": self.more,
            "still": [[at.astimezone(UTC).isoformat() for at in span] for span in self.still],
            "stretch": self.stretch,
        }

    def with_away(self, days: Days) -> "Rule":
        """A copy of the rule with further days off."""
        return replace(self, away=(*self.away, days))

    def without_away(self, days: Days) -> "Rule":
        """A copy of the rule without these days off."""
        return replace(self, away=tuple(each for each in self.away if each != days))

    def with_more(self, seconds: int) -> "Rule":
        """A copy of the rule with this much time on top."""
        return replace(self, more=self.more + seconds)

    def with_still(self, start: datetime, end: datetime) -> "Rule":
        """A copy of the rule with a pause, counted from the opening of the hand at the earliest."""
        start = max(start, self.opened)
        return replace(self, still=(*self.still, (start, end))) if start < end else self


def rule_of(data: Mapping[str, Any]) -> Rule:
    """Reads what `Rule.as_json` wrote."""
    quiet = data["quiet"] and tuple(time.fromisoformat(text) for text in data["quiet"])
    away = tuple(
        (date.fromisoformat(first), date.fromisoformat(last)) for first, last in data["away"]
    )
    return Rule(
        opened=datetime.fromisoformat(data["opened"]),
        seconds=data["seconds"],
        zone=data["zone"],
        weekends=data["weekends"],
        quiet=quiet or None,
        away=away,
        more=data.get("more", 0),
        still=tuple(
            (datetime.fromisoformat(start), datetime.fromisoformat(end))
            for start, end in data.get("still", ())
        ),
        stretch=data.get("stretch", 0),
    )


def deadline(rule: Rule) -> datetime:
    """The moment (UTC) at which the time runs out. Raises `UnknownZone`."""
    left, zone = timedelta(seconds=rule.seconds + rule.more + rule.stretch), zone_of(rule.zone)
    for start, end in _running(rule, zone):
        if left <= end - start:
            return _woken(rule, zone, start + left)
        left -= end - start
    raise OverflowError("The calendar ends before this deadline.")


def used_up(rule: Rule) -> datetime:
    """When what was promised has run, which may be in quiet hours, at whose end the deadline is."""
    return deadline(replace(rule, quiet=None))


def passed(rule: Rule, until: datetime) -> timedelta:
    """How much of the promised time has run out by `until`; extra time is used up first."""
    total = run_between(rule, rule.opened, until) - timedelta(seconds=rule.more)
    return min(max(total, timedelta()), timedelta(seconds=rule.seconds))


def run_between(rule: Rule, began: datetime, ended: datetime) -> timedelta:
    """How long the clock runs between two moments, as if it never ran out."""
    total = timedelta()
    for start, end in _running(rule, zone_of(rule.zone)):
        if start >= ended:
            break
        total += max(min(end, ended) - max(start, began), timedelta())
    return total


def still_until(rule: Rule, now: datetime) -> datetime | None:
    """When the clock goes on again; None if it is running."""
    zone = zone_of(rule.zone)
    if not _is_off(rule, now.astimezone(zone).date()):
        return None
    return _next_day_on(rule, zone, now)


def zone_of(name: str) -> ZoneInfo:
    """The zone of that name.  Raises `UnknownZone`."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UnknownZone(name) from None


def instant(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The moment at which the clock there shows this: the later one of two; if the clock jumps
    over it, as much later as it jumps."""
    shown = datetime.combine(day, at, zone)
    return max(shown.astimezone(UTC), shown.replace(fold=1).astimezone(UTC))


def same_days(days: Days, zone: str, there: str) -> Days:
    """The days of the zone `there` that cover those of the other. Raises `UnknownZone`."""
    if zone == there:
        return days
    start = _midnight(days[0], zone_of(zone))
    end = _midnight(days[1] + DAY, zone_of(zone)) - timedelta.resolution
    return start.astimezone(zone_of(there)).date(), end.astimezone(zone_of(there)).date()


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    """The moment at which this day begins there: the first midnight, where the clock goes back to
    it; the first moment that there is, where the clock jumps over it."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


def _is_off(rule: Rule, day: date) -> bool:
    if not rule.weekends and day.weekday() > FRIDAY:
        return True
    return any(first <= day <= last for first, last in rule.away)


def _running(rule: Rule, zone: ZoneInfo) -> Iterator[tuple[datetime, datetime]]:
    """The stretches, day by day since the opening, in which the clock runs."""
    start = rule.opened.astimezone(UTC)
    day = start.astimezone(zone).date()
    while True:
        end = max(start, _midnight(day + DAY, zone))
        if not _is_off(rule, day):
            yield from _between(rule.still, start, end)
        start, day = end, day + DAY


def _between(still: tuple[Span, ...], start: datetime, end: datetime) -> Iterator[Span]:
    """What the pauses (in order, not overlapping) leave of a stretch."""
    for paused, resumed in still:
        if start < paused < end:
            yield start, paused
        if paused < end:
            start = max(start, resumed)
    if start < end:
        yield start, end


def _woken(rule: Rule, zone: ZoneInfo, at: datetime) -> datetime:
    """The first moment from then on that is neither in quiet hours nor on a day off."""
    while True:
        moved = _after_quiet(rule.quiet, zone, at)
        if _is_off(rule, moved.astimezone(zone).date()):
            moved = _next_day_on(rule, zone, moved)
        if moved == at:
            return at
        at = moved


def _next_day_on(rule: Rule, zone: ZoneInfo, at: datetime) -> datetime:
    day = at.astimezone(zone).date()
    while _is_off(rule, day):
        day += DAY
    return _midnight(day, zone)


def _after_quiet(quiet: Quiet | None, zone: ZoneInfo, at: datetime) -> datetime:
    if quiet is None:
        return at
    (start, end), local = quiet, at.astimezone(zone)
    shown = local.time().replace(fold=0)
    if start < end:
        return instant(local.date(), end, zone) if start <= shown < end else at
    if shown < end:
        return instant(local.date(), end, zone)
    return instant(local.date() + DAY, end, zone) if shown >= start else at
