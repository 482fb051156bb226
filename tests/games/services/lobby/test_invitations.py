"""Tables by link and by invitation: who gets in, and which links are good."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notifications import webhooks
from accounts.people.new_accounts import make_guest
from games import links, selectors
from games.models import Game
from games.refusals import Refused
from games.selectors.moderation.stakes import has_stake
from games.selectors.page_header import masthead
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from games.services.talk import chat
from tests.accounts.making import member
from tests.games.mail.reading import composed
from tests.games.making import fresh, person
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def closed() -> Game:
    """A table by link that Marit made."""
    return tables.make_table(
        person(), TableSettings(name="Kitchen table", seats=4, visibility=Game.Visibility.LINK)
    )


def code_of(call: Callable[..., object], *args: Any, **how: Any) -> str:
    with pytest.raises(Refused) as caught:
        call(*args, **how)
    return caught.value.code


def test_a_table_by_link_is_not_there_for_strangers(closed: Game) -> None:
    stranger = person("Joost")

    assert code_of(selectors.access.access_game, stranger, closed.code) == "unknown_game"
    assert code_of(tables.join, stranger, closed.code) == "unknown_game"
    assert closed not in selectors.lobby.lists.visible_games(stranger)


def test_the_link_opens_it_and_a_forged_one_does_not(closed: Game) -> None:
    token = links.link_token(closed)
    guest = person("Joost")

    assert code_of(tables.join, guest, closed.code, link=token[:-1] + "0z") == "bad_link"
    assert code_of(selectors.access.access_game, guest, closed.code, "0" * 32) == "unknown_game"
    assert selectors.access.access_game(guest, closed.code, token) == closed
    tables.join(guest, closed.code, link=token)
    assert closed.seats.filter(user=guest).exists()


def test_a_new_link_makes_the_old_one_bad(closed: Game) -> None:
    token = links.link_token(closed)
    invitations.renew_link(not_none(closed.maker), closed.code)

    assert code_of(tables.join, person("Joost"), closed.code, link=token) == "bad_link"
    assert links.good_link(fresh(closed), links.link_token(fresh(closed)))


def test_only_the_maker_renews_the_link(closed: Game) -> None:
    assert code_of(invitations.renew_link, person("Joost"), closed.code) == "not_maker"


def test_who_was_invited_by_address_may_come_without_a_link(closed: Game) -> None:
    joost = member("Joost")
    invitation = invitations.invite(not_none(closed.maker), closed.code, " Joost@Example.org ")
    tables.join(joost, closed.code)

    invitation.refresh_from_db()
    assert invitation.accepted_by == joost
    assert Notice.objects.get(kind="invitation", channel="mail").recipient == joost


def test_nobody_is_invited_by_letter_to_where_they_sit(closed: Game) -> None:
    """Whose address it is, the one who invites may not know, and isn't told."""
    joost = member("Joost")
    tables.join(joost, closed.code, link=links.link_token(closed))
    invitations.invite(not_none(closed.maker), closed.code, not_none(joost.email))
    assert composed(Notice.objects.get(kind="invitation", channel="mail")) is None


def test_an_invitation_by_somebody_hidden_is_told_to_no_page_and_no_program(closed: Game) -> None:
    joost, maker = member("Joost"), not_none(closed.maker)
    webhooks.add(joost, "https://192.0.3.1/tideweb")
    chat.ignore(joost, maker)
    invitations.invite(maker, closed.code, not_none(joost.email))
    row = Notice.objects.get(recipient=joost)
    assert (row.channel, row.shown, composed(row)) == ("mail", False, None)
    tables.join(joost, closed.code)


def moved(user: User) -> User:
    """Somebody who has changed their address."""
    EmailAddress.objects.filter(user=user).update(email="new@example.net")
    user.email = "new@example.net"
    user.save()
    return user


