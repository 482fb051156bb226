"""Whether letters reach people is shown of everybody alike, and never tells who has answered."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Notice, User
from games.models import Game
from games.selectors.backlog import LOST
from games.selectors.moderation import deliverability
from tests.accounts.making import member, staff
from tests.games.admin.test_commands import signed_in
from tests.games.making import bid, bid_all, running
from tests.games.services.moderation.setting import players, table
from tests.sampling import sample

pytestmark = pytest.mark.django_db
WHY = "550 5.7.1 <joost@example.org> rejected"
TOKEN = re.compile(r'value="\w{64}"')
NOT_LOST = [state for state in Notice.State.values if state not in LOST]


@pytest.fixture
def client() -> Client:
    return signed_in()


@pytest.fixture(params=[True, False], ids=["shows", "hides"])
def seated(request: pytest.FixtureRequest) -> tuple[list[User], Game]:
    return table(tells=request.param)


@pytest.fixture
def users(seated: tuple[list[User], Game]) -> list[User]:
    return seated[0]


@pytest.fixture
def game(seated: tuple[list[User], Game]) -> Game:
    return seated[1]


def asking(game: Game, user: User) -> "Notice":
    return Notice.objects.get(kind="your_move", channel="mail", recipient=user, facts__game=game.pk)


def end(notice: Notice, state: str, why: str = WHY) -> None:
    Notice.objects.filter(pk=notice.pk).update(
        state=state, reason=why, finished_at=timezone.now(), attempts=3
    )


def seen(client: Client, game: Game, user: User) -> list[str]:
    """The pages on which it is shown; of the start page what names people, since below it counts
    the letters of everybody."""
    pages = (
        reverse("admin:index"),
        reverse("admin:games_game_change", args=[game.pk]),
        reverse("admin:accounts_user_change", args=[user.pk]),
    )
    start, *others = [TOKEN.sub("", client.get(page).content.decode()) for page in pages]
    return [start.partition("System status")[0], *others]


def test_of_the_letter_of_the_open_hand_nothing_is_seen_but_that_it_failed(
    client: Client, game: Game, users: list[User]
) -> None:
    """It went, waits, was dropped since there is an answer, or there never was one: by plan.

    Each of the players has one of these states, and the page of one person is looked at. Once the
    hand is turned all is told.
    """
    before = seen(client, game, users[1])
    states = sample(NOT_LOST, kind=lambda state: state == "sent", most=2)
    for first in range(0, len(states), len(users)):
        for state, user in zip(states[first:], users, strict=False):
            end(asking(game, user), state)
        assert seen(client, game, users[1]) == before
    letter = asking(game, users[1])
    page_of_it = reverse("admin:accounts_notice_change", args=[letter.pk])
    asking(game, users[2]).delete()
    end(letter, "failed")
    failed = seen(client, game, users[1])
    for page in failed:
        assert "550 5.7.1 &lt;…@…&gt; rejected" in page
        assert "joost@example.org&gt;" not in page
        assert page_of_it not in page

    bid_all(game)
    assert page_of_it in client.get(reverse("admin:index")).content.decode()


@pytest.mark.parametrize("seated", [False], indirect=True)
def test_neither_an_answer_nor_that_nobody_was_asked_shows_in_it(
    client: Client, game: Game, users: list[User]
) -> None:
    end(asking(game, users[1]), "failed")
    before = seen(client, game, users[1])
    asking(game, users[2]).delete()
    bid(game, users[1])
    assert seen(client, game, users[1]) == before


@pytest.mark.parametrize("seated", [True], indirect=True)
@pytest.mark.usefixtures("client")
def test_every_seat_has_its_line(users: list[User]) -> None:
    """Of each person the last letter that may be told of, asked or not, answered or not."""
    Notice.objects.filter(kind="game_started", recipient=users[0]).update(state="sent")
    Notice.objects.filter(kind="game_started", recipient=users[2]).update(state="unknown")
    viewer = User.objects.get(name="Hedda")
    if "unknown" not in Notice.State.values:
        Notice.objects.filter(kind="game_started", recipient=users[2]).update(state="failed")
    found = deliverability.reach_of(viewer, users)

    assert [found[user.pk].state for user in users][:2] == ["sent", "queued"]
    assert found[users[2].pk].lost
    assert all(found[user.pk].letter for user in users)


def test_an_older_failure_that_may_be_read_is_shown_in_its_place(
    client: Client, game: Game, users: list[User]
) -> None:
    """So that a second failure of the same address tells nothing about the open hand."""
    Notice.objects.filter(kind="game_started", recipient=users[1]).update(
        state="failed", reason="550 older"
    )
    before = seen(client, game, users[1])
    end(asking(game, users[1]), "failed")

    assert seen(client, game, users[1]) == before
    assert "550 older" in before[1]


def test_a_moderator_learns_nothing_about_a_hand_of_his_own_table() -> None:
    hedda, users = staff("Hedda"), players()[:2]
    game = running([hedda, *users])
    client = Client()
    client.force_login(hedda)
    before = seen(client, game, users[1])
    end(asking(game, users[1]), "failed")

    assert seen(client, game, users[1]) == before


def test_the_order_tells_no_times() -> None:
    viewer = staff("Hedda")
    users, game = table()
    for user in (users[1], users[0], users[2]):
        end(asking(game, user), "failed")
        Notice.objects.filter(recipient=user).update(
            created_at=timezone.now() + timedelta(minutes=len(user.name))
        )

    found = [reach.person.name for reach in deliverability.unreachable(viewer, 8) if reach.person]
    assert found == sorted(found)
    assert len(found) == 3


def lose(count: int, kind: str = "game_started", **to: object) -> None:
    """As many e-mails to this recipient or address that failed."""
    Notice.objects.bulk_create(
        Notice(kind=kind, channel="mail", event=f"lost:{to}:{n}", state="failed", **to)
        for n in range(count)
    )


def test_many_failures_of_one_hide_nobody_else() -> None:
    viewer, anna, bob = staff("Hedda"), member("Anna"), member("Bob")
    lose(1, address="bo@example.org")
    lose(1, address="wim@example.org")
    lose(1, recipient=bob)
    lose(45, recipient=anna)

    found = deliverability.unreachable(viewer, 8)

    assert [reach.person for reach in found] == [anna, bob, None, None]


def test_nor_do_many_open_hands_of_one() -> None:
    viewer, (anna, *others) = staff("Hedda"), players()
    games = [running([anna, *others]) for _game in range(3)]
    for game in games:
        end(asking(game, anna), "failed")
    end(asking(games[2], others[0]), "failed")

    found = deliverability.unreachable(viewer, 2)

    assert {reach.person for reach in found} == {anna, others[0]}
