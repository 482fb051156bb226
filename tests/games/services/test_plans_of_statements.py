"""PostgreSQL keeps the plan of each statement that every bid, hand and page runs."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notifications.channels.names import MAIL
from games.game_view import game_view
from games.models import Game, Hand
from games.reliability import habits
from games.selectors.access import access_game
from games.selectors.hands.bidding import read_bid_context
from games.selectors.hands.loaded_hands import load_hand
from tests.games import making

pytestmark = pytest.mark.django_db
LETTERS = 400  # of each person: as many as some weeks of play leave
HANDS = 4000
ENOUGH = 12  # after five times PostgreSQL compares the plan for these values with one for all
PLANS = """
    SELECT coalesce(sum(generic_plans), 0), coalesce(sum(custom_plans), 0)
    FROM pg_prepared_statements WHERE statement LIKE %s
"""


@pytest.fixture
def game() -> Game:
    """A running game of people who have had many letters; the planner knows how many."""
    users = making.people(4)
    game = making.running(users)
    Notice.objects.bulk_create(letter(user, number) for user in users for number in range(LETTERS))
    Hand.objects.bulk_create(long_ago(game, making.hand_of(game)), batch_size=1000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        cursor.execute("SET LOCAL plan_cache_mode = auto")  # tests usually force one plan
        # After a DROP psycopg prepares everything anew. What earlier tests prepared has been
        # compared with plans for their tables.
        cursor.execute("DROP TABLE IF EXISTS nothing_of_that_name")
    return game


def letter(user: User, number: int) -> Notice:
    return Notice(
        recipient=user, kind="your_move", channel=MAIL, state=Notice.State.SENT,
        event=f"hand:{number}", facts={}, finished_at=timezone.now(),
    )  # fmt: skip


def long_ago(game: Game, hand: Hand) -> list[Hand]:
    """Hands as of a club that has played for long."""
    return [
        Hand(
            game=game, stage=hand.stage, number=number, phase=hand.phase, awaiting=[], table={},
            state=Hand.State.RESOLVED, deadline=hand.deadline, opened_at=hand.opened_at,
        )
        for number in range(1000, 1000 + HANDS)
    ]  # fmt: skip


def plans(like: str) -> tuple[int, int]:
    """How often a statement ran by the plan that was kept, and by one made for these values."""
    with connection.cursor() as cursor:
        cursor.execute(PLANS, [f"%{like}%"])
        generic, custom = cursor.fetchone()
        return int(generic), int(custom)


def reads(game: Game) -> dict[str, tuple[str, Callable[[], object]]]:
    hand, seat = making.hand_of(game), game.seats.select_related("user").get(index=0)
    user = seat.user
    assert user is not None
    return {
        "bid": ("AS key ON key", lambda: read_bid_context(game, user)),
        "hand": ("FROM games_hand AS hand%ORDER BY seat.index", lambda: load_hand(game, hand.pk)),
        "page": ("AS seen (game, number)", lambda: game_view(user, access_game(user, game.code))),
        "habits": ("percentile_cont", lambda: habits([user.pk])),
    }


def test_no_statement_is_planned_anew_each_time(game: Game) -> None:
    anew = {}
    for name, (like, read) in reads(game).items():
        before = plans(like)
        for _time in range(ENOUGH):
            read()
        generic, custom = (now - then for now, then in zip(plans(like), before, strict=True))
        assert generic + custom >= ENOUGH // 2, name  # it was prepared, and found here
        if custom > 5:
            anew[name] = custom
    assert not anew
