"""Ratings where people see them: the list, a person's page, open tables, the API."""

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.api.results import ratings as api
from games.models import Rating
from games.rating_math import MIN_RATED_GAMES
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.people import erasure
from games.services.results import ratings
from games.services.seats import absence
from games.web.record_words import rating_words
from games.web.results.ratings import LATEST
from tests.games.api.asking import ROOT, client, good, problem
from tests.games.making import people, person, table_of
from tests.games.ratings.ending import ended
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db

SLUG = "turn-the-tide"


def many(count: int) -> list[User]:
    users = [person(f"P{number:03}") for number in range(count)]
    Rating.objects.bulk_create(
        Rating(user=user, ruleset=SLUG, mu=25, sigma=2, games=9, shown=1000 + number // 2)
        for number, user in enumerate(users)
    )
    return users


def names(text: str) -> list[str]:
    return [part.split("/")[0] for part in text.split('href="/people/')[1:] if part[0] == "P"]


def test_the_list_goes_on_behind_ties_and_leaves_nobody_out() -> None:
    users = many(60)
    client_, path, seen = browser(), "/people/?game=turn-the-tide", []
    while path:
        text = page(client_, path)
        seen += names(text)
        more = text.split('rel="next" href="')
        path = "/people/" + more[1].split('"')[0].replace("&amp;", "&") if len(more) > 1 else ""
    assert sorted(seen) == sorted(user.name for user in users)
    assert seen[0] in ("P058", "P059")


def test_the_list_costs_the_same_for_many(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    many(4)
    with django_assert_max_num_queries(4) as few:
        page(browser(), "/people/")
    Rating.objects.all().delete()
    User.objects.filter(name__startswith="P0").delete()
    many(40)
    with django_assert_max_num_queries(len(few)):
        page(browser(), "/people/")


def test_nonsense_in_an_address_is_left_out() -> None:
    many(2)
    for after in ("x", "1.x", "99999999999999.1", "-5.-5", "1000.99999999999999999999", ".", "1²."):
        page(browser(), "/people/", after=after)


def test_a_person_has_a_figure_with_its_history() -> None:
    users = people(3)
    game = ended(users, [1, 2, 3], name="Rottum")
    hidden = ended(users, [3, 2, 1], name="Among ourselves", visibility="link")
    ratings.settle()
    text = page(browser(), "/people/aoife/")
    assert "provisional" in text
    assert f'href="/g/{game.code}/"' in text
    assert "a table by link" in text
    assert hidden.name not in text
    assert hidden.name in page(browser(users[0]), "/people/aoife/")
    found = good(client().get(f"{ROOT}/people/aoife/ratings/{SLUG}"))["steps"]
    assert [step["game"] for step in found] == [None, game.code]
    assert good(client().get(f"{ROOT}/people/aoife"))["ratings"][0]["games"] == 2


def test_the_api_tells_where_the_history_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    users = people(3)
    games = [ended(users, [1, 2, 3], name=name) for name in ("Rottum", "Texel")]
    ratings.settle()
    path = f"{ROOT}/people/aoife/ratings/{SLUG}"
    monkeypatch.setattr(api, "PAGE_SIZE", 2)
    assert good(client().get(path))["next"] is None
    monkeypatch.setattr(api, "PAGE_SIZE", 1)
    newest = good(client().get(path))
    oldest = good(client().get(newest["next"]))
    seen = [step["game"] for step in newest["steps"] + oldest["steps"]]
    assert seen == [game.code for game in games[::-1]]
    assert oldest["next"] is None


def test_earlier_games_are_behind_a_link_where_there_are_any() -> None:
    users = people(3)
    first = ended(users, [1, 2, 3], name="Rottum")
    for number in range(LATEST):
        if number == LATEST - 1:
            ratings.settle()
            assert "Earlier games" not in page(browser(), "/people/aoife/")
        ended(users, [1, 2, 3], name="Texel")
    ratings.settle()
    text = page(browser(), "/people/aoife/")
    assert first.code not in text
    assert "Newest" not in text
    older = text.split('rel="next" href="')[1].split('"')[0].replace("&amp;", "&")
    text = page(browser(), f"/people/aoife/{older}")
    assert first.code in text
    assert "Earlier games" not in text
    assert f'<a href="/people/Aoife/#h-{first.ruleset}">Newest</a>' in text


def test_a_rating_is_provisional_until_enough_games_are_rated() -> None:
    few, enough = (Rating(shown=1480, games=MIN_RATED_GAMES - less) for less in (1, 0))
    assert (rating_words(few), rating_words(enough)) == ("1480, provisional", "1480")


def test_whoever_is_about_to_sit_down_sees_the_figures() -> None:
    users = people(3)
    ended(users, [1, 2, 3])
    ratings.settle()
    table = tables.make_table(users[2], TableSettings(name="Texel", seats=4))
    shown = Rating.objects.get(user=users[2]).shown
    for path in ("/games/", f"/g/{table.code}/"):
        text = page(browser(users[0]), path)
        assert f"{shown}, provisional" in text


@pytest.mark.parametrize("path", ["/g/{}/", "/games/new/"])
def test_nobody_reads_that_a_game_left_to_a_bot_does_not_count(path: str) -> None:
    """It does, as its page says of the seat that a bot plays: leaving saves nobody from a loss."""
    users, game = table_of(3)
    absence.leave(users[0], game.code)
    text = page(browser(users[0]), path.format(game.code))
    assert "the game counts, unless a bot plays" not in text
    assert "the game counts, unless a bot has a seat from the start" in text


def test_the_api_lists_people_page_by_page() -> None:
    many(7)
    found = good(client().get(f"{ROOT}/ratings", {"ruleset": SLUG, "limit": "4"}))
    rest = good(client().get(found["next"]))
    seen = [line["name"] for line in found["ratings"] + rest["ratings"]]
    assert len(set(seen)) == 7
    assert rest["next"] is None
    problem(client().get(f"{ROOT}/ratings", {"ruleset": "chess"}), 400, "unknown_ruleset")
    for cursor in ("x", "1.", "9" * 20 + ".1"):
        asked = {"ruleset": SLUG, "cursor": cursor}
        problem(client().get(f"{ROOT}/ratings", asked), 400, "bad_cursor")


def test_who_is_forgotten_is_in_no_list() -> None:
    users = people(3)
    ended(users, [1, 2, 3])
    ratings.settle()
    erasure.forget(users[0])
    text = page(browser(), "/people/")
    assert "Former player" not in text
    assert len(good(client().get(f"{ROOT}/ratings", {"ruleset": SLUG}))["ratings"]) == 2
