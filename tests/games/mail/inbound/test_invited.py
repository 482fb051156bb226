"""Somebody without an account joins by the letter that asks them, and never opens a page."""

from collections.abc import Callable
from email.utils import parseaddr

import pytest
from allauth.account.models import EmailAddress
from pytest_django import Settings

from accounts.email import inbound_routes
from accounts.email.inbound_routes import Arrival
from accounts.models import Notice, User
from accounts.notifications import delivery, unsubscribe
from accounts.notifications.channels import email as mail_channel
from accounts.people import new_accounts
from accounts.people.new_accounts import make_guest
from games.links import letter_token, link_token
from games.mail.inbound import process
from games.models import Game, Invitation
from games.services.lobby import guests, invitations, tables
from games.services.lobby.tables import TableSettings
from games.services.mail import invitation_replies
from games.services.seats import guest_seats
from tests.accounts.making import member
from tests.accounts.sink import Sink
from tests.games.mail.inbound.mailing import OURS, VOUCHED, a_reply
from tests.games.making import fresh
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
ANNA = "anna@elsewhere.example"


@pytest.fixture
def asked() -> Invitation:
    marit = member("Marit", zone="Europe/Amsterdam", language="nl")
    wish = TableSettings("turning-tides", name="Texel", seats=2, visibility=Game.Visibility.LINK)
    return invitations.invite(marit, tables.make_table(marit, wish).code, ANNA)


def reply(asked: Invitation, body: str, origin: str = inbound_routes.LMTP, **headers: str) -> None:
    sender = headers.pop("sender", f"Anna Blaman <{ANNA}>")
    mail = a_reply(asked.sent_by, body, sender=sender, **headers)
    to = invitation_replies.address_of(asked)
    taker = inbound_routes.taker_of(to)
    assert taker is not None
    taker.take(Arrival(mail.as_bytes(), to, ANNA, origin))
    process.read_all()


def anna() -> User | None:
    return User.objects.filter(email=ANNA).first()


def test_the_letter_can_be_answered(asked: Invitation) -> None:
    notice = Notice.objects.get(kind="invitation", channel="mail")
    mail = mail_channel.compose(notice)
    assert mail.extra_headers["Reply-To"] == invitation_replies.address_of(asked)
    assert str(mail.body).startswith("==== ")


def test_an_accept_brings_an_account_a_seat_and_the_letters_of_the_game(asked: Invitation) -> None:
    reply(asked, "Leuk!\n\nannehmen\n\nAnna")
    assert anna() is None  # the first line of her own counts, or a wish below a greeting
    reply(asked, "Hallo Marit,\n\nannehmen, bitte")
    user = anna()
    assert user is not None
    assert (user.name, user.zone, user.has_usable_password()) == (
        "Anna Blaman",
        "Europe/Amsterdam",
        False,
    )
    assert fresh(asked.game).state == Game.State.RUNNING
    kinds = set(Notice.objects.filter(recipient=user).values_list("kind", flat=True))
    assert {"game_started", "your_move", "mail_table"} <= kinds
    asked.refresh_from_db()
    assert asked.accepted_by == user


def test_whoever_had_stopped_such_letters_and_accepts_gets_those_of_the_game(
    asked: Invitation, sink: Sink
) -> None:
    letter = Notice.objects.get(kind="invitation", channel="mail")
    unsubscribe.stop(unsubscribe.of(letter))
    reply(asked, "annehmen")
    delivery.deliver()
    assert ANNA in {parseaddr(mail["To"])[1] for mail in sink.mails}


def test_the_word_says_the_language_and_else_who_asks(asked: Invitation) -> None:
    reply(asked, "Annehmen!")
    user = anna()
    assert user is not None
    assert user.language == "de"


def test_an_encoded_name_is_read(asked: Invitation) -> None:
    reply(asked, "accept", sender=f"=?utf-8?Q?J=C3=B6rg_M=C3=BCller?= <{ANNA}>")
    assert not_none(anna()).name == "Jörg Müller"


@pytest.mark.parametrize("name", ["Marit", "Tideweb", "", "<script>", "M\u0430rit"])
def test_a_name_that_cannot_be_had_is_no_hindrance(asked: Invitation, name: str) -> None:
    reply(asked, "accept", sender=f'"{name}" <{ANNA}>')
    user = anna()
    assert user is not None
    assert user.name not in ("Marit", "Tideweb", "")


def test_twice_is_once(asked: Invitation) -> None:
    for _ in range(2):
        reply(asked, "accept", message_id="<1@x>")
    assert User.objects.filter(email=ANNA).count() == 1
    assert fresh(asked.game).seats.filter(user=anna()).count() == 1


def test_a_no_lapses_it(asked: Invitation) -> None:
    reply(asked, "decline")
    reply(asked, "accept")
    assert anna() is None
    asked.refresh_from_db()
    assert not invitation_replies.is_open(asked)


def test_forged_expired_and_automatic_mails_make_nobody(
    asked: Invitation, settings: Settings
) -> None:
    settings.AUTHSERV_ID = OURS
    reply(asked, "accept", sender="eve@elsewhere.example")
    reply(asked, "accept", origin=inbound_routes.DIRECT)
    reply(asked, "accept", **{VOUCHED.replace("-", "_"): f"{OURS}; dmarc=fail"})
    reply(asked, "accept", Auto_Submitted="auto-replied")
    reply(asked, "44 please")
    Invitation.objects.update(expires_at=asked.created_at)
    reply(asked, "accept")
    assert anna() is None
    assert fresh(asked.game).state == Game.State.OPEN


