"""The demo shows a table at every point of a game, and is made once."""

from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import Notice, User
from games import selectors
from games.models import Game, Season, Seat
from games.rules.registry import RULESETS
from games.selectors.people.friends import friendships_of
from games.services.demo.demo_tables import make_demo
from tests.module_fixtures import kept

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[int]:
    """The number of its person."""
    yield from kept(django_db_blocker, lambda: make_demo("localhost").pk)


@pytest.fixture
def marit(made_once: int, db: None) -> User:
    return User.objects.get(pk=made_once)


def test_there_is_a_table_in_every_state(marit: User) -> None:
    due = selectors.lobby.lists.own_tables(marit, 0).dues

    assert {game.state for game in Game.objects.all()} == {"open", "running", "over"}
    assert sorted({entry.mine for entry in due}) == [False, True]
    mine = next(entry for entry in due if entry.game.name == "Schiermonnikoog")
    assert (mine.mine, mine.game.stages.count()) == (True, 2)
    assert Game.objects.filter(name="Rottumeroog", state="over").exists()


def test_bots_of_three_strengths_sit_at_open_tables(marit: User) -> None:
    seats = Seat.objects.filter(game__maker=marit, game__state="open", level__isnull=False)
    assert list(seats.order_by("level").values_list("level", flat=True)) == [2, 5, 8]


def test_a_newcomer_sees_a_place_that_lives(marit: User, client: Client) -> None:
    """Of every game open tables, finished and rated ones; games to watch; a league."""
    for state in ("open", "over"):
        public = Game.objects.filter(state=state, visibility="public")
        assert set(public.values_list("ruleset", flat=True)) == set(RULESETS), state
    assert set(marit.ratings.values_list("ruleset", flat=True)) == set(RULESETS)
    strangers = Game.objects.filter(state="running", visibility="public")
    assert strangers.exclude(seats__user=marit).exclude(league_game=None, seats__user=None)
    assert Season.objects.filter(state="running", games__game__state="over").exists()
    for path in ("/people/Marit/", "/people/", "/games/?show=running", "/leagues/spring-tide/"):
        assert client.get(path).status_code == 200, path
    friendships = friendships_of(marit)
    assert (len(friendships.friends), len(friendships.asking)) == (2, 1)


def test_marit_can_be_written_to(marit: User) -> None:
    assert EmailAddress.objects.filter(user=marit, email=marit.email, verified=True).exists()
    queued = Notice.objects.filter(recipient=marit, state="queued")
    # No end of a stage: where several hands passed at once, it is told with what she is asked.
    assert set(queued.values_list("kind", flat=True)) >= {"game_started", "your_move", "game_over"}


def test_a_second_run_changes_nothing(marit: User) -> None:
    before = list(Game.objects.order_by("pk").values_list("code", "log_length"))
    assert make_demo("localhost") == marit

    assert list(Game.objects.order_by("pk").values_list("code", "log_length")) == before
