"""Being friends: both agree, nobody else is told, and who is hidden reaches nobody."""

from datetime import timedelta
from importlib import import_module as migration

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Notice, User
from accounts.notifications import delivery
from games.models import Friendship, Game, Seat
from games.refusals import Refused
from games.selectors.page_header import masthead
from games.selectors.people.export import everything
from games.selectors.people.friends import friendship_state, friendships_of
from games.services import wake_workers
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from games.services.notifications import seat_notices
from games.services.people import erasure, friends
from games.services.people.friends import befriend, part
from games.services.talk import chat
from tests.accounts.making import member
from tests.accounts.sink import listening
from tests.games.mail.reading import composed, letter, members, notice, words
from tests.games.making import people, person
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def two() -> list[User]:
    return people(2)


def told(user: User) -> list[str]:
    rows = Notice.objects.filter(recipient=user).exclude(kind="game_started")
    return sorted(rows.values_list("kind", flat=True))


def stand(marit: User, joost: User) -> tuple[str, str]:
    return friendship_state(marit, joost), friendship_state(joost, marit)


def test_who_is_muted_is_told_that_this_is_among_what_they_cannot_do(two: list[User]) -> None:
    marit, joost = two
    marit.muted_until = timezone.now() + timedelta(days=2)
    marit.save()
    with pytest.raises(Refused, match="ask to be friends") as refused:
        befriend(marit, joost)
    assert refused.value.code == "muted"
    assert told(joost) == []


def test_what_was_taken_back_before_it_was_sent_is_told_when_it_is_done_again(
    settings: Settings,
) -> None:
    marit, joost = members(2)
    game = tables.make_table(marit, TableSettings(name="Texel", seats=4))
    with listening(settings) as sink:
        for sent in ([], ["friend_asked", "seat_kept"], ["friend_asked", "seat_kept"]):
            befriend(marit, joost)
            invitations.keep_seat(marit, game.code, joost)
            if not sent:
                part(marit, joost)
                invitations.release(marit, game.code, joost.name)
            delivery.deliver()
            done = Notice.objects.filter(recipient=joost, state=Notice.State.SENT)
            assert sorted(done.filter(channel="mail").values_list("kind", flat=True)) == sent
    assert len(sink.mails) == 2, "each once"


def test_one_asks_and_the_other_says_yes(two: list[User]) -> None:
    marit, joost = two
    befriend(marit, joost)
    befriend(marit, joost)
    assert stand(marit, joost) == ("asked", "asks")
    assert told(joost) == ["friend_asked"]
    asked = letter(joost, "friend_asked")
    assert asked is not None
    assert "Marit would like to be friends" in words(asked)
    befriend(joost, marit)
    assert stand(marit, joost) == ("friends", "friends")
    assert told(marit) == ["friend_agreed"]
    assert composed(notice(joost, "friend_asked")) is None
    assert friendships_of(marit).friends == [joost]
    assert friendships_of(joost).friends == [marit]


def test_who_says_no_is_not_asked_again_and_the_other_does_not_learn_it(two: list[User]) -> None:
    marit, joost = two
    befriend(marit, joost)
    part(joost, marit)
    assert stand(marit, joost) == ("asked", "")
    befriend(marit, joost)
    part(marit, joost)
    befriend(marit, joost)
    assert told(joost) == ["friend_asked"]


def test_nor_by_whoever_takes_it_back_and_asks_anew(settings: Settings) -> None:
    marit, joost = members(2)
    with listening(settings) as sink:
        befriend(marit, joost)
        part(joost, marit)
        delivery.deliver()  # their letter isn't true any more
        part(marit, joost)
        assert stand(marit, joost) == ("", "")
        assert friendships_of(marit).asked == []
        befriend(marit, joost)
        delivery.deliver()
    assert stand(marit, joost) == ("asked", "")
    assert friendships_of(joost).asking == []
    assert sink.mails == []


def test_what_was_declined_and_taken_back_is_no_request(two: list[User]) -> None:
    marit, joost = two
    befriend(marit, joost)
    part(joost, marit)
    part(marit, joost)
    befriend(joost, marit)
    assert stand(marit, joost) == ("asks", "asked")


def test_only_who_has_not_answered_yet_counts_among_those_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(friends, "MAX_ASKED", 1)
    marit, joost, aoife = people(3)
    befriend(marit, joost)
    with pytest.raises(Refused, match="too_many_asked"):
        befriend(marit, aoife)
    befriend(joost, marit)
    befriend(marit, aoife)
    assert stand(marit, aoife) == ("asked", "asks")


def test_who_said_no_may_still_be_the_one_to_ask(two: list[User]) -> None:
    marit, joost = two
    befriend(marit, joost)
    part(joost, marit)
    befriend(joost, marit)
    assert stand(marit, joost) == ("friends", "friends")


