"""The same people once more: one table, the seats one further."""

from collections.abc import Callable
from dataclasses import asdict

import pytest
from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts.models import Notice, User
from accounts.people import own_bots, own_sessions
from accounts.people.new_accounts import make_guest
from games import reliability, selectors
from games.models import Game
from games.refusals import Refused
from games.rules.registry import ruleset
from games.services import wake_workers
from games.services.lobby import invitations, rematches, tables
from games.services.lobby.tables import TableSettings
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.people import erasure
from games.services.seats import absence, votes
from games.services.talk import chat
from tests.accounts.making import staff
from tests.games.making import people, person, running, table_of
from tests.games.services.crossing import Beside
from tests.games.services.sitting import at_once
from tests.games.web.driving import browser

pytestmark = pytest.mark.django_db


def cancelled(users: list[User], **wish: object) -> Game:
    game = running(users, **wish)
    for user in users:
        votes.vote(user, game.code, "cancel")
    return game


def names(game: Game) -> list[str | None]:
    return list(game.seats.order_by("index").values_list("user__name", flat=True))


def test_the_first_starts_it_and_the_others_sit_down_by_the_same_click() -> None:
    users = people(3)
    old = cancelled(users, hours=30, options={"cascade": False}, offer=4)
    game = rematches.rematch(users[1], old.code)

    assert (game.hours, game.options, game.offer_after) == (30, {"cascade": False}, 4)
    assert names(game) == [None, None, "Joost"]
    told = Notice.objects.filter(channel="mail", kind="rematch").values_list(
        "recipient__name", flat=True
    )
    assert set(told) == {"Marit", "Aoife"}
    assert rematches.rematch(users[1], old.code) == game
    assert rematches.rematch(users[0], old.code) == game
    game.refresh_from_db()
    assert game.state == Game.State.OPEN
    rematches.rematch(users[2], old.code)
    assert names(game) == ["Aoife", "Marit", "Joost"]
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    assert rematches.rematch(users[0], old.code) == game


def test_every_setting_is_that_of_before() -> None:
    wish = TableSettings(
        ruleset="rowboat", name="Texel", seats=3, options={"any": True}, hours=30, bank=48, most=72,
        weekends=False, reliable=90, visibility="link", tells=False, delay=5, offer=4,
        extensions=False, votes=False, rated=False, recalls=False, chat="off",
    )  # fmt: skip
    usual = asdict(TableSettings())
    as_usual = {name for name, value in asdict(wish).items() if value == usual[name]}
    assert as_usual == {"duplicate", "bots", "level", "policy", "entropy"}, "nothing else is"
    assert rematches._wish(tables._create(person(), wish, ruleset(wish.ruleset))) == wish


@pytest.mark.parametrize("way", ["rematch", "join", "form"])
def test_the_fallback_and_strict_mail_are_those_of_before(way: str) -> None:
    """However somebody comes: by the same click, by our letter, or by the form of the table."""
    users = people(3)
    old = cancelled(users)
    old.seats.filter(user=users[1]).update(policy="highest", strict_mail=True)
    game = rematches.rematch(users[0], old.code)
    if way == "rematch":
        rematches.rematch(users[1], old.code)
    elif way == "join":
        tables.join(users[1], game.code)
    else:
        page = browser(users[1]).get(f"/g/{game.code}/").content.decode()
        assert '<option value="highest" selected' in page
        browser(users[1]).post(f"/g/{game.code}/join/", {"policy": "highest"})
    seat = game.seats.get(user=users[1])
    assert (seat.policy, seat.strict_mail) == ("highest", True)
    other = game.seats.get(user=users[0])
    assert (other.policy, other.strict_mail) == ("lowest", False)


def test_a_kept_seat_is_kept_from_strangers_and_open_to_its_person() -> None:
    users = people(3)
    old = cancelled(users, visibility="link")
    game = rematches.rematch(users[0], old.code)
    with pytest.raises(Refused, match="unknown_game"):
        tables.join(person("Wim"), game.code)
    assert selectors.access.access_game(users[2], game.code) == game
    tables.join(users[2], game.code)
    assert names(game) == ["Aoife", "Marit", None]


def test_who_had_left_may_come_to_a_table_by_link_until_it_begins() -> None:
    users, old = table_of(3, visibility="link")
    absence.leave(users[2], old.code)
    for user in users[:2]:
        votes.vote(user, old.code, "cancel")
    game = rematches.rematch(users[0], old.code)
    rematches.rematch(users[2], old.code)
    assert names(game) == ["Aoife", "Marit", None]
    tables.leave(users[2], game.code)
    tables.start(users[0], game.code, fill_with_bots=True)
    with pytest.raises(Refused, match="rematch_begun"):
        rematches.rematch(users[2], old.code)


