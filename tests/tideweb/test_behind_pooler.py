"""A game through a real PgBouncer in transaction mode, with fewer lines than people."""

from collections.abc import Iterator
from functools import partial

import pytest
from django.db import DatabaseError, connection, connections

from accounts import rows
from games.models import Bid, Hand
from games.services import sweep
from games.services.hands import bidding
from tests import pgbouncer
from tests.games.making import fresh, hand_of, legal, table_of
from tests.games.services.sitting import at_once
from tideweb.environment import PREPARED, connected

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.pgbouncer]


@pytest.fixture
def pooled() -> Iterator[None]:
    """Every connection that is made from now on goes through it, as DATABASE_POOLER has it."""
    ours = connections.settings["default"]
    direct = dict(ours)
    with pgbouncer.before(direct) as way:
        left_out = {"options", "host", *PREPARED}
        options = {k: v for k, v in direct["OPTIONS"].items() if k not in left_out}
        given = {**direct, "ENGINE": "django.db.backends.postgresql", "OPTIONS": options}
        behind = connected(given, pooled=False, max_age=60, pooler=True)
        _lead(ours, behind | way)
        yield
        _lead(ours, direct)


def _lead(ours: dict[str, object], way: dict[str, object]) -> None:
    connection.close()
    for settings_dict in (ours, connection.settings_dict):
        settings_dict.update(way)


def line() -> int:
    """The process of the database that answers now."""
    return int(rows.fetch("SELECT pg_backend_pid()", {})[0][0])


def test_people_who_share_two_lines_play_on(pooled: None) -> None:
    users, game = table_of(5)
    cards = [legal(game, seat)[0] for seat in range(5)]

    def job(seat: int) -> int:
        bidding.place_bid(users[seat], game.code, 1, cards[seat], via="api")
        sweep.sweep()
        return line()

    lines = at_once(*(partial(job, seat) for seat in range(5)))
    sweep.sweep()

    assert fresh(game).hand_number == 2
    assert hand_of(game).state == Hand.State.OPEN
    turned = Bid.objects.filter(hand__number=1).order_by("seat__index")
    assert list(turned.values_list("opened__notation", flat=True)) == cards
    assert all(isinstance(each, int) for each in lines), lines  # else what went wrong
    assert len(set(lines)) <= pgbouncer.LINES


def test_a_statement_that_one_line_had_prepared_would_be_missed_by_the_other(pooled: None) -> None:
    """So this is a pooler indeed, and preparing nothing behind it has its reason."""
    connection.settings_dict["OPTIONS"] |= PREPARED
    beside = connection.copy()
    connection.close()
    for _more in range(3):
        line()
    try:
        with beside.cursor() as cursor:
            cursor.execute("BEGIN")
            with pytest.raises(DatabaseError, match="does not exist"):
                line()
    finally:
        beside.close()
