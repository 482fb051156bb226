"""What the page of a table says of who may look, and the API of its tables."""

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from accounts.text.bidi_isolation import isolated
from games.mail import changes
from games.models import Game
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.notifications import seat_notices
from tests.games.api.asking import at, client
from tests.games.duplicates.making import begun, created
from tests.games.making import people, person, running
from tests.games.web.driving import browser, page
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
CLOSED = "the players here, until all tables with the same deals are over"


def test_a_closed_table_says_who_may_look() -> None:
    both, here, _there = begun()
    text = browser(here[0]).get(f"/g/{both[0].code}/").content.decode()
    assert CLOSED in text
    assert "<dd>everybody</dd>" not in text


def test_any_other_table_says_what_it_was_started_with() -> None:
    _both, here, _there = begun()
    game = running(here)
    text = browser(here[0]).get(f"/g/{game.code}/").content.decode()
    assert "<dd>everybody</dd>" in text
    assert CLOSED not in text


def test_the_list_of_these_tables_marks_the_one_that_one_looks_at() -> None:
    both, here, _there = begun()
    text = browser(here[0]).get(f"/g/{both[0].code}/").content.decode()
    assert f'<b>{isolated(both[0].name)}</b> <span class="soft">this table</span>' in text


def test_the_api_lists_the_tables_also_by_their_old_name() -> None:
    both, here, _there = begun()
    told = client(here[0]).get(at(both[0])).json()
    assert [table["code"] for table in told["tables"]] == [game.code for game in both]
    assert told["sisters"] == told["tables"]


def test_a_full_table_says_that_it_starts_when_the_others_are_full_as_well() -> None:
    """It has no seat left to wait for."""
    maker, *others = people(3)
    game = tables.make_table(maker, TableSettings(name="Texel", seats=3, duplicate=2))
    tables.join(others[0], game.code)
    path = f"/g/{game.code}/"
    joined = browser(others[1]).post(f"{path}join/", follow=True).content.decode()
    seated = "You have a seat at this table. It starts when all seats at all these tables are taken"
    assert seated in joined
    assert "It starts by itself when all seats at all these tables are taken." in page(
        browser(maker), path
    )


def test_whoever_leaves_is_not_told_that_their_seat_is_offered() -> None:
    both, here, _there = begun()
    Game.objects.filter(pk=both[0].pk).update(visibility=Game.Visibility.LINK)
    window, table = browser(here[0]), f"/g/{both[0].code}/"
    asked = page(window, f"{table}absent/")
    assert "Nobody else can take your seat. Come back whenever you like." in asked
    assert "offer" not in asked.split("<main")[1]
    window.post(f"{table}absent/", {"how": "leave"})
    shown = page(window, table)
    assert "A bot plays for you until you are back." in shown
    assert "Your seat is offered" not in shown
    shown = page(browser(here[1]), table)
    assert "A seat waits for somebody" not in shown
    assert "For somebody who could take it" not in shown


def left_out_of_three(marit: User) -> list[Game]:
    """Three tables: the first, at which she sits, was cancelled, and the others are over."""
    left_out, *others = created(marit, duplicate=3)
    at = timezone.now()
    tables = Game.objects.filter(duplicate=left_out.duplicate_id)
    tables.update(closed=False, started_at=at, ended_at=at, state=Game.State.OVER)
    tables.update(outcome={"scores": [3, 2, 1], "winners": [0]})
    tables.filter(pk=left_out.pk).update(outcome=None, state=Game.State.CANCELLED)
    return [left_out, *others]


def test_a_table_that_was_not_played_to_its_end_is_not_compared_and_says_so() -> None:
    marit = person("Marit")
    left_out, *others = left_out_of_three(marit)
    said = "This table wasn’t played to its end, so it is left out of the comparison."
    text = page(browser(marit), f"/g/{left_out.code}/duplicate/")
    assert said in text
    assert others[0].name in text
    assert said not in page(browser(marit), f"/g/{others[0].code}/duplicate/")
    seat_notices.comparison(left_out)
    letter = not_none(changes.comparison(Notice.objects.get(kind="comparison", channel="mail")))
    assert said in " ".join(letter.text.split())
    assert "so it is left out." not in letter.text, "It is told of itself."


def test_the_others_hear_which_table_was_left_out() -> None:
    marit, ute = person("Marit"), person("Ute")
    left_out, other, _third = left_out_of_three(marit)
    said = f"{isolated(left_out.name)} wasn’t played to its end, so it is left out."
    assert said not in page(browser(marit), f"/g/{left_out.code}/duplicate/")
    assert said in page(browser(), f"/g/{other.code}/duplicate/")
    other.seats.filter(index=0).update(user=ute)
    seat_notices.comparison(other)
    letter = not_none(changes.comparison(Notice.objects.get(kind="comparison", channel="mail")))
    assert said in " ".join(letter.text.split())
