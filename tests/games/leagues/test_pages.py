"""Leagues where people see them, and where moderators make them."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import ModerationEntry
from accounts.people import new_accounts, own_bots
from games.models import League, Rating, Season
from games.services import sweep
from games.services.people import erasure
from games.services.results import leagues
from tests.accounts.making import staff
from tests.games.api.asking import ROOT, client, good, problem
from tests.games.leagues.test_seasons import END, LATER, best_first, league, names, signed_up
from tests.games.making import person
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db


def test_one_signs_up_and_off_on_its_page() -> None:
    league()
    signed_up(0)
    marit = person()
    window = browser(marit)
    assert "Tides" in page(window, "/leagues/")
    assert "Sign up" in page(window, "/leagues/tides/")
    window.post("/leagues/tides/join/")
    assert "You are signed up." in page(window, "/leagues/tides/")
    assert "1 has signed up:" in page(browser(), "/leagues/tides/")
    window.post("/leagues/tides/leave/")
    assert "has signed up" not in page(browser(), "/leagues/tides/")
    page(browser(), "/leagues/nowhere/", 404)
    page(browser(), "/leagues/tides/7/", 404)


@pytest.mark.parametrize("what", ["join", "leave"])
def test_a_page_from_before_the_season_began_changes_nothing_in_the_next_sign_up(what: str) -> None:
    league()
    marit, *_others = signed_up(5)
    window = browser(person() if what == "join" else marit)
    season = re.search('name="season" value="([0-9]+)"', page(window, "/leagues/tides/"))
    assert season is not None
    Season.objects.update(starts_at=timezone.now())
    for _turn in range(2):  # it begins, and the next one takes sign-ups
        sweep.sweep()
    response = window.post(f"/leagues/tides/{what}/", {"season": season[1]})
    assert response.status_code == 409
    assert "Season 1 has begun" in response.text
    assert not Season.objects.get(number=2).entries.exists()


def test_who_may_not_sign_up_is_not_asked_to() -> None:
    league()
    signed_up(0)
    (program, _key) = own_bots.make(person(), "Kraken")
    assert "/leagues/tides/join/" not in page(browser(program.user), "/leagues/tides/")
    text = page(browser(new_accounts.make_guest()), "/leagues/tides/")
    assert "/leagues/tides/join/" not in text
    assert "A league lasts for months: make an account with an e-mail address first." in text
    assert "/account/signup/?next=/leagues/tides/" in text


@pytest.mark.parametrize(
    ("ruleset", "seats", "least", "divisions"),
    [
        ("rowboat", 2, 4, "Divisions of four or five."),
        ("turn-the-tide", 5, 5, "Divisions of five."),
    ],
)
def test_its_page_says_how_many_people_a_season_needs(
    ruleset: str, seats: int, least: int, divisions: str
) -> None:
    league(ruleset=ruleset, seats=seats)
    signed_up(least - 1)
    text = page(browser(), "/leagues/tides/")
    assert f"if at least {least} people have signed up" in text
    assert divisions in text
    assert "some wait for the season after" in text
    leagues.sweep(LATER)
    assert not Season.objects.filter(state=Season.State.RUNNING).exists(), "one too few"


def test_a_season_shows_divisions_points_and_tables(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    made = league()
    users = signed_up(8)
    leagues.sweep(LATER)
    season = made.seasons.get(number=1)
    best_first(users, season)
    with django_assert_max_num_queries(12):  # however many divisions and tables there are
        page(browser(), "/leagues/tides/")
    text = page(browser(users[0]), "/leagues/tides/")
    assert text.count("tag--done") == 1
    assert "On equal points, whoever signed up first is ahead." in text
    change = r"(P\d+)\W*(?:</a>)? <span class=\"tag[^>]*>(\w+)<"
    first, second = (names(season, division) for division in (1, 2))
    assert re.findall(change, text) == [(first[-1], "down"), (second[0], "up")]
    assert f'href="/people/{first[0]}/"' in text
    erasure.forget(users[7])
    text = page(browser(), "/leagues/tides/")
    assert "Former player" in text
    assert 'href="/people/Former' not in text
    for created in season.games.select_related("game"):
        assert f"/g/{created.game.code}/" in text
    found = good(client().get(f"{ROOT}/leagues/tides"))
    assert found["divisions"][0]["people"][0] == {"name": "P00", "points": 6, "games": 3}
    assert good(client().get(f"{ROOT}/leagues"))["leagues"][0]["slug"] == "tides"


def test_the_address_of_a_season_that_has_not_begun_leads_to_its_sign_up() -> None:
    league()
    signed_up(4)
    leagues.sweep(LATER)
    leagues.sweep(LATER)
    response = browser().get("/leagues/tides/2/")
    assert (response.status_code, response["Location"]) == (302, "/leagues/tides/")
    assert "Season 2" in page(browser(), "/leagues/tides/")
    assert good(client().get(f"{ROOT}/leagues/tides", {"season": 2}))["state"] == "open"


def test_there_is_no_pager_without_another_page() -> None:
    league()
    (marit, *_others) = signed_up(4)
    leagues.sweep(LATER)
    Rating.objects.create(user=marit, ruleset="rowboat", mu=25, sigma=8, shown=1040)
    assert 'aria-label="Seasons"' not in page(browser(), "/leagues/tides/")
    text = page(browser(), "/people/?game=rowboat")
    assert marit.name in text
    assert 'aria-label="Pages"' not in text


def test_each_season_leads_to_the_one_before() -> None:
    league()
    users = signed_up(4)
    leagues.sweep(LATER)
    assert "Previous season" not in page(browser(), "/leagues/tides/")
    leagues.sweep(LATER)
    for user in users:
        leagues.join(user, "tides")
    leagues.sweep(END)
    text = page(browser(), "/leagues/tides/")
    (before,) = re.findall(r'rel="prev" href="([^"]+)"', text)
    text = page(browser(), before)
    assert "Previous season" not in text
    assert "The latest season" in text


def test_a_league_that_is_closed_takes_nobody_and_promises_no_season() -> None:
    made = league()
    (marit,) = signed_up(1)
    made.active = False
    made.save()
    assert "It begins" not in page(browser(), "/leagues/tides/")
    assert good(client().get(f"{ROOT}/leagues/tides"))["sign_up_until"] is None
    problem(client(person()).post(f"{ROOT}/leagues/tides/entry"), 409, "no_season")
    assert browser(marit).post("/leagues/tides/leave/").status_code == 302
    assert not Season.objects.get().entries.exists()


def test_one_signs_up_over_the_api() -> None:
    league()
    signed_up(0)
    ask = client(person())
    for _again in range(2):
        assert good(ask.post(f"{ROOT}/leagues/tides/entry"))["season"] == 1
    good(ask.delete(f"{ROOT}/leagues/tides/entry"), 204)
    assert good(client().get(f"{ROOT}/leagues/tides"))["signed_up"] == []
    problem(ask.post(f"{ROOT}/leagues/x/entry"), 404, "unknown_league")
    problem(client().get(f"{ROOT}/leagues/tides", {"season": 4}), 404, "unknown_league")


def form(**fields: object) -> dict[str, object]:
    at = timezone.now() + timedelta(days=3)
    return {
        "name": "Boats", "slug": "boats", "ruleset": "rowboat", "options": "{}", "seats": 4,
        "hours": 24, "days": 90, "active": "on",
        "first_start_0": at.date().isoformat(), "first_start_1": "12:00", **fields,
    }  # fmt: skip


def test_a_moderator_makes_a_league_and_that_is_written_down() -> None:
    window = browser(staff("Wim", "moderator"))
    path = "/admin/games/league/add/"
    assert window.post(path, form(seats=9)).status_code == 200
    for options in ("7", "true"):
        assert "Enter a JSON object" in window.post(path, form(options=options)).content.decode()
    assert not League.objects.exists()
    assert window.post(path, form()).status_code == 302
    made = League.objects.get()
    assert ModerationEntry.objects.filter(command="league", about="league:boats").exists()
    leagues.sweep(timezone.now())
    assert Season.objects.get(league=made).starts_at == made.first_start


def test_new_dates_hold_for_the_season_that_people_sign_up_for() -> None:
    window = browser(staff("Wim", "moderator"))
    window.post("/admin/games/league/add/", form())
    made = League.objects.get()
    leagues.sweep(timezone.now())
    first = Season.objects.get()

    earlier = form(first_start_0=(timezone.now() + timedelta(days=1)).date().isoformat())
    path = f"/admin/games/league/{made.pk}/change/"
    assert window.post(path, earlier).status_code == 302
    made.refresh_from_db()
    first.refresh_from_db()
    assert first.starts_at == made.first_start

    began = timezone.now()
    Season.objects.update(state=Season.State.RUNNING, starts_at=began)
    leagues.sweep(began)
    assert window.post(path, {**earlier, "days": 60}).status_code == 302
    first.refresh_from_db()
    assert first.starts_at == began
    assert Season.objects.get(number=2).starts_at == began + timedelta(days=60)


def test_a_season_that_was_postponed_stays_so_until_the_dates_change() -> None:
    window = browser(staff("Wim", "moderator"))
    window.post("/admin/games/league/add/", form())
    leagues.sweep(timezone.now())
    postponed = timezone.now() + timedelta(days=20)
    Season.objects.update(starts_at=postponed)
    made = League.objects.get()
    path = f"/admin/games/league/{made.pk}/change/"
    same = form(name="Small boats")
    same |= {f"initial-{name}": value for name, value in same.items() if "first" in name}
    assert window.post(path, same).status_code == 302
    assert League.objects.get().name == "Small boats"
    assert Season.objects.get().starts_at == postponed


def test_a_league_that_was_closed_and_opened_again_has_nobody_signed_up() -> None:
    window = browser(staff("Wim", "moderator"))
    made = league()
    signed_up(4)
    path = f"/admin/games/league/{made.pk}/change/"
    said = "all sign-ups for it are dropped"
    assert said in window.get(path).content.decode()
    closed = form(slug="tides", seats=2)
    del closed["active"]
    assert window.post(path, closed).status_code == 302
    assert not Season.objects.get().entries.exists()
    assert window.post(path, form(slug="tides", seats=2)).status_code == 302
    assert "has signed up" not in page(browser(), "/leagues/tides/")


def test_helpers_make_no_league() -> None:
    window = browser(staff("Wim", "helper"))
    assert window.post("/admin/games/league/add/", form()).status_code == 403


def test_a_closed_league_is_listed_while_its_last_season_is_played() -> None:
    made = league()
    users = signed_up(4)
    leagues.sweep(LATER)
    leagues.sweep(LATER)
    leagues.join(users[0], "tides")
    League.objects.update(active=False)
    text = page(browser(), "/leagues/")
    assert "season 1 is running" in text
    assert "sign-up for season 2" not in text
    (found,) = good(client().get(f"{ROOT}/leagues"))["leagues"]
    assert (found["slug"], found["sign_up_until"]) == ("tides", None)
    best_first(users, made.seasons.get(number=1))
    assert "/leagues/tides/" not in page(browser(), "/leagues/")
    assert good(client().get(f"{ROOT}/leagues"))["leagues"] == []


@pytest.mark.parametrize(
    "options", ["[" * 5000, '{"novice":' * 5000, "9" * 5000, '"\\ud800"', '{"\\ud800": 1}']
)
def test_options_that_nobody_can_read_are_refused_as_no_json(options: str) -> None:
    window = browser(staff("Wim", "moderator"))
    answer = window.post("/admin/games/league/add/", form(options=options))
    assert answer.status_code == 200
    assert "Enter a JSON object, such as {} for the usual game." in answer.content.decode()
    assert not League.objects.exists()


@pytest.mark.parametrize("day", ["9999-12-31", "2206-12-10", "0206-12-10"])
def test_a_league_begins_within_two_years(day: str) -> None:
    """West of Greenwich the last day of 9999 ended in a year that no page could show."""
    wim = staff("Wim", "moderator")
    wim.zone = "Pacific/Pago_Pago"
    wim.save()
    wrong = form(first_start_0=day, first_start_1="23:59")
    answer = browser(wim).post("/admin/games/league/add/", wrong)
    assert answer.status_code == 200
    assert "Choose a day at most two years from today." in answer.content.decode()
    assert not League.objects.exists()


def test_an_old_league_can_still_be_changed() -> None:
    made = league(first_start=timezone.now() - timedelta(days=1000))
    at = timezone.localtime(made.first_start)
    same = {"first_start_0": at.date().isoformat(), "first_start_1": at.time().isoformat()}
    same |= {f"initial-{name}": value for name, value in same.items()}
    path = f"/admin/games/league/{made.pk}/change/"
    answer = browser(staff("Wim", "moderator")).post(path, form(name="Old boats", **same))
    assert answer.status_code == 302
    made.refresh_from_db()
    assert made.name == "Old boats"
