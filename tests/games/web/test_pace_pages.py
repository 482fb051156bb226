"""Pace, forecast, reliability, quiet hours and vacation on the pages."""

import re
from datetime import UTC, datetime, time, timedelta

import pytest

from accounts.models import User, Vacation
from accounts.people import vacations
from games import deadlines
from games.models import Game, SeatClock
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.people import vacations as away
from games.web.record_words import forecast_words
from tests.games.making import bid_all, hand_of, people, person, running, table_of
from tests.games.web.driving import browser, page
from tests.games.web.lobby.test_starting_tables import RIGHT

pytestmark = pytest.mark.django_db


def test_a_table_with_a_bank_and_weekends_off() -> None:
    wish = RIGHT | {"hours": "36", "bank": "240", "weekends": "False", "reliable": "90"}
    assert browser(person()).post("/games/new/", wish).status_code == 302
    game = Game.objects.get()
    assert (game.hours, game.bank_hours, game.most_hours) == (36, 240, 240)
    assert (game.weekends, game.least_share) == (False, 90)

    text = page(browser(person("Joost")), f"/g/{game.code}/")
    words = "10 days to begin with, 36 hours more for each further hand, 10 days at most"
    assert f"{words}, weekends off" in text
    assert "at least 90 of 100 hands in time; newcomers are welcome" in text


def test_a_bank_holds_the_time_of_a_hand_if_that_is_longer() -> None:
    """And the form says so."""
    client = browser(people(1)[0])
    assert "or than the time for one hand if that is longer" in page(client, "/games/new/")
    client.post("/games/new/", RIGHT | {"hours": "168", "bank": "72"})
    game = Game.objects.get()
    assert (game.hours, game.bank_hours, game.most_hours) == (168, 72, 168)


HIDDEN = {"bank": "240", "tells": "False"}


@pytest.mark.parametrize("change", [{"bank": "-1"}, {"bank": "7"}, {"reliable": "101"}, HIDDEN])
def test_a_pace_that_is_not_offered(change: dict[str, str]) -> None:
    assert browser(person()).post("/games/new/", RIGHT | change).status_code == 400
    assert not Game.objects.exists()


def test_the_forecast_stands_on_the_table_and_in_the_lists() -> None:
    game = tables.make_table(person(), TableSettings(name="Texel", seats=5))
    for path in (f"/g/{game.code}/", "/games/", "/"):
        assert "at this table’s usual speed it should finish between" in page(browser(), path)


def test_a_game_that_should_end_on_one_day_does_not_end_between_it_and_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one_day = datetime(2199, 3, 16, 1, tzinfo=UTC), datetime(2199, 3, 16, 15, tzinfo=UTC)
    monkeypatch.setattr(deadlines, "ends_between", lambda *_: one_day)
    assert forecast_words(Game(), {}).endswith("should finish before Sat 16 Mar 2199, 15:00")


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        ((2198, 12, 3), (2199, 12, 3), "3 December 2198 and 3 December 2199"),
        ((2199, 3, 3), (2199, 6, 9), "3 March and 9 June 2199"),
        ((2199, 6, 3), (2199, 6, 9), "3 and 9 June 2199"),
    ],
)
def test_a_game_that_should_end_in_years_is_told_which(
    monkeypatch: pytest.MonkeyPatch,
    first: tuple[int, int, int],
    last: tuple[int, int, int],
    words: str,
) -> None:
    days = datetime(*first, tzinfo=UTC), datetime(*last, tzinfo=UTC)
    monkeypatch.setattr(deadlines, "ends_between", lambda *_: days)
    assert forecast_words(Game(), {}).endswith(f"should finish between {words}")


def test_in_german_days_are_ordinals() -> None:
    game = tables.make_table(person(), TableSettings(name="Texel", seats=5))
    text = browser().get(f"/g/{game.code}/", headers={"Accept-Language": "de"}).content.decode()
    assert re.search(r"zwischen dem \d+\.( \w+)? und dem \d+\. \w+", text)


def test_quick_people_are_forecast_sooner() -> None:
    users = people(3)
    bid_all(running(users))
    SeatClock.objects.update(took_seconds=60)
    game = tables.make_table(users[0], TableSettings(name="Juist", seats=3, bots=1))
    before = page(browser(), f"/g/{game.code}/")
    Game.objects.filter(pk=game.pk).update(ruleset="turning-tides", seat_count=2)
    game.seats.filter(user=None).delete()
    assert "it should finish between" in before
    assert "it should finish before" in page(browser(), f"/g/{game.code}/")


def test_the_page_of_a_person() -> None:
    _users, game = table_of(3)
    for _ in range(10):
        bid_all(game)
    text = page(browser(), "/people/marit/")
    assert "100 of 100 hands in time" in text
    assert "Europe" not in text
    assert "new here" in page(browser(), f"/people/{person('Wim').name}/")
    assert "There is no player with that name" in page(browser(), "/people/Nobody/", 404)
    User.objects.filter(name="Marit").update(is_active=False)
    page(browser(), "/people/marit/", 404)