def test_an_invitation_stays_theirs_who_change_their_address(closed: Game) -> None:
    """And whoever invited them doesn't learn the new one."""
    joost, maker = member("Joost"), not_none(closed.maker)
    invitations.invite(maker, closed.code, not_none(joost.email))
    moved(joost)
    assert selectors.access.access_game(joost, closed.code) == closed
    assert has_stake(joost, closed)
    tables.join(joost, closed.code)
    (row,) = selectors.access.invitations_by(maker, closed)
    assert (row.accepted_by, row.email) == (joost, "joost@example.org")


def test_they_may_decline_it_as_well(closed: Game) -> None:
    joost = member("Joost")
    invitations.invite(not_none(closed.maker), closed.code, not_none(joost.email))
    invitations.decline(moved(joost), closed.code)
    assert code_of(tables.join, joost, closed.code) == "unknown_game"


def test_of_another_ones_invitation_a_change_makes_nothing(closed: Game) -> None:
    joost = member("Joost")
    invitations.invite(not_none(closed.maker), closed.code, not_none(joost.email))
    bram = moved(member("Bram"))
    assert code_of(selectors.access.access_game, bram, closed.code) == "unknown_game"
    assert not has_stake(bram, closed)


def test_an_address_without_an_account_is_written_to_as_such(closed: Game) -> None:
    invitations.invite(not_none(closed.maker), closed.code, "new@example.org")

    assert Notice.objects.get(kind="invitation", channel="mail").address == "new@example.org"


def test_an_address_is_asked_once(closed: Game) -> None:
    for _time in range(3):
        invitations.invite(not_none(closed.maker), closed.code, "new@example.org")

    assert Notice.objects.filter(kind="invitation", channel="mail").count() == 1


def test_whoever_hides_the_first_hears_of_the_second_who_invites_them(closed: Game) -> None:
    """Nobody at the table learns that anybody is hidden: the invitation stays the first one's."""
    marit, carl, bob = not_none(closed.maker), member("Carl"), member("Bob")
    tables.join(carl, closed.code, link=links.link_token(closed))
    chat.ignore(bob, marit)
    invitations.invite(marit, closed.code, "bob@example.org")
    assert composed(Notice.objects.get(kind="invitation", channel="mail")) is None
    for _again in range(2):
        invitations.invite(carl, closed.code, "bob@example.org")
    sent = Notice.objects.filter(kind="invitation", channel="mail").order_by("pk")
    letters = [letter for each in sent if (letter := composed(each))]
    assert len(sent) == 2
    assert ["Carl" in letter.text for letter in letters] == [True]
    assert [each.sent_by for each in closed.invitations.all()] == [marit]


def test_whoever_hides_all_who_invite_them_hears_of_none(closed: Game) -> None:
    marit, carl, bob = not_none(closed.maker), member("Carl"), member("Bob")
    tables.join(carl, closed.code, link=links.link_token(closed))
    for each in (marit, carl):
        chat.ignore(bob, each)
        invitations.invite(each, closed.code, "bob@example.org")
    assert masthead(bob).unread == 0
    assert [composed(each) for each in Notice.objects.filter(kind="invitation")] == [None]


def test_whoever_hides_nobody_gets_one_letter_however_many_invite_them(closed: Game) -> None:
    marit, carl, bob = not_none(closed.maker), member("Carl"), member("Bob")
    tables.join(carl, closed.code, link=links.link_token(closed))
    chat.ignore(bob, carl)
    for each in (marit, carl):
        invitations.invite(each, closed.code, "bob@example.org")
    assert Notice.objects.filter(kind="invitation", channel="mail").count() == 1


@pytest.mark.parametrize("told_first", [False, True])
def test_whoever_ignores_the_first_to_name_them_hears_of_the_second(
    closed: Game, told_first: bool
) -> None:
    """Whether they began to ignore the first one before or after that."""
    marit, carl, dora, bob = not_none(closed.maker), *map(member, ("Carl", "Dora", "Bob"))
    for each in (carl, dora):
        tables.join(each, closed.code, link=links.link_token(closed))
    if told_first:
        invitations.keep_seat(marit, closed.code, bob)
    chat.ignore(bob, marit)
    for each in (marit, carl, carl, dora):
        invitations.keep_seat(each, closed.code, bob)
    sent = Notice.objects.filter(recipient=bob, kind="seat_kept", channel="mail")
    letters = [letter for each in sent if (letter := composed(each))]
    assert ["Carl" in letter.text for letter in letters] == [True]
    assert closed.seats.filter(kept_for=bob).count() == 1


