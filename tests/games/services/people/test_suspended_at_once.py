"""Somebody is suspended while something of theirs is on its way: it comes too late."""

from collections.abc import Callable

import pytest
from django.db import transaction

from accounts.models import User
from accounts.people import new_accounts
from games import game_secrets
from games.models import Bid, Game, Seat
from games.refusals import Refused
from games.services.demo.fast_forward import like_bots, play_on
from games.services.hands import bidding
from games.services.lobby import matching, rematches, tables
from games.services.lobby.tables import TableSettings
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.seats import guest_seats
from tests.accounts.making import staff
from tests.games.making import legal, people, person, running
from tests.games.services.crossing import Beside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_nudges")]
TABLE = TableSettings(name="Texel", seats=3, visibility="public")
TO_A_TABLE: dict[str, Callable[[User], object]] = {
    "find": lambda user: matching.find(user, TABLE),
    "make": lambda user: tables.make_table(user, TABLE),
}


def as_they_are_suspended(user: User, job: Callable[[User], object], *locked: Game) -> str:
    """The code of the refusal of a job that has read this person before, and waits for that, or for
    the game that is `locked` meanwhile."""
    chief, stale = staff("Chris", "chief"), User.objects.get(pk=user.pk)
    with transaction.atomic():
        game_secrets.lock_games([game.pk for game in locked])
        execution.carry_out(chief, "suspend", str(user.pk), CommandInput("unfair", days=3))
        beside = Beside(lambda: job(stale))
        beside.until_it_waits()
    came = beside.result()
    assert isinstance(came, Refused), came
    return came.code


@pytest.mark.parametrize("on_its_way", TO_A_TABLE)
def test_no_table_of_theirs_is_opened(on_its_way: str) -> None:
    wim = person("Wim")
    assert as_they_are_suspended(wim, TO_A_TABLE[on_its_way]) == "suspended"
    assert not Game.objects.exists()


def test_no_rematch_of_theirs_is_opened() -> None:
    users = people(3)
    game = play_on(running(users), "over", like_bots())
    code = as_they_are_suspended(users[0], lambda user: rematches.rematch(user, game.code))
    assert code == "suspended"
    assert not Game.objects.filter(rematch_of=game).exists()


def test_no_seat_of_the_guest_they_were_comes_along() -> None:
    wim, *others = people(3)
    guest = new_accounts.make_guest(name="Gast Eins")
    game = running([*others, guest])

    def bring(user: User) -> None:
        (brought,) = guest_seats.bring(guest, user)
        if brought.refused:
            raise brought.refused

    assert as_they_are_suspended(wim, bring) == "suspended"
    assert not game.seats.filter(user=wim).exists()


def test_moderators_give_them_no_seat() -> None:
    game, wim, hedda = running(people(3)), person("Wim"), staff("Hedda")
    given = CommandInput("absent", seat=1, person=wim.name)
    code = as_they_are_suspended(
        wim, lambda _user: execution.carry_out(hedda, "replace", game.code, given)
    )
    assert code == "person_suspended"
    assert not Seat.objects.filter(user=wim).exists()


def test_their_answer_does_not_count() -> None:
    """Their row was read before it waited for the game."""
    users = people(3)
    game = running(users)
    card = legal(game, 0)[0]
    code = as_they_are_suspended(
        users[0], lambda user: bidding.place_bid(user, game.code, 1, card, via="api"), game
    )
    assert code == "suspended"
    assert not Bid.objects.exists()