@pytest.mark.parametrize("who", [0, 1])
def test_either_ends_it_and_nobody_is_told(two: list[User], who: int) -> None:
    befriend(two[0], two[1])
    befriend(two[1], two[0])
    part(two[who], two[1 - who])
    assert stand(*two) == ("", "")
    assert not Friendship.objects.exists()
    assert told(two[0]) + told(two[1]) == ["friend_agreed", "friend_asked"]


@pytest.mark.parametrize("who", [0, 1])
def test_after_the_end_of_a_friendship_both_are_told_again(two: list[User], who: int) -> None:
    marit, joost = two
    for _time in range(2):
        befriend(marit, joost)
        befriend(marit, joost)
        assert masthead(joost).unread == 1
        befriend(joost, marit)
        assert masthead(marit).unread == 1
        Notice.objects.update(read_at=timezone.now(), state=Notice.State.SENT)
        part(two[who], two[1 - who])
    befriend(marit, joost)
    part(marit, joost)
    befriend(marit, joost)
    assert told(joost) == ["friend_asked"] * 3, "once for each time that they may say yes"


@pytest.mark.parametrize("declined", [True, False])
def test_so_is_who_did_not_answer_a_request_but_asked_for_the_friendship(
    two: list[User], declined: bool
) -> None:
    marit, joost = two
    befriend(marit, joost)
    if declined:
        part(joost, marit)
    part(marit, joost)
    befriend(joost, marit)
    befriend(marit, joost)
    part(marit, joost)
    befriend(marit, joost)
    assert told(joost) == ["friend_agreed", "friend_asked", "friend_asked"]


def test_who_is_hidden_reaches_nobody_and_cannot_tell(two: list[User]) -> None:
    marit, joost = two
    chat.ignore(joost, marit)
    befriend(marit, joost)
    table = tables.make_table(marit, TableSettings(name="Texel", seats=3), [joost])
    assert stand(marit, joost) == ("asked", "")
    assert friendships_of(joost).asking == []
    assert table.seats.filter(kept_for=joost).exists()
    assert told(joost) == []


def test_no_invitation_of_who_is_hidden_is_sent_not_even_one_that_waited() -> None:
    marit, joost = member("Marit"), member("Joost")
    table = tables.make_table(marit, TableSettings(name="Texel", seats=3), [joost])
    invitations.invite(marit, table.code, not_none(joost.email))
    seat_notices.rematch(table)
    asked = [notice(joost, kind) for kind in ("seat_kept", "invitation", "rematch")]
    assert all(composed(each) for each in asked)
    chat.ignore(joost, marit)
    assert not any(composed(each) for each in asked)


@pytest.mark.parametrize("leaves_first", [True, False])
def test_who_deletes_their_data_invites_nobody_any_more(leaves_first: bool) -> None:
    marit, joost, aoife, ute = (member(name) for name in ("Marit", "Joost", "Aoife", "Ute"))
    table = tables.make_table(marit, TableSettings(name="Texel", seats=4))
    tables.join(aoife, table.code)
    invitations.keep_seat(marit, table.code, joost)
    invitations.keep_seat(aoife, table.code, ute)
    if leaves_first:
        tables.leave(marit, table.code)
    erasure.forget(marit)
    assert composed(notice(joost, "seat_kept")) is None
    assert composed(notice(ute, "seat_kept"))
    kept = table.seats.filter(kept_for__isnull=False).values_list("kept_for__name", flat=True)
    assert list(kept) == ["Ute"], "withdrawn, as an invitation by e-mail is"


def keeping() -> tuple[User, User, User, Game]:
    """Aoife keeps a seat for Joost at the table where she sits with Marit."""
    marit, joost, aoife = members(3)
    table = tables.make_table(marit, TableSettings(name="Texel", seats=4))
    tables.join(aoife, table.code)
    invitations.keep_seat(aoife, table.code, joost)
    return marit, joost, aoife, table


def invited_by(user: User) -> list[int]:
    """Whose invitations by name are true, as ids."""
    rows = Notice.objects.filter(recipient=user, kind="seat_kept", channel="mail").order_by("pk")
    return [each.facts["person"] for each in rows if composed(each)]


@pytest.mark.parametrize("gone", ["deleted", "declined"])
def test_whoever_names_somebody_after_another_is_heard(gone: str) -> None:
    marit, joost, aoife, table = keeping()
    if gone == "deleted":
        erasure.forget(aoife)
    else:
        invitations.decline(joost, table.code)
    invitations.keep_seat(marit, table.code, joost)
    assert invited_by(joost) == [marit.pk]
    assert masthead(joost).unread == 1


def test_a_seat_that_somebody_else_keeps_today_stays_so() -> None:
    marit, joost, aoife, table = keeping()
    invitations.decline(joost, table.code)
    invitations.keep_seat(marit, table.code, joost)
    erasure.forget(aoife)
    assert table.seats.get(kept_for=joost).kept_by == marit
    erasure.forget(marit)
    assert not Seat.objects.exclude(kept_for=None, kept_by=None).exists()


