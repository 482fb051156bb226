"""A table that hides who has answered: whoever did, a third seat and a spectator see the same."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notifications import delivery
from games import selectors, visibility
from games.models import Bid, Game, Hand
from games.services import sweep
from games.services.hands import resolving
from games.services.people import vacations
from tests.accounts.making import give_factor
from tests.games.making import bid, fresh, hand_of, legal, people, person, running
from tests.narrowing import not_none
from tests.process_fixtures import again
from tests.sampling import sample, whole

pytestmark = pytest.mark.django_db

# What every form draws anew, and the one clock that is Django's own tag and cannot be stopped.
TOKENS = re.compile(rb'value="\w{64}"|"X-CSRFToken": ?"\w+"|\d\d:\d\d \xc2\xb7 \w+')
SEATS = 4


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.web.hands.bidding.PATIENCE", 0)


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    """The clock stands still: what time it is tells nothing of anybody."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


@pytest.fixture
def users() -> list[User]:
    """Four whose letters go out, so that what becomes of these would tell."""
    return again(_four)


def _four() -> list[User]:
    found = people(SEATS)
    for user in found:
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return found


@pytest.fixture
def game(users: list[User]) -> Game:
    """Hidden, in its second hand, with a deadline that no minute's change falls on."""
    return fresh(again(_hidden, users))


def _hidden(users: list[User]) -> Game:
    game = running(users, tells=False)
    for user in users:
        bid(game, user)
    sweep.sweep()
    delivery.deliver()
    deadline = timezone.now() + timedelta(hours=20, seconds=30)
    game.hands.filter(number=2).update(deadline=deadline)
    return fresh(game)


@contextmanager
def undone() -> Iterator[None]:
    """What happens inside did not happen."""
    mark = transaction.savepoint()
    yield
    transaction.savepoint_rollback(mark)


def eyes(users: list[User]) -> dict[str, Client]:
    """A third seat, a spectator, somebody without an account, and a moderator."""
    clients = {name: Client() for name in ("third", "onlooker", "stranger", "moderator")}
    clients["third"].force_login(users[2])
    clients["onlooker"].force_login(person("Onlooker"))
    chief = give_factor(User.objects.create_superuser("chief@example.org", "x", name="Chief"))
    clients["moderator"].force_login(chief)
    return clients


def addresses(game: Game) -> list[str]:
    page, api = f"/g/{game.code}/", f"/api/v1/games/{game.code}"
    return [
        *(page, f"{page}pulse/?seen=x", f"{page}hand/1/", "/moves/", "/games/?show=running", "/"),
        *(api, f"{api}/log", f"{api}/hands/1", f"{api}/hands/2", "/api/v1/games"),
        *("/api/v1/me/moves", "/api/v1/me/games", f"{api}/hands/2/bid"),
        *("/notices/", "/settings/notices/", "/api/v1/me/notices"),
    ]


ADDRESSES = 17


def lists() -> list[str]:
    """The panel: every list of ours, and the newest rows of each, such as those of two seats."""
    found, newest = [], 3 * SEATS if whole() else 2
    for model in admin.site._registry:
        if model._meta.app_label in {"games", "accounts"} and model is not User:
            name = f"{model._meta.app_label}_{model._meta.model_name}"
            found.append(reverse(f"admin:{name}_changelist"))
            rows = model._default_manager.order_by("-pk")[:newest]
            found += [reverse(f"admin:{name}_change", args=[row.pk]) for row in rows]
    state = reverse("admin:games_hand_changelist")
    return [*found, f"{state}?state=open", f"{state}?state=ready", f"{state}?state__exact=ready"]


Look = tuple[str, int]  # whose eyes, and at which of the addresses


def looks(clients: dict[str, Client], about: str = "", most: int = 0) -> list[Look]:
    """Everybody at every address; or at each address so many of them, drawn by what it is about."""
    every = [(name, at) for name in clients for at in range(ADDRESSES)]
    if not most:
        return every
    return sample(every, kind=lambda look: look[1], most=most, name=lambda look: (about, look))


def seen(game: Game, clients: dict[str, Client], some: list[Look]) -> dict[str, bytes]:
    """What they see there."""
    paths = addresses(game)
    return {f"{name} {paths[at]}": shown(clients[name], paths[at]) for name, at in some}


CHANCE = ("Expires", "X-Request-ID", "RateLimit")  # the last: how much was asked before


def shown(client: Client, path: str) -> bytes:
    """The answer, headers and all, but for the clock and the tokens that every form draws.

    What the look itself changes (what was read) is undone: not everybody looks everywhere.
    """
    with undone():
        answer = client.get(path)
    lasting = sorted((key, value) for key, value in answer.items() if key not in CHANCE)
    head = "\n".join(f"{key}: {value}" for key, value in lasting)
    return f"{answer.status_code}\n{head}\n".encode() + TOKENS.sub(b"", answer.content)


def panel(clients: dict[str, Client], paths: list[str]) -> dict[str, bytes]:
    """What the moderator sees there."""
    return {path: shown(clients["moderator"], path) for path in paths}


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    assert one.keys() == other.keys()
    return [what for what in one if one[what] != other[what]]


