"""An update of the time zone database moves deadlines to come, to later only, with a letter."""

import io
import zoneinfo
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, time, timedelta
from importlib import resources
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import Notice
from games import pace
from games.models import Game, SeatClock
from tests.games.making import hand_of, table_of

pytestmark = pytest.mark.django_db
HERE, WEST, EAST = "Europe/Amsterdam", "Atlantic/Azores", "Asia/Tokyo"


@pytest.fixture
def update(tmp_path: Path) -> Iterator[Callable[[str], None]]:
    """Installs a database in which Amsterdam's clock is that of another place."""

    def install(other: str) -> None:
        target = tmp_path / HERE
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(_compiled(other))
        zoneinfo.reset_tzpath([str(tmp_path)])
        zoneinfo.ZoneInfo.clear_cache()

    before = zoneinfo.TZPATH
    yield install
    zoneinfo.reset_tzpath(before)
    zoneinfo.ZoneInfo.clear_cache()


def _compiled(name: str) -> bytes:
    for folder in zoneinfo.TZPATH:
        if (Path(folder) / name).is_file():
            return (Path(folder) / name).read_bytes()
    return resources.files("tzdata.zoneinfo").joinpath(*name.split("/")).read_bytes()


def at_rest() -> Game:
    """A game whose first seat's deadline is the end of its quiet hours, far ahead."""
    users, game = table_of(3, hours=72)
    opened = timezone.now().astimezone(UTC).replace(hour=1, minute=0)
    rule = pace.Rule(opened, 72 * 3600, HERE, quiet=(time(0), time(9)))
    clocks = SeatClock.objects.filter(user=users[0])
    clocks.update(rule=rule.as_json(), deadline=pace.deadline(rule))
    return game


def first_clock(game: Game) -> SeatClock:
    return hand_of(game).clocks.get(seat__index=0)


def retimed() -> str:
    out = io.StringIO()
    call_command("retime", stdout=out)
    return out.getvalue()


def test_a_clock_that_goes_slower_moves_the_deadline_and_says_so(
    update: Callable[[str], None],
) -> None:
    game = at_rest()
    before = first_clock(game).deadline
    update(WEST)
    assert retimed().startswith("1 deadlines were moved")

    moved = first_clock(game).deadline
    assert timedelta(hours=1) <= moved - before <= timedelta(hours=2)
    assert hand_of(game).deadline >= moved
    told = Notice.objects.get(kind="deadline_moved", channel="mail")
    assert (told.recipient_id, told.drop_after) == (first_clock(game).user_id, moved)
    assert retimed().startswith("0 ")
    assert Notice.objects.filter(kind="deadline_moved").count() == 1


def test_a_clock_that_goes_faster_takes_no_time_away(update: Callable[[str], None]) -> None:
    game = at_rest()
    before = first_clock(game).deadline
    update(EAST)
    retimed()
    assert first_clock(game).deadline >= before


def test_what_is_past_stays_as_it_was(update: Callable[[str], None]) -> None:
    game = at_rest()
    past = timezone.now() - timedelta(minutes=1)
    SeatClock.objects.update(deadline=past)
    update(WEST)
    assert retimed().startswith("0 ")
    assert first_clock(game).deadline == past


def test_a_zone_that_is_gone_leaves_its_deadlines() -> None:
    game = at_rest()
    before = first_clock(game).deadline
    rule = {**first_clock(game).rule, "zone": "Atlantis/Capital"}
    SeatClock.objects.filter(pk=first_clock(game).pk).update(rule=rule)
    assert retimed().startswith("0 ")
    assert first_clock(game).deadline == before


def test_the_rule_is_what_the_deadline_follows() -> None:
    clock = first_clock(table_of(3)[1])
    assert pace.deadline(pace.rule_of(clock.rule)) == clock.deadline
    assert datetime.fromisoformat(clock.rule["opened"]).tzinfo is not None
