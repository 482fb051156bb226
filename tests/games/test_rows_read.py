"""Reads that may not grow with the games stored: what they read among a thousand of others."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Notice, User
from accounts.people import display_names
from games import visibility
from games.models import Friendship, Hand
from games.selectors.moderation import deliverability
from games.selectors.moderation.timeline import stuck_hands
from games.selectors.people import export
from games.selectors.people.friends import friends_of
from games.services.people import erasure
from games.services.seats import absence
from tests import id_sequences
from tests.accounts.making import staff
from tests.bench import filling
from tests.games.making import hand_of, people, running, table_of

pytestmark = pytest.mark.django_db
STORED, FEW = 1_000, 250
READ = """
SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) FROM pg_stat_xact_user_tables
"""


@pytest.fixture
def _many(db: None) -> Iterator[None]:
    with id_sequences.kept():
        filling.write(STORED)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
            # As in production; those of our tests are made for all values alike, so no partial
            # index serves them.
            cursor.execute("SET LOCAL plan_cache_mode = auto")
        yield


def rows_read(do: Callable[[], object]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(READ)
        (before,) = cursor.fetchone()
        do()
        cursor.execute(READ)
        (after,) = cursor.fetchone()
    return int(after - before)


@pytest.mark.usefixtures("_many")
def test_games_of_a_kind_of_which_there_are_few(client: Client) -> None:
    for asked in ("?ruleset=rowboat", "?ruleset=rowboat&state=over"):
        assert rows_read(partial(client.get, f"/api/v1/games{asked}")) < FEW, asked


@pytest.mark.usefixtures("_many")
def test_what_needs_a_moderator() -> None:
    chief = staff()
    hand = Hand.objects.filter(state=Hand.State.OPEN)[0]
    Notice.objects.filter(facts__game=hand.game_id).update(
        kind="your_move", state="failed", facts={"game": hand.game_id, "hand": hand.number}
    )
    assert rows_read(lambda: stuck_hands(viewer=chief)) < FEW
    assert rows_read(lambda: deliverability.unreachable(chief, 8)) < FEW


@pytest.mark.usefixtures("_many")
def test_letters_that_moderators_see() -> None:
    seen = visibility.shown_notices(Notice.objects.order_by("-id"))
    assert rows_read(lambda: list(seen[:50])) < FEW
    assert rows_read(lambda: seen.order_by()[:50].count()) < FEW


@pytest.mark.usefixtures("_many")
def test_somebody_who_deletes_or_loads_their_data() -> None:
    """Meanwhile, everybody else at their tables waits."""
    users = people(3)  # no copy, whose ids the filling has drawn
    running(users)
    some = 3 * FEW  # the fifty people are read as a whole again and again
    assert rows_read(lambda: export.everything(users[0])) < some
    assert rows_read(lambda: absence.keep_missed_seats(users[0])) < FEW
    assert rows_read(lambda: erasure.forget(users[0])) < some


@pytest.mark.usefixtures("no_limits_left_over")
def test_who_signs_in_or_chooses_a_name_among_a_thousand_people(client: Client) -> None:
    _a_thousand()
    said = {"email": "Marit@example.org", "password": "not this one"}
    told = {**said, "login": said["email"]}
    assert rows_read(lambda: client.post(reverse("account_login"), told)) < FEW
    assert rows_read(lambda: client.post("/api/v1/token", said, "application/json")) < FEW
    assert rows_read(lambda: display_names.checked("Ute")) < FEW
    with pytest.raises(ValidationError, match="taken"):
        display_names.checked("g7")


def _a_thousand() -> None:
    more = [User(kind="guest", name=f"G{n}", look=f"g{n}") for n in range(STORED)]
    User.objects.bulk_create(more)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE accounts_user, games_friendship")


def test_the_friends_of_somebody_among_a_thousand_people() -> None:
    users, _game = table_of(3)
    Friendship.objects.create(asker=users[0], asked=users[1], accepted_at=timezone.now())
    Friendship.objects.create(asker=users[2], asked=users[0], accepted_at=timezone.now())
    _a_thousand()
    found: list[User] = []
    assert rows_read(lambda: found.extend(friends_of(users[0]))) < FEW
    assert found == sorted(users[1:], key=lambda user: user.name)


def test_a_game_that_pauses_is_not_stuck() -> None:
    _users, game = table_of(3)
    past = timezone.now() - timedelta(hours=1)
    Hand.objects.filter(pk=hand_of(game).pk).update(deadline=past, paused=True)
    assert stuck_hands() == []
    Hand.objects.filter(pk=hand_of(game).pk).update(paused=False)
    assert stuck_hands() == [hand_of(game)]