def test_who_kept_a_seat_before_the_upgrade_is_known_by_the_notice() -> None:
    marit, _joost, _aoife, table = keeping()
    marit.seats.update(kept_for=marit)
    table.seats.update(kept_by=None)
    with connection.cursor() as cursor:
        cursor.execute(migration("games.migrations.0065_kept_by").FILL)
    kept = dict(table.seats.exclude(kept_for=None).values_list("kept_for__name", "kept_by__name"))
    assert kept == {"Joost": "Aoife", "Marit": None}


def test_what_somebody_asked_before_they_were_hidden_is_no_longer_unread() -> None:
    marit, joost = member("Marit"), member("Joost")
    befriend(marit, joost)
    table = tables.make_table(marit, TableSettings(name="Texel", seats=3), [joost])
    invitations.invite(marit, table.code, not_none(joost.email))
    seat_notices.rematch(table)
    befriend(person("Aoife"), joost)
    assert masthead(joost).unread == 5
    chat.ignore(joost, marit)
    assert masthead(joost).unread == 1


def test_who_invites_after_somebody_hidden_stays_unread_also_if_that_is_chosen_again() -> None:
    marit, joost, aoife = members(3)
    table = tables.make_table(marit, TableSettings(name="Texel", seats=4))
    tables.join(aoife, table.code)
    for user in (marit, aoife):
        chat.ignore(joost, marit)
        invitations.invite(user, table.code, not_none(joost.email))
    assert masthead(joost).unread == 1
    chat.ignore(joost, marit)
    assert masthead(joost).unread == 1


@pytest.mark.parametrize("hidden", [False, True])
def test_the_same_workers_are_woken_for_who_is_hidden(
    two: list[User], hidden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    marit, joost = two
    if hidden:
        chat.ignore(joost, marit)
    woken = []
    monkeypatch.setattr(wake_workers, "deliver", lambda: woken.append("letters"))
    befriend(marit, joost)
    assert woken == ["letters"]
    table = tables.make_table(marit, TableSettings(name="Texel", seats=3))
    woken.clear()
    invitations.keep_seat(marit, table.code, joost)
    assert woken == ["letters"]


@pytest.mark.parametrize("kind", ["guest", "bot", "program"])
def test_only_people_with_an_account_are_friends(kind: str) -> None:
    marit, other = person("Marit"), User.objects.create(name="Odo", kind=kind)
    for one, two in ((marit, other), (other, marit), (marit, marit)):
        with pytest.raises(Refused, match="not_befriendable"):
            befriend(one, two)


def test_friends_are_given_out_to_oneself_and_go_with_one(two: list[User]) -> None:
    marit, joost = two
    befriend(marit, joost)
    assert everything(marit)["friends"] == {"friends": [], "asking": [], "asked": ["Joost"]}
    assert everything(joost)["friends"] == {"friends": [], "asking": ["Marit"], "asked": []}
    erasure.forget(marit)
    assert not Friendship.objects.exists()


def test_a_seat_is_kept_for_whom_one_asks_by_name(two: list[User]) -> None:
    marit, joost = two
    table = tables.make_table(marit, TableSettings(name="Texel", seats=3, visibility="link"))
    for _again in range(2):
        invitations.keep_seat(marit, table.code, joost)
    assert told(joost) == ["seat_kept"]
    asked = letter(joost, "seat_kept")
    assert asked is not None
    assert "Marit invites you to this table" in words(asked)
    with pytest.raises(Refused, match="table_full"):
        _fill(table)
    tables.join(joost, table.code)
    assert composed(notice(joost, "seat_kept")) is None


def _fill(table: Game) -> None:
    """Two more come to the one seat that is free."""
    Game.objects.filter(pk=table.pk).update(visibility="public")
    for name in ("Wim", "Ute"):
        tables.join(person(name), table.code)


def test_who_says_no_frees_the_seat(two: list[User]) -> None:
    marit, joost = two
    table = tables.make_table(marit, TableSettings(name="Texel", seats=3), [joost])
    invitations.decline(joost, table.code)
    assert not Seat.objects.exclude(kept_for=None).exists()


def test_no_seat_is_kept_by_a_guest_nor_for_who_has_left(two: list[User]) -> None:
    marit, joost = two
    guest = User.objects.create(name="Odo", kind="guest")
    with pytest.raises(Refused, match="not_invitable"):
        tables.make_table(guest, TableSettings(name="Sylt", seats=3), [joost])
    tables.make_table(marit, TableSettings(name="Texel", seats=3), [joost])
    erasure.forget(joost)
    assert not Seat.objects.exclude(kept_for=None).exists()
