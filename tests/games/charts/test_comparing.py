"""Compared: what everybody made of the same twelve cards, as the record has it."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from django.utils import translation

from games.catalogue.turn_the_tide.comparison.insights import insights
from games.catalogue.turn_the_tide.comparison.measures import Compared, Dealt, Made, compared
from games.drawing.plates import amount
from games.models import Game
from games.rules.records import read_record, replay
from games.services.moderation.command_types import CommandInput
from games.services.moderation.execution import carry_out
from games.wording import Seating
from tests import ready_games
from tests.accounts.making import staff
from tests.games.api.asking import at, client, good, problem
from tests.games.making import running, table_of
from tests.games.web.driving import browser, page
from tests.narrowing import not_none

GOLDEN = Path(__file__).parents[2] / "rules" / "turn_the_tide" / "golden" / "twelve_hands.json"


@pytest.fixture
def over(db: None) -> Game:
    return ready_games.take("turn-the-tide")


def test_each_set_was_played_once_by_each_seat() -> None:
    played = replay(read_record(GOLDEN.read_text()))
    found = compared(played)
    outcome = json.loads(GOLDEN.read_text())["outcome"]
    assert list(found.points) == outcome["scores"]
    assert sum(found.fair) == 0
    for one in found.sets:
        all_made = [not_none(made) for made in one.made]
        assert sorted(made.stage for made in all_made) == list(range(1, len(found.sets) + 1))
        for made in all_made:
            assert set(made.played) <= set(one.cards)
            assert made.points == (-1 if made.out else made.belts + made.bonus)
        assert one.mean == Fraction(sum(m.points for m in all_made), len(all_made))
        best = max(made.points for made in all_made)
        assert all(made.best == (made.points == best) for made in all_made)


def test_a_difference_is_said_with_its_sign() -> None:
    text = [amount(Fraction(n, 4)) for n in (7, -1, 0, 40)]
    assert text == ["+1.75", "−0.25", "0", "+10"]
    assert amount(Fraction(40), plus=False) == "40"


def test_insights_are_told_to_their_reader() -> None:
    found = compared(replay(read_record(GOLDEN.read_text())))
    names = ["Marit", "Joost", "Aoife", "Henning", "Ute"][: len(found.points)]
    told = insights(found, Seating(names))
    assert len(told) == 1
    assert told[0].startswith("Best of all:")
    assert "You" not in told[0]


@pytest.mark.parametrize(
    ("language", "said"), [("de", "Ergebnis damit: 2 Punkte"), ("nl", "met die set was 2 punten")]
)
def test_several_may_have_made_the_most_of_a_set(language: str, said: str) -> None:
    """The sentence has no verb in the singular for their names."""
    made = tuple(
        Made(
            seat, seat + 1, points, max(points, 0), bonus=False, out=False, played=(), best=seat > 0
        )
        for seat, points in enumerate((-1, 2, 2))
    )
    found = Compared((Dealt("A", 0, (), 3, made, Fraction(1)),), (-1, 2, 2), (Fraction(0),) * 3)
    with translation.override(language):
        told = insights(found, Seating(["Marit", "Joost", "Aoife"], 0))
    both = {"de": "Joost und Aoife", "nl": "Joost en Aoife"}[language]
    assert told[0].endswith(f"{said} ({both}).")


def one_set(letter: str, *points: int) -> Dealt:
    """A set of which the seats made so many points."""
    made = tuple(
        Made(seat, 1, each, max(each, 0), bonus=False, out=False, played=())
        for seat, each in enumerate(points)
    )
    return Dealt(letter, 0, (), 3, made, Fraction(sum(points), len(points)))


def told_of(*sets: Dealt, reader: int | None = None) -> list[str]:
    found = Compared(sets, (0, 0, 0), (Fraction(0),) * 3)
    return insights(found, Seating(["Marit", "Joost", "Aoife"], reader))


def test_the_best_of_all_is_everybody_who_did_equally_well() -> None:
    (said,) = [text for text in told_of(one_set("A", 4, 4, 1)) if text.startswith("Best")]
    assert said == (
        "Best of all, each 1 above average: Marit with set A (4 points) and Joost with set A "
        "(4 points)."
    )
    two = one_set("A", 1, 1, 4), one_set("B", 0, 3, 0)
    (said,) = [text for text in told_of(*two, reader=1) if text.startswith("Best of all")]
    assert said == (
        "Best of all, each 2 above average: Aoife with set A (4 points) and you with set B "
        "(3 points)."
    )


def test_nobody_is_the_best_of_all_where_everybody_made_the_same() -> None:
    assert not [text for text in told_of(one_set("A", 2, 2, 2)) if text.startswith("Best")]


def test_another_order_is_told_only_of_a_game_that_was_cut_short() -> None:
    """In one that wasn't, the averages add up to the same for all, so there is no other order."""
    seating = Seating(["Marit", "Joost", "Aoife"])
    one = one_set("A", 3, 2, 1)
    whole = Compared((one,), (3, 2, 1), (Fraction(1), Fraction(0), Fraction(-1)))
    assert len(insights(whole, seating)) == 1
    cut = Compared((one,), (3, 2, 1), (Fraction(0), Fraction(1), Fraction(-1)))
    assert insights(cut, seating)[1:] == [
        "The fair comparison gives a different order from the points."
    ]


def test_of_a_game_that_was_cut_short_not_every_set_went_round(over: Game) -> None:
    went_round = "Every set went round the table."
    assert went_round in page(browser(), f"/g/{over.code}/compare/")
    cut = ready_games.take("turn-the-tide", "middle")
    carry_out(staff("Hedda"), "end", cut.code, CommandInput("asked"))
    text = page(browser(), f"/g/{cut.code}/compare/")
    assert went_round not in text
    assert "The game was ended before every set had gone round the table." in text


def test_pages_and_api_compare_a_finished_game(over: Game) -> None:
    text = page(browser(), f"/g/{over.code}/compare/")
    found = good(client().get(at(over, "comparison")))
    assert found["points"] == not_none(over.outcome)["scores"]
    for one in found["sets"]:
        assert f"Set {one['set']}, {one['belts']} belt" in text
        for made in one["made"]:
            assert " ".join(map(str, made["played"])) in text
    for part in ("", "replay/1/"):
        assert f"/g/{over.code}/compare/" in page(browser(), f"/g/{over.code}/{part}")
    charts = good(client().get(at(over, "course")))["charts"]
    assert [line["values"][-1] for line in charts[0]["lines"]] == not_none(over.outcome)["scores"]


def test_a_player_finds_their_own_column_down_to_the_totals(over: Game) -> None:
    me = not_none(over.seats.get(index=1).user)
    foot = page(browser(me), f"/g/{over.code}/compare/").partition("<tfoot>")[2]
    for row in foot.partition("</tfoot>")[0].split("</tr>")[1:4:2]:
        cells = re.findall(r"<td[^>]*>", row)
        assert [place for place, cell in enumerate(cells) if 'class="me"' in cell] == [1]


@pytest.mark.django_db
def test_a_running_game_and_another_game_are_not_compared() -> None:
    users, game = table_of(3)
    page(browser(users[0]), f"/g/{game.code}/compare/", 409)
    problem(client().get(at(game, "comparison")), 409, "record_running")
    assert good(client().get(at(game, "course")))["charts"] == []  # one point is no course
    sailing = running(users[:2], ruleset="turning-tides")
    page(browser(users[0]), f"/g/{sailing.code}/compare/", 404)
    problem(client().get(at(sailing, "comparison")), 404, "no_comparison")
