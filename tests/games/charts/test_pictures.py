"""The course of each game: its numbers are those that everybody saw, in pictures and in a table."""

import pytest

from games import selectors
from games.models import Game
from games.rules.base import Ruleset, State
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.web.hands import charts as course
from games.wording import Seating
from games.wording.charts import Chart
from tests import ready_games
from tests.accounts.making import staff
from tests.games.fast_forward import fast_forward
from tests.games.making import bid_all, fresh, people, running, table_of
from tests.games.web.driving import browser, page
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def charts(game: Game) -> list[Chart]:
    names = [not_none(seat.user).name for seat in game.seats.all()]
    return course.charts(fresh(game), Seating(names))


def test_the_tide_keeps_points_and_shows_belts_on_the_way() -> None:
    over = ready_games.take("turn-the-tide")
    (chart,) = charts(over)
    assert [line.values[-1] for line in chart.lines] == not_none(over.outcome)["scores"]
    place = [row.label for row in chart.rows].index("Stage 2, hand 3")
    table = next(
        table
        for moment in selectors.observations.replay_of(over).moments
        if (table := selectors.observations.seen_by(over, moment.before, None))["stage"] == 2
        and table["hand"] == 3
    )
    for seat, line in enumerate(chart.lines):
        belts = -1 if table["seats"][seat]["out"] else table["seats"][seat]["belts"]
        assert line.values[place] == table["seats"][seat]["score"]
        assert line.within[place] == line.values[place] + belts


def test_a_running_game_shows_what_is_public_so_far() -> None:
    users, game = table_of(3)
    assert charts(game) == []
    assert "How it went so far" not in page(browser(users[0]), f"/g/{game.code}/")
    bid_all(game)
    (chart,) = charts(game)
    assert [row.label for row in chart.rows] == ["Stage 1, hand 1", "Stage 1, hand 2"]
    assert "How it went so far" in page(browser(), f"/g/{game.code}/")


def test_rowboat_goes_deal_by_deal() -> None:
    over = fast_forward(running(people(2), ruleset="rowboat", options={"novice": True}))
    (chart,) = charts(over)
    deals = over.stages.count()
    assert [row.label for row in chart.rows][-1] == f"After deal {deals}"
    assert len(chart.spans) == deals
    assert [line.values[0] for line in chart.lines] == [0, 0]
    assert [line.values[-1] for line in chart.lines] == [
        side["score"] for side in not_none(over.table)["sides"]
    ]


def test_a_deal_that_begins_with_play_is_there_as_well() -> None:
    game = running(people(2), ruleset="rowboat", options={"novice": True})

    def by_moon(rules: Ruleset, state: State, seat: int) -> str:
        """Names four cards while the Moon lasts; then nothing comes before play."""
        legal = rules.legal(state, seat)
        return "moon 4" if "moon 4" in legal else legal[0]

    (chart,) = charts(fast_forward(game, 20, by_moon))
    labels = [row.label for row in chart.rows]
    assert labels == ["At the start", "After deal 1", "After deal 2"]


def test_a_game_that_moderators_ended_has_no_point_for_the_deal_they_ended() -> None:
    game = ready_games.take("rowboat", "middle")
    before = charts(game)
    execution.carry_out(staff("Hedda"), "end", game.code, CommandInput("asked"))
    assert charts(game) == before


def test_the_sides_of_four_are_one_line_each() -> None:
    game = table_of(4, ruleset="rowboat")[1]
    while fresh(game).stages.count() < 2:
        bid_all(game)
    (chart,) = charts(game)
    assert [line.seats for line in chart.lines] == [(0, 2), (1, 3)]


def test_two_ships_have_crew_and_zones() -> None:
    game = table_of(2, ruleset="turning-tides")[1]
    for _hand in range(6):
        bid_all(game)
    crew, zones = charts(game)
    assert (crew.what, zones.what) == ("crew", "zones")
    assert [line.values[0] for line in zones.lines] == [7, 7]
    assert crew.lines[0].values[-1] == not_none(fresh(game).table)["ships"][0]["crew"]


def test_the_page_has_a_picture_for_each_size_and_the_numbers_as_a_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    over = ready_games.take("turn-the-tide")
    text = page(browser(), f"/g/{over.code}/")
    part = text.split('id="h-course"')[1].split("</section>")[0]
    assert 'class="chart wide"' in part
    assert 'class="chart narrow"' in part
    assert part.count('<th scope="row">') == len(charts(over)[0].rows)
    assert "The same in numbers" in part
    monkeypatch.setattr(course, "COURSES", {})  # as a fourth game without pictures
    assert "The same in numbers" not in page(browser(), f"/g/{over.code}/")