@pytest.mark.parametrize(
    "change", [lambda a: a.replace("-", "-1", 1), lambda a: a.replace("a", "b")]
)
def test_a_made_up_address_is_nobodys(asked: Invitation, change: object) -> None:
    address = invitation_replies.address_of(asked).partition("@")
    forged = f"{change(address[0])}@{address[2]}"  # type: ignore[operator]
    assert forged == "@".join(address[::2]) or inbound_routes.taker_of(forged) is None


def test_what_cannot_be_read_is_answered_once_a_day(asked: Invitation) -> None:
    for _ in range(3):
        reply(asked, "Count me in!")
    told = Notice.objects.get(kind="mail_house")
    assert told.address == ANNA
    assert "aannemen" in str(mail_channel.compose(told).body)


def test_whoever_is_too_late_is_told_so_and_gets_no_account(asked: Invitation) -> None:
    tables.join(member("Joost"), asked.game.code, link=link_token(asked.game))
    reply(asked, "accept")
    assert anna() is None
    mail = mail_channel.compose(Notice.objects.get(kind="mail_house"))
    assert "zonder jou begonnen" in str(mail.body)
    assert "aannemen" not in str(mail.body)


def invited_to_three() -> Invitation:
    marit = member("Marit")
    wish = TableSettings("turn-the-tide", name="Texel", seats=3, visibility=Game.Visibility.LINK)
    return invitations.invite(marit, tables.make_table(marit, wish).code, ANNA)


def told() -> str:
    return str(mail_channel.compose(Notice.objects.filter(kind="mail_house").latest("pk")).body)


def test_whoever_sits_there_as_a_guest_by_the_letters_link_is_told_so() -> None:
    asked = invited_to_three()
    game, link = asked.game, letter_token(asked)
    guest, _game = guests.join(game.code, link=link, name="Kaatje")
    for answer in ("accept", "decline"):
        reply(asked, answer)
        assert "You have a seat at that table already, as Kaatje" in told().replace("\n", " ")
    assert (anna(), fresh(game).seats.filter(user=guest).count()) == (None, 1)
    tables.join(member("Joost"), game.code, link=link_token(game))
    reply(asked, "accept!")
    assert "already, as Kaatje" in told().replace("\n", " "), "the game has not begun without them"


def test_the_invitation_is_open_again_once_the_guest_who_accepted_it_has_left() -> None:
    asked = invited_to_three()
    guest, game = guests.join(asked.game.code, link=letter_token(asked), name="Kaatje")
    tables.leave(guest, game.code)
    reply(asked, "accept")
    assert fresh(game).seats.filter(user=not_none(anna())).exists()


def test_so_it_can_be_declined_by_mail() -> None:
    asked = invited_to_three()
    guest, game = guests.join(asked.game.code, link=letter_token(asked))
    tables.leave(guest, game.code)
    reply(asked, "decline")
    asked.refresh_from_db()
    assert asked.lapsed


def test_a_guest_who_has_signed_in_elsewhere_sits_there_as_that_account() -> None:
    asked, joost = invited_to_three(), member("Joost")
    guest, _game = guests.join(asked.game.code, link=letter_token(asked))
    guest_seats.bring(guest, joost)
    reply(asked, "accept")
    assert "already, as Joost" in told().replace("\n", " ")


def test_what_could_not_be_read_is_asked_for_where_it_counts(asked: Invitation) -> None:
    reply(asked, "Count me in!")
    mail = mail_channel.compose(Notice.objects.get(kind="mail_house"))
    assert mail.extra_headers["Reply-To"] == invitation_replies.address_of(asked)
    assert "aannemen" in str(mail.body)


def unconfirmed() -> User:
    """Somebody signed up with her address, and it isn't confirmed."""
    user = User.objects.create_user(ANNA, "secret", name="Eve")
    EmailAddress.objects.create(user=user, email=ANNA, primary=True)
    return user


def as_guest() -> User:
    """A guest has signed up with her address, and it isn't confirmed."""
    user = make_guest()
    user.set_password("secret")
    user.save()
    EmailAddress.objects.create(user=user, email=ANNA, primary=True)
    return user


@pytest.mark.parametrize("signed_up", [unconfirmed, as_guest])
def test_whose_address_is_not_confirmed_yet_gets_the_letter_and_joins_by_it(
    signed_up: Callable[[], User],
) -> None:
    user, marit = signed_up(), member("Marit")
    wish = TableSettings("turning-tides", name="Texel", seats=2, visibility=Game.Visibility.LINK)
    asked = invitations.invite(marit, tables.make_table(marit, wish).code, ANNA)
    mail = mail_channel.compose(Notice.objects.get(kind="invitation", channel="mail"))
    assert mail.to == [ANNA]
    assert mail.extra_headers["Reply-To"] == invitation_replies.address_of(asked)
    reply(asked, "accept")
    found = new_accounts.member_at(ANNA)
    assert found == user, "one account, with the seats of the guest"
    assert (found.kind, found.has_usable_password()) == (User.Kind.PERSON, False)
    assert fresh(asked.game).seats.filter(user=user).exists()


def test_the_no_of_somebody_not_confirmed_counts(asked: Invitation) -> None:
    unconfirmed()
    reply(asked, "decline")
    asked.refresh_from_db()
    assert asked.lapsed
