"""At a table that hides who has answered, nothing that people do about it tells it either."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, Hand
from games.selectors.seats import occupancy
from games.services import wake_workers
from games.services.seats import absence, substitutes, votes
from tests.games.making import bid, fresh, hand_of, legal, people, person, running, table_of
from tests.games.test_visibility import differing, eyes, looks, seen, undone
from tests.sampling import few, whole

pytestmark = pytest.mark.django_db
ALL_BUT_HER = [0, 1, 3]  # the third looks
ANSWERING = ([0], ALL_BUT_HER) if whole() else (ALL_BUT_HER,)
Action = Callable[[list[User], Game, User], object]


def _pause(users: list[User], game: Game, _wim: User) -> None:
    for user in users:
        votes.vote(user, game.code, "pause")


def _pause_and_go_on(users: list[User], game: Game, wim: User) -> None:
    _pause(users, game, wim)
    votes.go_on(users[2], game.code)


def _vote(users: list[User], game: Game, _wim: User) -> None:
    votes.vote(users[0], game.code, "pause")
    votes.vote(users[1], game.code, "cancel")


def _leave(users: list[User], game: Game, _wim: User) -> None:
    absence.leave(users[0], game.code)


def _leave_and_come_back(users: list[User], game: Game, wim: User) -> None:
    _leave(users, game, wim)
    absence.back(users[0], game.code)


def _take(users: list[User], game: Game, wim: User) -> None:
    _leave(users, game, wim)
    substitutes.take(wim, game.code, 0)


def _extend(users: list[User], game: Game, _wim: User) -> None:
    votes.extend(users[0], game.code, game.hand_number)


ACTIONS: list[Action] = [
    _vote, _pause, _pause_and_go_on, _leave, _leave_and_come_back, _take, _extend,
]  # fmt: skip


@pytest.fixture
def users() -> list[User]:
    return people(4)


@pytest.fixture
def game(users: list[User], monkeypatch: pytest.MonkeyPatch) -> Game:
    """In its first hand; time stands still."""
    monkeypatch.setattr(wake_workers, "_publish", lambda *_args: None)
    game = running(users, tells=False)
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    return fresh(game)


@pytest.mark.parametrize(
    "action",
    few(ACTIONS, 3, name=lambda action: action.__name__),
    ids=lambda action: action.__name__,
)
def test_whoever_has_answered_it_looks_the_same(
    action: Action, users: list[User], game: Game
) -> None:
    clients, wim = eyes(users), person("Wim")
    some, found = looks(clients, action.__name__, most=1), []
    for answering in ([], *ANSWERING):
        with undone():
            for seat in answering:
                bid(game, users[seat], legal(game, seat)[3])
            action(users, game, wim)
            game.log.update(
                at=game.started_at
            )  # drawn by the store, whatever the test's clock says
            pages = seen(game, clients, some)
            # Rows that were undone have left a gap in the numbers of one's own notices.
            found.append({at: what for at, what in pages.items() if "me/notices" not in at})
    for one in found[1:]:
        assert differing(found[0], one) == []


def test_the_end_that_all_see_moves_alike(users: list[User], game: Game) -> None:
    ends = []
    for answering in ([], [0], [0, 1, 2, 3]):
        with undone():
            for seat in answering:
                bid(game, users[seat])
            votes.extend(users[0], game.code, 1)
            hand = hand_of(game)
            ends.append([hand.deadline, *hand.clocks.order_by("seat").values_list("deadline")])
    assert ends[0] == ends[1] == ends[2]


@pytest.mark.parametrize("tells", [False, True])
def test_more_time_is_offered_until_the_cards_are_turned_if_nobody_may_know_that_all_are_in(
    tells: bool,
) -> None:
    users, game = table_of(3, tells=tells)
    hand = hand_of(game)
    hand.state = Hand.State.READY
    assert occupancy.may_extend(game, hand, users[0]) is not tells