def test_quiet_hours_are_kept_and_refused_in_words() -> None:
    user = person()
    client = browser(user)
    form = {"name": "Marit", "zone": "Europe/Amsterdam", "language": "en"}
    sent = client.post("/settings/", {**form, "quiet_from": "22:00", "quiet_to": "07:00"})
    assert sent.status_code == 302
    user.refresh_from_db()
    assert (user.quiet_from, user.quiet_to) == (time(22), time(7))
    for bad in ({"quiet_from": "22:00"}, {"quiet_from": "07:00", "quiet_to": "20:00"},
                {"quiet_from": "07:00", "quiet_to": "07:00"}, {"quiet_to": "25:00"}):  # fmt: skip
        assert client.post("/settings/", {**form, **bad}).status_code == 400
    assert client.post("/settings/", form).status_code == 302
    user.refresh_from_db()
    assert (user.quiet_from, user.quiet_to) == (None, None)


def test_vacation_is_booked_shown_and_given_back() -> None:
    user = person()
    client = browser(user)
    year = vacations.today(user).year + 1
    days = {"first": f"{year}-03-01", "last": f"{year}-03-05"}
    assert client.post("/settings/vacation/", days).status_code == 302
    assert f"5 Mar {year}" in page(client, "/settings/vacation/").replace("Mar.", "Mar")
    booked = Vacation.objects.get()
    assert client.post(f"/settings/vacation/{booked.pk}/cancel/").status_code == 302
    assert not Vacation.objects.exists()
    assert client.post(f"/settings/vacation/{booked.pk}/cancel/").status_code == 404


def test_days_that_have_begun_have_no_button_to_cancel_them() -> None:
    user = person()
    today, one = vacations.today(user), timedelta(days=1)
    Vacation.objects.create(user=user, first=today - one, last=today + one)
    stays, button = "It has already begun, so it stays booked.", "Cancel these days"
    text = page(browser(user), "/settings/vacation/")
    assert (text.count(stays), text.count(button)) == (1, 0)
    Vacation.objects.create(user=user, first=today + 2 * one, last=today + 3 * one)
    text = page(browser(user), "/settings/vacation/")
    assert (text.count(stays), text.count(button)) == (1, 1)


@pytest.mark.parametrize(
    ("first", "last"),
    [("", ""), ("soon", "later"), ("2020-01-01", "2020-01-05"), ("9999-01-01", "9999-12-31")],
)
def test_days_that_cannot_be_are_refused_in_words(first: str, last: str) -> None:
    sent = browser(person()).post("/settings/vacation/", {"first": first, "last": last})
    assert sent.status_code == 400
    assert b'role="alert"' in sent.content or b'class="error"' in sent.content
    assert not Vacation.objects.exists()


def test_four_hundred_days() -> None:
    user = person()
    first = vacations.today(user)
    days = {"first": str(first), "last": str(first + timedelta(days=400))}
    # too many days; in the last weeks of a year too far ahead as well
    assert browser(user).post("/settings/vacation/", days).status_code in (400, 409)
    assert not Vacation.objects.exists()


def test_signed_out_there_is_no_vacation() -> None:
    assert browser().get("/settings/vacation/").status_code == 302
    assert browser().post("/settings/vacation/", {}).status_code == 403


def test_the_table_sees_until_when_a_clock_stands_still_and_no_more() -> None:
    users, game = table_of(3)
    today = vacations.today(users[1])
    away.book(users[1], today, today + timedelta(days=2))
    text = page(browser(users[0]), f"/g/{game.code}/")
    assert "The clock of Joost is stopped until" in text
    assert "acation" not in text.replace("quiet hours and vacations", "")  # of the forecast
    assert "The clock of Joost" not in page(browser(users[1]), f"/g/{game.code}/")


def test_everybody_is_told_their_own_deadline() -> None:
    users, game = table_of(3)
    hand_of(game).clocks.filter(user=users[0]).update(deadline=hand_of(game).opened_at)
    assert "any moment now" in page(browser(users[0]), f"/g/{game.code}/")
    assert "any moment now" not in page(browser(users[1]), f"/g/{game.code}/")
    assert "any moment now" in page(browser(users[0]), "/moves/")


def test_how_long_a_game_may_take_at_most() -> None:
    """60 hands: 60 days; with weekends off, 12 weeks and the one that begins as the last ends."""
    maker = person()
    every_day = tables.make_table(maker, TableSettings(name="Every day", seats=5))
    working = tables.make_table(maker, TableSettings(name="Working days", seats=5, weekends=False))
    for game, weeks in ((every_day, 9), (working, 13)):
        words = f"60 hands, at most {weeks} weeks of play, not counting quiet hours and vacations"
        assert words in page(browser(maker), f"/g/{game.code}/")
