"""Tables before the game: what may be made, who may sit, who may start."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games.models import Game, Seat
from games.refusals import Refused
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.games.making import fresh, people, person, table_of, users_at

pytestmark = pytest.mark.django_db


def refusal(call: Callable[..., object], *args: Any, **how: Any) -> Refused:
    """The refusal of this call; asserts that no game and no seat changed."""
    before = _everything()
    with pytest.raises(Refused) as caught:
        call(*args, **how)
    assert _everything() == before
    return caught.value


def _everything() -> list[object]:
    games = Game.objects.order_by("pk").values_list("pk", "state", "seat_count", "log_length")
    seats = Seat.objects.order_by("pk").values_list("pk", "index", "user", "policy")
    return [*games, *seats]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"seats": 2}, "bad_seats"),
        ({"seats": 6}, "bad_seats"),
        ({"seats": 0}, "bad_seats"),
        ({"ruleset": "chess"}, "unknown_ruleset"),
        ({"options": {"cascade": "true"}}, "bad_options"),
        ({"options": {"cascade": 1}}, "bad_options"),
        ({"options": {"casscade": True}}, "bad_options"),
        ({"hours": 0}, "bad_hours"),
        ({"hours": 14 * 24 + 1}, "bad_hours"),
        ({"name": "   "}, "bad_name"),
        ({"name": "x" * 41}, "bad_name"),
        ({"name": "Buy pills\r\nBcc: x@y.z"}, "bad_name"),
        ({"name": "Tersch\u202egnille"}, "bad_name"),
        ({"name": "\u3164"}, "bad_name"),
        ({"bots": 4}, "too_many_bots"),
        ({"bots": -1}, "too_many_bots"),
        ({"policy": "best"}, "bad_policy"),
    ],
)
def test_what_does_not_fit_is_refused(wish: dict[str, Any], code: str) -> None:
    refused = refusal(
        tables.make_table, person(), TableSettings(**{"name": "Terschelling", **wish})
    )

    assert refused.code == code
    assert refused.message


def test_a_table_waits_until_it_is_full() -> None:
    users = people(3)
    game = tables.make_table(users[0], TableSettings(name="Terschelling", seats=3))
    tables.join(users[1], game.code)
    assert fresh(game).state == Game.State.OPEN
    tables.join(users[2], game.code)

    assert fresh(game).state == Game.State.RUNNING
    assert users_at(game) == users


def test_joining_twice_or_a_full_table_is_refused() -> None:
    users = people(3)
    game = tables.make_table(users[0], TableSettings(name="Terschelling", seats=4))

    assert refusal(tables.join, users[0], game.code).code == "already_seated"
    private = tables.make_table(users[0], TableSettings(name="Griend", visibility="link"))
    assert refusal(tables.join, users[0], private.code).code == "already_seated"
    for user in users[1:]:
        tables.join(user, game.code)
    tables.join(person("Ute"), game.code)
    assert refusal(tables.join, person("Ottilie"), game.code).code == "already_started"


def test_only_the_maker_starts() -> None:
    users = people(4)
    game = tables.make_table(users[0], TableSettings(name="Terschelling", seats=5))
    for user in users[1:]:
        tables.join(user, game.code)

    refused = refusal(tables.start, users[1], game.code)
    assert refused.code == "not_maker"
    assert "Marit" in refused.message


def test_starting_early_takes_the_free_seats_away() -> None:
    users = people(4)
    game = tables.make_table(users[0], TableSettings(name="Terschelling", seats=5))
    for user in users[1:]:
        tables.join(user, game.code)
    tables.leave(users[1], game.code)
    tables.start(users[0], game.code)

    game = fresh(game)
    assert (game.state, game.seat_count) == (Game.State.RUNNING, 3)
    assert list(game.seats.values_list("index", flat=True)) == [0, 1, 2]
    assert users_at(game) == [users[0], users[2], users[3]]


def test_too_few_cannot_start_but_bots_can_fill() -> None:
    users = people(2)
    game = tables.make_table(users[0], TableSettings(name="Terschelling", seats=4))
    tables.join(users[1], game.code)

    assert refusal(tables.start, users[0], game.code).code == "too_few"
    tables.start(users[0], game.code, fill_with_bots=True)
    assert fresh(game).state == Game.State.RUNNING
    assert game.seats.filter(user__kind=User.Kind.BOT).count() == 2


def test_nobody_leaves_after_the_start() -> None:
    users, game = table_of(3)

    assert refusal(tables.leave, users[0], game.code).code == "already_started"
    assert refusal(tables.start, users[0], game.code).code == "already_started"


def test_the_last_person_who_leaves_closes_the_table() -> None:
    user = person()
    game = tables.make_table(user, TableSettings(name="Terschelling", seats=4, bots=2))
    tables.leave(user, game.code)

    assert fresh(game).state == Game.State.CANCELLED
    assert refusal(tables.join, user, game.code).code == "unknown_game"


def test_when_the_maker_leaves_the_next_one_may_start() -> None:
    users = people(2)
    game = tables.make_table(users[0], TableSettings(name="Terschelling", seats=4))
    tables.join(users[1], game.code)
    tables.leave(users[0], game.code)

    assert fresh(game).maker == users[1]


def test_a_person_follows_the_maker_before_a_guest_and_a_guest_before_a_program() -> None:
    maker, program, guest, other = people(4)
    User.objects.filter(pk=program.pk).update(kind=User.Kind.PROGRAM)
    User.objects.filter(pk=guest.pk).update(kind=User.Kind.GUEST)
    game = tables.make_table(maker, TableSettings(name="Terschelling", seats=5))
    for user in (program, guest, other):
        tables.join(user, game.code)

    for gone, heir in ((maker, other), (other, guest), (guest, program)):
        tables.leave(gone, game.code)
        assert fresh(game).maker == heir


def test_nobody_keeps_more_than_twenty_tables_open() -> None:
    user = person()
    for number in range(tables.MAX_OPEN_TABLES):
        tables.make_table(user, TableSettings(name=f"Table {number}", seats=4))

    assert (
        refusal(tables.make_table, user, TableSettings(name="One more")).code == "too_many_tables"
    )
    closed, begun = user.made_games.all()[:2]
    tables.leave(user, closed.code)
    tables.make_table(user, TableSettings(name="After the closed one"))
    tables.start(user, begun.code, fill_with_bots=True)
    tables.make_table(user, TableSettings(name="After the begun one"))


def test_the_other_tables_with_the_same_deals_count_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tables, "MAX_OPEN_TABLES", 4)
    user = person()
    tables.make_table(user, TableSettings(name="Texel"))

    four = TableSettings(name="Same deals", duplicate=4)
    refused = refusal(tables.make_table, user, four)
    assert refused.message == "You can have at most 4 open tables. Start or close one first."
    tables.make_table(user, TableSettings(name="Same deals", duplicate=3))
    assert user.made_games.filter(state=Game.State.OPEN).count() == 4


def test_a_name_of_before_the_rule_keeps_nobody_from_playing() -> None:
    """What nobody sees in it is left out of the name of the table."""
    marit = person()
    User.objects.filter(pk=marit.pk).update(name="Mar\u200dit")
    game = tables.play_now(User.objects.get(pk=marit.pk))
    assert game.name == "Marit & bots"
