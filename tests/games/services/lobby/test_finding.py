"""Whoever looks for a game finds a free seat, however many tables have none for them."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import selectors
from games.models import Game, Seat
from games.services.lobby import matching, tables
from games.services.lobby.tables import TableSettings
from tests.games.duplicates.making import created
from tests.games.making import people
from tests.games.test_reliability import answered

pytestmark = pytest.mark.django_db


def make(user: User, reliable: int = 0) -> Game:
    wish = TableSettings(name="Texel", seats=3, visibility="public", reliable=reliable)
    return tables.make_table(user, wish)


def find(user: User) -> Game:
    return matching.find(user, TableSettings(name="Griend", seats=3, visibility="public"))


def keep_for(user: User, game: Game) -> None:
    Seat.objects.filter(game=game, user=None).update(kept_for=user)


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "MAX_TABLES", 2)


def test_tables_whose_seats_are_kept_for_others_hide_none_that_has_one() -> None:
    marit, joost, aoife, ute = people(4)
    older = make(marit)
    for _table in range(2):
        keep_for(aoife, make(joost))
    assert find(ute) == older


def test_nor_do_tables_that_ask_for_a_better_record() -> None:
    marit, joost, late = people(3)
    answered(late, 30, missed=6)
    older = make(marit, reliable=80)
    for _table in range(2):
        make(joost, reliable=81)
    assert find(late) == older


def test_a_seat_that_is_kept_for_them_is_found() -> None:
    marit, joost, ute = people(3)
    make(marit)
    kept = make(joost)
    keep_for(ute, kept)
    assert find(ute) == kept


@pytest.mark.parametrize(("hours", "other"), [(12, 13), (48, 49), (14 * 24, 48)])
def test_only_a_similar_pace_is_found(hours: int, other: int) -> None:
    marit, joost, ute = people(3)
    wish = TableSettings(name="Texel", seats=3, visibility="public")
    suits = tables.make_table(marit, replace(wish, hours=hours))
    tables.make_table(joost, replace(wish, hours=other))
    assert matching.find(ute, replace(wish, hours=hours)) == suits


def test_tables_with_the_same_deals_are_only_joined_by_choice() -> None:
    marit, ute = people(2)
    created(marit, visibility="public")
    assert find(ute).name == "Griend"


def test_nobody_is_seated_among_people_who_sat_down_months_ago() -> None:
    marit, joost, ute = people(3)
    old = make(marit)
    tables.join(joost, old.code)
    months_ago = timezone.now() - timedelta(days=60)
    Seat.objects.filter(game=old).update(joined_at=months_ago)
    assert find(ute).name == "Griend"
    assert old in selectors.lobby.lists.joinable_tables(ute)


def test_a_table_where_somebody_has_sat_down_lately_is_found() -> None:
    marit, joost, ute = people(3)
    old = make(marit)
    Seat.objects.filter(game=old, user=marit).update(joined_at=timezone.now() - timedelta(days=60))
    tables.join(joost, old.code)
    assert find(ute) == old