@pytest.mark.parametrize("first", [True, False])
def test_who_misses_more_than_the_table_allows_neither_makes_it_nor_joins_it(
    first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    users = people(3)
    old = cancelled(users, reliable=90)
    if not first:
        rematches.rematch(users[1], old.code)
    missing = {users[0].pk: reliability.Habits(20, 10)}
    monkeypatch.setattr(reliability, "habits", lambda asked: {pk: missing[pk] for pk in asked})
    with pytest.raises(Refused, match="not_reliable"):
        rematches.rematch(users[0], old.code)
    assert Game.objects.filter(rematch_of=old).exists() is not first


def test_strangers_find_no_seat_at_a_public_one() -> None:
    users = people(3)
    game = rematches.rematch(users[0], cancelled(users).code)
    with pytest.raises(Refused, match="table_full"):
        tables.join(person("Wim"), game.code)
    assert list(selectors.lobby.lists.open_tables()) == []


def test_bots_sit_down_by_themselves_and_who_had_left_is_not_asked() -> None:
    users, old = table_of(3, seats=4, bots=1)
    absence.leave(users[2], old.code)
    for user in users[:2]:
        votes.vote(user, old.code, "cancel")
    game = rematches.rematch(users[0], old.code)
    assert [bool(name) for name in names(game)] == [False, True, True, False]
    kept = game.seats.exclude(kept_for=None).values_list("index", "kept_for__name")
    assert list(kept) == [(3, "Joost")]
    tables.start(users[0], game.code, fill_with_bots=True)
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING


def test_whoever_ignores_the_one_who_asks_has_a_seat_but_hears_nothing_of_it() -> None:
    users = people(3)
    old = cancelled(users)
    chat.ignore(users[1], users[0])
    game = rematches.rematch(users[0], old.code)
    assert game.seats.filter(kept_for=users[1]).exists()
    asked = Notice.objects.filter(kind="rematch").values_list("recipient", flat=True)
    assert set(asked) == {users[2].pk}


def test_whoever_ignores_the_one_who_asks_hears_of_it_from_somebody_else() -> None:
    users = people(3)
    old = cancelled(users)
    chat.ignore(users[1], users[0])
    game = rematches.rematch(users[0], old.code)
    invitations.keep_seat(users[0], game.code, users[2])  # who knows it already
    tables.join(users[2], game.code)
    invitations.keep_seat(users[2], game.code, users[1])
    asked = Notice.objects.filter(kind="seat_kept", channel="mail")
    assert [(each.recipient, each.facts["person"]) for each in asked] == [(users[1], users[2].pk)]


def test_no_seat_is_kept_for_a_closed_account() -> None:
    users = people(3)
    old = cancelled(users)
    erasure.forget(users[1])
    game = rematches.rematch(users[0], old.code)
    kept = game.seats.exclude(kept_for=None)
    assert list(kept.values_list("kept_for__name", flat=True)) == ["Aoife"]


def test_nobody_waits_for_a_bot_that_hears_of_nothing() -> None:
    users = people(2)
    texel = own_bots.make(person("Wim"), "Texel")[0].user
    old = cancelled([*users, texel], visibility="link")
    game = rematches.rematch(users[0], old.code)
    assert set(game.seats.values_list("kept_for__name", flat=True)) == {None, users[1].name}
    rematches.rematch(texel, old.code)
    assert set(names(game)) == {users[0].name, texel.name, None}


def test_one_alone_against_bots_plays_again_at_once() -> None:
    user = person()
    old = tables.play_now(user, ruleset="turning-tides")
    votes.vote(user, old.code, "cancel")
    game = rematches.rematch(user, old.code)
    assert game.state == Game.State.RUNNING
    assert game.seats.get(user=user).index == 1


def test_only_after_the_end_and_only_who_sat_there() -> None:
    users, game = table_of(3)
    with pytest.raises(Refused, match="not_over"):
        rematches.rematch(users[0], game.code)
    with pytest.raises(Refused, match="not_seated"):
        rematches.rematch(person("Wim"), game.code)


@pytest.mark.parametrize("by", ["its maker", "a moderator"])
def test_after_the_table_was_closed_there_may_be_another(by: str) -> None:
    users = people(3)
    old = cancelled(users)
    first = rematches.rematch(users[0], old.code)
    if by == "its maker":
        tables.leave(users[0], first.code)
    else:
        execution.carry_out(staff(), "cancel", first.code, CommandInput("asked"))
    again = rematches.rematch(users[1], old.code)
    assert again != first
    assert again.state == Game.State.OPEN


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", range(3))
def test_two_at_once_sit_at_one_table(turn: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wake_workers, "_publish", lambda *_args: None)
    users = people(3)
    old = cancelled(users)
    found = at_once(*(_again(user, old) for user in users))
    assert not [one for one in found if isinstance(one, Exception)]
    assert Game.objects.filter(rematch_of=old).count() == 1
    assert names(Game.objects.get(rematch_of=old)) == ["Aoife", "Marit", "Joost"]


@pytest.mark.django_db(transaction=True)
def test_a_table_that_closes_as_somebody_wants_to_sit_down_is_replaced() -> None:
    users = people(3)
    old = cancelled(users)
    closing = rematches.rematch(users[0], old.code)
    with transaction.atomic():
        tables.leave(users[0], closing.code)
        beside = Beside(_again(users[1], old))
        beside.until_it_waits()
    again = beside.result()
    assert isinstance(again, Game)
    assert again != closing
    assert names(again) == [None, None, "Joost"]


def _again(user: User, old: Game) -> Callable[[], object]:
    return lambda: rematches.rematch(user, old.code)


@pytest.mark.parametrize(("has_gone_on", "kept"), [(True, []), (False, ["Kaatje"])])
def test_no_seat_is_kept_for_a_guest_who_has_gone_on_to_an_account(
    has_gone_on: bool, kept: list[str]
) -> None:
    marit, guest = person("Marit"), make_guest(name="Kaatje")
    UserSession.objects.create(user=guest, session_key="a", ip="192.0.2.1")
    old = cancelled([marit, person("Joost"), guest])
    if has_gone_on:
        own_sessions.end(UserSession.objects.filter(user=guest))
    game = rematches.rematch(marit, old.code)
    held = game.seats.filter(kept_for__kind="guest")
    assert list(held.values_list("kept_for__name", flat=True)) == kept
