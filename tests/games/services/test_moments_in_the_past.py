"""Nobody can name a deadline that is past, wherever a moment or a length of time is named."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import ModerationEntry, User, Vacation
from accounts.people import vacations
from games.models import Game, SeatClock
from games.refusals import Refused
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.people import vacations as away
from tests.accounts.making import staff
from tests.games.making import person, running
from tests.games.services.moderation.setting import players
from tests.games.web.driving import browser

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def deadlines() -> list[Any]:
    return list(SeatClock.objects.order_by("pk").values_list("deadline", "rule"))


@pytest.fixture
def users() -> list[User]:
    return players()


@pytest.fixture
def game(users: list[User]) -> Game:
    return running(users)


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        (-1, 0, "vacation_past"),
        (-400, -390, "vacation_past"),
        (3, 2, "vacation_backwards"),
        (0, -1, "vacation_backwards"),
        (0, 400, {"vacation_too_long", "vacation_far"}),
    ],
)
def test_a_vacation_begins_today_at_the_earliest_and_has_no_400_days(
    game: Game, users: list[User], first: int, last: int, code: str | set[str]
) -> None:
    before, today = deadlines(), vacations.today(users[0])
    with pytest.raises(Refused) as refused:
        away.book(users[0], today + first * DAY, today + last * DAY)

    assert refused.value.code in ({code} if isinstance(code, str) else code)
    assert not Vacation.objects.exists()
    assert deadlines() == before


def test_the_page_says_so_and_books_nothing(game: Game, users: list[User]) -> None:
    before, yesterday = deadlines(), vacations.today(users[0]) - DAY
    answer = browser(users[0]).post(
        reverse("vacation"), {"first": yesterday.isoformat(), "last": date.max.isoformat()}
    )

    assert answer.status_code < 500
    assert not Vacation.objects.exists()
    assert deadlines() == before


@pytest.mark.parametrize("hours", [0, -1, -24 * 14])
@pytest.mark.parametrize("command", ["extend", "extend_person", "outage"])
def test_moderators_give_time_and_never_take_it(
    game: Game, users: list[User], command: str, hours: int
) -> None:
    before, target = deadlines(), {"extend": game.code, "extend_person": str(users[0].pk)}
    with pytest.raises(Refused, match="bad_hours"):
        execution.carry_out(
            staff(), command, target.get(command, ""), CommandInput("defect", hours=hours)
        )

    assert deadlines() == before
    assert not ModerationEntry.objects.filter(command=command).exists()


@pytest.mark.parametrize(
    "pace",
    [{"hours": 0}, {"hours": -24}, {"bank": -1, "most": 240}, {"bank": 240, "most": -1}],
)
def test_no_table_has_a_hand_that_is_over_before_it_begins(pace: dict[str, Any]) -> None:
    with pytest.raises(Refused, match=r"bad_hours|bad_bank"):
        tables.make_table(person(), TableSettings(name="Past", **pace))

    assert not Game.objects.exists()