# Who answers, and how many look at each address then; where two do, one looks at the panel, too.
ANSWERING = {(0,): 1, (1,): 1, (0, 1): 1, (0, 1, 3): 2, (0, 1, 2, 3): 2}


@pytest.mark.long
@pytest.mark.usefixtures("stopped")
def test_whoever_has_answered_everybody_else_sees_the_same(game: Game, users: list[User]) -> None:
    """And if all have, which is not seen before the cards are turned."""
    clients = eyes(users)
    Notice.objects.filter(state="queued").update(send_after=timezone.now() - timedelta(minutes=1))
    with undone():
        _deliver()
        paths = lists()
        nobody = seen(game, clients, looks(clients)) | panel(clients, paths)
    assert b"hidden" in nobody[f"third /g/{game.code}/"]
    for answering, most in ANSWERING.items():
        others = {
            name: eye for name, eye in clients.items() if name != "third" or 2 not in answering
        }
        some = looks(others, str(answering), 0 if whole() else most)
        with undone():
            for seat in answering:
                bid(game, users[seat], legal(game, seat)[3])
                if seat != answering[-1]:  # the last answer may fill the hand
                    bid(game, users[seat], legal(game, seat)[0])
            assert (hand_of(game).state == Hand.State.READY) == (len(answering) == SEATS)
            _deliver()
            found = seen(game, clients, some) | panel(clients, paths if most > 1 or whole() else [])
            assert differing({what: nobody[what] for what in found}, found) == [], answering


def _deliver() -> None:
    delivery.deliver()


def test_an_answer_may_be_changed_until_the_cards_are_turned(game: Game, users: list[User]) -> None:
    for user in users:
        bid(game, user)
    other = legal(game, 0)[2]
    bid(game, users[0], other)
    sweep.sweep()

    assert selectors.observations.opened_bids(game.hands.get(number=2))[0]["notation"] == other


def test_a_seat_sees_its_own_answer_and_no_other(game: Game, users: list[User]) -> None:
    for user in users[:2]:
        bid(game, user)
    hand = hand_of(game)

    assert visibility.seats_in(hand, 0) == [0]
    assert visibility.seats_in(hand, 2) == []
    assert visibility.seats_in(hand) == []
    assert visibility.receipts_in(hand) == {}


def test_a_table_that_tells_shows_who_has_answered_and_the_receipts(users: list[User]) -> None:
    game = running(users)
    receipt = bid(game, users[1])
    detail = Client().get(f"/api/v1/games/{game.code}").json()["open_hand"]

    assert detail["answered"] == [1]
    assert detail["receipts"] == [{"seat": 1, "digest": receipt.digest}]
    assert receipt.digest in Client().get(f"/g/{game.code}/").content.decode()


def test_once_turned_everything_is_shown(game: Game, users: list[User]) -> None:
    first = game.hands.get(number=1)
    assert sorted(visibility.receipts_in(first)) == [0, 1, 2, 3]
    answer = Client().get(f"/api/v1/games/{game.code}/hands/1").json()
    digests = dict(Bid.objects.filter(hand=first).values_list("seat__index", "digest"))
    assert {row["seat"]: row["digest"] for row in answer["receipts"]} == digests
    assert len(answer["bids"]) == 4


def test_a_delayed_table_turns_the_cards_a_while_after_the_last_answer(users: list[User]) -> None:
    game = running(users, tells=False, delay=30)
    for user in users:
        bid(game, user)
    hand = hand_of(game)
    now = timezone.now()
    assert now < not_none(hand.resolve_after) <= now + timedelta(minutes=30)
    assert resolving.resolve_hand(hand.pk) is False
    assert sweep.sweep() == 0

    Hand.objects.filter(pk=hand.pk).update(resolve_after=now)
    assert sweep.sweep() == 1
    assert fresh(game).hand_number == 2


def test_no_delay_goes_beyond_the_deadline(users: list[User]) -> None:
    game = running(users, tells=False, delay=60)
    soon = timezone.now() + timedelta(seconds=1)
    game.hands.update(deadline=soon)
    for user in users:
        bid(game, user)

    assert not_none(hand_of(game).resolve_after) <= soon


def test_a_miss_is_counted_once_the_hand_is_turned(game: Game, users: list[User]) -> None:
    hand = hand_of(game)
    past = timezone.now() - timedelta(seconds=1)
    hand.clocks.filter(seat__index=0).update(deadline=past)
    assert resolving.expire_hand(hand.pk) is True
    assert game.seats.get(index=0).misses == 0
    for user in users[1:]:
        bid(game, user)
    sweep.sweep()

    assert game.seats.get(index=0).misses == 1


def test_a_vacation_moves_the_end_that_all_see_whether_or_not_its_owner_has_answered(
    game: Game, users: list[User]
) -> None:
    """Otherwise booking one would tell who still owes an answer."""
    today = timezone.now().date()
    ends = []
    for answered in (False, True):
        with undone():
            if answered:
                bid(game, users[0])
            vacations.book(users[0], today, today + timedelta(days=3))
            ends.append(hand_of(game).deadline)

    assert ends[0] == ends[1]
    assert ends[0] > hand_of(game).deadline