def test_a_letters_link_expires(closed: Game) -> None:
    invitation = invitations.invite(not_none(closed.maker), closed.code, "new@example.org")
    token = links.letter_token(invitation)
    assert links.good_link(closed, token)
    invitation.expires_at = timezone.now() - timedelta(seconds=1)
    invitation.save()

    assert code_of(tables.join, person("Joost"), closed.code, link=token) == "bad_link"


def test_whoever_is_invited_again_may_come_after_all(closed: Game) -> None:
    joost, maker = person("Joost"), not_none(closed.maker)
    token = links.letter_token(invitations.invite(maker, closed.code, "joost@example.org"))
    invitations.decline(joost, closed.code)
    assert not links.good_link(closed, token)
    invitations.invite(maker, closed.code, "joost@example.org")
    assert links.good_link(closed, token)
    tables.join(joost, closed.code)
    assert Notice.objects.filter(kind="invitation", channel="mail").count() == 1


def test_a_letters_link_is_good_for_its_own_table_only(closed: Game) -> None:
    other = tables.make_table(
        not_none(closed.maker), TableSettings(name="Other", visibility=Game.Visibility.LINK)
    )
    token = links.letter_token(
        invitations.invite(not_none(closed.maker), closed.code, "new@example.org")
    )

    assert code_of(tables.join, person("Joost"), other.code, link=token) == "bad_link"


def test_invitations_are_bounded_and_not_for_guests_or_strangers(closed: Game) -> None:
    assert code_of(invitations.invite, closed.maker, closed.code, "no address") == "bad_address"
    assert code_of(invitations.invite, person("Joost"), closed.code, "a@b.org") == "not_seated"
    guest = make_guest()
    tables.join(guest, closed.code, link=links.link_token(closed))
    assert code_of(invitations.invite, guest, closed.code, "a@b.org") == "cannot_invite"
    for number in range(invitations.MAX_INVITATIONS):
        invitations.invite(not_none(closed.maker), closed.code, f"n{number}@example.org")
    assert (
        code_of(invitations.invite, closed.maker, closed.code, "a@b.org") == "too_many_invitations"
    )


def test_the_last_invitation_may_be_sent_twice_and_one_that_expired_once_more(
    closed: Game,
) -> None:
    maker = not_none(closed.maker)
    for number in range(invitations.MAX_INVITATIONS):
        sent = invitations.invite(maker, closed.code, f"n{number}@example.org")
    assert invitations.invite(maker, closed.code, sent.email) == sent  # pressed twice

    closed.invitations.filter(pk=sent.pk).update(expires_at=timezone.now())
    again = invitations.invite(maker, closed.code, sent.email)
    assert again == sent
    assert again.expires_at > timezone.now()
    assert closed.invitations.count() == invitations.MAX_INVITATIONS


def test_who_has_the_last_seat_that_can_be_kept_may_be_invited_to_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    marit, joost = person(), person("Joost")
    table = tables.make_table(marit, TableSettings(name="Kitchen table"), [joost])
    monkeypatch.setattr(invitations, "MAX_KEPT", 1)

    invitations.keep_seat(marit, table.code, joost)
    monkeypatch.setattr(invitations, "MAX_INVITATIONS", 0)
    invitations.keep_seat(marit, table.code, joost)
    assert table.seats.filter(kept_for=joost).count() == 1
    aoife = person("Aoife")
    assert code_of(invitations.keep_seat, marit, table.code, aoife) == "too_many_invitations"
    monkeypatch.setattr(invitations, "MAX_INVITATIONS", 1)
    assert code_of(invitations.keep_seat, marit, table.code, aoife) == "too_many_kept"


def test_who_sits_there_sees_the_table(closed: Game) -> None:
    assert selectors.access.access_game(not_none(closed.maker), closed.code) == closed
