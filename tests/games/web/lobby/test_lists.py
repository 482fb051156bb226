"""The lists of tables: who finds what, filters, and pages."""

import pytest

from accounts.models import User
from games.models import Game
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.seats import absence, votes
from games.web.lobby import table_lists
from games.web.seats import substitutes
from tests.games.duplicates.making import begun
from tests.games.fast_forward import fast_forward
from tests.games.making import people, person, running
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db


def named(user: User | None, query: str = "") -> set[str]:
    text = page(browser(user), f"/games/{query}")
    names = ("Open sea", "By link", "Slow", "Schiermonnikoog", "Done")
    return {name for name in names if name in text}


def test_who_finds_which_table() -> None:
    users = people(3)
    tables.make_table(users[0], TableSettings(name="Open sea"))
    tables.make_table(users[0], TableSettings(name="By link", visibility="link"))
    running(users)
    fast_forward(running(users, name="Done"))
    assert named(None) == {"Open sea"}
    assert named(users[0], "?show=mine") == {"Open sea", "By link", "Schiermonnikoog", "Done"}
    assert named(None, "?show=mine") == {"Open sea"}  # who is signed out has no tables
    assert named(None, "?show=running") == {"Schiermonnikoog"}
    assert named(None, "?show=over") == {"Done"}


def test_a_game_that_was_called_off_is_listed_nowhere() -> None:
    users = people(3)
    game = running(users)
    for user in users:
        votes.vote(user, game.code, "cancel")
    for show in ("mine", "open", "running", "over"):
        assert named(users[0], f"?show={show}") == set()


def test_strangers_are_shown_no_table_with_deals_that_others_still_play() -> None:
    begun(name="Slow")
    assert named(person("Wim"), "?show=running") == set()
    assert "Slow" not in page(browser(), "/")


def test_the_pace_can_be_chosen() -> None:
    user = person()
    tables.make_table(user, TableSettings(name="Open sea", hours=24))
    tables.make_table(user, TableSettings(name="Slow", hours=120))
    assert named(None, "?pace=slow") == {"Slow"}
    assert named(None, "?pace=day") == {"Open sea"}
    assert named(None, "?pace=nonsense&show=what&before=x") == {"Open sea", "Slow"}


def test_pages_by_key_show_every_table_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_lists, "PAGE_SIZE", 2)
    user = person()
    made = {tables.make_table(user, TableSettings(name=f"Table {n}")).code for n in range(5)}
    client, path, seen = browser(), "/games/", []
    while path:
        text = page(client, path)
        seen += [code for code in made if f"/g/{code}/" in text]
        path = (
            "/games/" + text.split('rel="next" href="')[1].split('"')[0].replace("&amp;", "&")
            if 'rel="next"' in text
            else ""
        )
    assert sorted(seen) == sorted(made)


def test_pages_of_free_seats_lead_on_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(substitutes, "PAGE_SIZE", 1)
    users, client = people(3), browser(person("Wim"))
    for name in ("Texel", "Sylt"):
        absence.leave(users[0], running(users, name=name).code)
    first = page(client, "/seats/")
    newest = '<a class="btn btn--small" href="/seats/">Newest</a>'
    assert "Sylt" in first
    assert "Texel" not in first
    assert newest not in first
    second = page(client, "/seats/" + first.split('rel="next" href="')[1].split('"')[0])
    assert "Texel" in second
    assert 'rel="next"' not in second
    assert newest in second


def test_where_no_seat_is_free_nobody_is_said_to_have_left() -> None:
    empty = page(browser(), "/seats/")
    assert "When somebody has to leave a game" in empty
    assert "had to leave" not in empty


def test_an_empty_list_says_what_to_do() -> None:
    for path in ("/games/", "/"):
        assert "Start your own: others find it here" in page(browser(), path)
    assert Game.objects.count() == 0


@pytest.mark.parametrize(
    ("show", "says"),
    [
        ("mine", "You aren’t in any game"),
        ("running", "Nobody is playing at a public table at the moment."),
        ("over", "No game has ended yet."),
    ],
)
def test_an_empty_list_that_a_new_table_does_not_join_leads_to_the_open_ones(
    show: str, says: str
) -> None:
    text = page(browser(person()), f"/games/?show={show}")
    assert says in text
    assert "others find it here" not in text
    assert '<a class="btn btn--small" href="/games/">See open tables</a>' in text


def test_who_chose_too_narrowly_is_led_back_to_the_whole_list() -> None:
    client = browser(person())
    tables.make_table(person("Wim"), TableSettings(name="Open sea"))
    text = page(client, "/games/?pace=slow")
    assert "others find it here" not in text
    assert '<a class="btn btn--small" href="/games/?show=open">Show all of them</a>' in text
    assert 'name="pace"' in text


def test_there_is_no_filter_where_there_is_nothing_to_filter() -> None:
    client = browser(person())
    assert 'name="pace"' not in page(client, "/games/?show=mine")
    tables.make_table(person("Wim"), TableSettings(name="Open sea"))
    assert 'name="pace"' in page(client, "/games/")


@pytest.mark.parametrize(
    ("list_", "beyond"),
    [
        ("/games/?show=over&game=rowboat", "&before=1"),
        ("/people/?game=rowboat", "&after=1.1"),
        ("/seats/", "?before=1"),
    ],
)
def test_a_page_that_has_emptied_meanwhile_leads_to_the_first_one(list_: str, beyond: str) -> None:
    """The first says whether there is anything at all."""
    assert browser().get(f"{list_}{beyond}")["Location"] == list_
    assert browser().get(list_).status_code == 200
