"""The page behind a letter's button: one person, one hand, and nothing without a choice."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notifications.channels.names import MAIL
from accounts.operation import database_clock
from accounts.people import account_recovery
from accounts.people.account_recovery import Change
from accounts.people.new_accounts import make_guest
from games.models import Bid, Game
from games.services.lobby import tables
from games.services.mail import reply_addresses
from games.services.seats import votes
from tests.all_games import SMALLEST
from tests.games import making
from tests.games.mail.reading import begun, letter, members, started
from tests.games.making import user_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
SEATS = SMALLEST


@pytest.fixture
def game() -> Game:
    return begun()


def asked(game: Game) -> User:
    user = game.seats.get(index=making.hand_of(game).awaiting[0]).user
    assert user is not None
    return user


def link(user: User) -> str:
    found = letter(user, "your_move")
    assert found is not None
    (path,) = set(re.findall(r"http://testserver(/answer/[^/\s]+/)\s", found.text))
    assert f'href="http://testserver{path}"' in found.html
    return str(path)


def as_it_stands(page: str) -> dict[str, str]:
    """What a scanner would send: every field with the value that it has."""
    fields = re.findall(r"<input[^>]*>", page)
    chosen = [each for each in fields if "radio" not in each or "checked" in each]
    named = [(re.search(r'name="([^"]*)"', each), re.search(r'value="([^"]*)"', each))
             for each in chosen]  # fmt: skip
    return {name[1]: value[1] if value else "" for name, value in named if name}


@pytest.mark.parametrize("slug", sorted(SEATS))
def test_signed_out_somebody_answers_by_the_link(slug: str, client: Client) -> None:
    game = started(members(SEATS[slug]), ruleset=slug)
    user = asked(game)
    seat = game.seats.get(user=user)
    path, choices = link(user), making.legal(game, seat.index)
    page = client.get(path).content.decode()
    assert re.findall(r'name="bid" value="([^"]+)"', page) == choices

    done = client.post(path, {"bid": choices[-1]})
    assert done.status_code == 200
    assert Bid.objects.get().seat == seat
    others = len(making.hand_of(game).awaiting) > 1
    assert ("everybody has answered" in done.content.decode()) == (not others)
    again = client.post(path, {"bid": choices[0]})
    assert again.status_code == (200 if others else 410)
    assert Bid.objects.get().changes == int(others)


def test_the_last_answer_sent_twice_is_not_denied(game: Game, client: Client) -> None:
    user = asked(game)
    path = link(user)
    for other in game.seats.exclude(user=user).select_related("user"):
        making.bid(game, not_none(other.user))
    choice, another, *_rest = making.legal(game, game.seats.get(user=user).index)
    assert client.post(path, {"bid": choice}).status_code == 200
    for _when in ("before the hand turns", "afterwards"):
        again = client.post(path, {"bid": choice})
        assert again.status_code == 200
        assert "It counts, and everybody has answered." in again.content.decode()
        assert client.post(path, {"bid": another}).status_code == 410
        assert client.get(path).status_code == 410
        making.settle(game)
    reply_addresses.revoke(user)
    assert client.post(path, {"bid": choice}).status_code == 410


def test_who_answers_by_the_link_gets_the_next_hand_without_waiting_for_the_hour(
    game: Game, client: Client
) -> None:
    user = asked(game)
    path = link(user)
    mine = Notice.objects.filter(recipient=user, kind="your_move", channel=MAIL)
    mine.update(state=Notice.State.SENT, finished_at=database_clock.now())
    for other in game.seats.exclude(user=user).select_related("user"):
        making.bid(game, not_none(other.user))
    choice = making.legal(game, game.seats.get(user=user).index)[0]
    assert client.post(path, {"bid": choice}).status_code == 200
    making.settle(game)
    assert mine.get(state=Notice.State.QUEUED).send_after <= database_clock.now()


def test_get_head_and_every_form_as_it_stands_change_nothing(game: Game, client: Client) -> None:
    user = asked(game)
    path = link(user)
    for method in (client.get, client.head, client.options):
        method(path, headers={"Sec-Purpose": "prefetch"})
    page = client.get(path).content.decode()
    assert "checked" not in page.partition("<form")[2]
    assert client.post(path, as_it_stands(page)).status_code == 400
    assert client.post(path).status_code == 400
    assert Bid.objects.count() == 0
    game.refresh_from_db()
    assert game.seats.get(user=user).looked_at_hand == 0


def test_while_the_game_is_paused_no_deadline_is_named(game: Game, client: Client) -> None:
    user = asked(game)
    path = link(user)
    assert "<b>Until " in client.get(path).content.decode()
    for each in game.seats.select_related("user"):
        votes.vote(not_none(each.user), game.code, "pause")
    page = client.get(path).content.decode()
    assert "All clocks are stopped" in page
    assert "<b>Until " not in page


def test_it_opens_that_hand_and_nothing_else(game: Game, client: Client) -> None:
    user = asked(game)
    path = link(user)
    making.bid_all(game)
    assert client.get(path).status_code == 410
    assert client.post(path, {"bid": making.legal(game, 0)[0]}).status_code == 410
    assert Bid.objects.filter(hand__number=2).count() == 0
    assert client.get("/moves/").status_code == 302, "nobody was signed in by it"


def test_a_forged_or_revoked_link_is_not_good(game: Game, client: Client) -> None:
    user = asked(game)
    path = link(user)
    assert client.get(f"{path[:-4]}abc/").status_code == 404
    reply_addresses.revoke(user)
    assert client.get(path).status_code == 410
    assert client.post(path, {"bid": making.legal(game, 0)[0]}).status_code == 410


def test_letters_that_a_thief_got_answer_nothing_once_the_account_is_taken_back(
    game: Game, client: Client
) -> None:
    user = asked(game)
    path = link(user)
    account_recovery.take_back(Change(user, "old@example.org", timezone.now()))
    assert client.post(path, {"bid": making.legal(game, 0)[0]}).status_code == 410
    assert Bid.objects.count() == 0


def test_letters_in_an_old_mailbox_answer_nothing_once_the_address_is_another(
    game: Game, client: Client
) -> None:
    user, owner = asked(game), Client()
    path = link(user)
    owner.force_login(user, "django.contrib.auth.backends.ModelBackend")
    owner.post(reverse("account_email"), {"action_add": "", "email": "new@example.net"})
    (confirmed,) = re.findall(r"http://testserver(/account/\S+)", str(mail.outbox[-1].body))
    told = owner.post(confirmed, follow=True).content.decode()
    assert "The buttons and reply addresses in our earlier e-mails no longer work" in told
    assert User.objects.get(pk=user.pk).email == "new@example.net"

    assert client.get(path).status_code == 410
    assert client.post(path, {"bid": making.legal(game, 0)[0]}).status_code == 410
    assert Bid.objects.count() == 0


def test_they_do_while_the_same_address_is_confirmed_anew(game: Game, client: Client) -> None:
    user = asked(game)
    path = link(user)
    same = EmailAddress(user=user, email=user.email)
    email_changed.send(
        EmailAddress, request=None, user=user, from_email_address=same, to_email_address=same
    )
    assert client.get(path).status_code == 200


def test_whoever_is_signed_in_as_somebody_else_is_told(game: Game, client: Client) -> None:
    path = link(asked(game))
    other = user_at(game, 1)
    client.force_login(other, "django.contrib.auth.backends.ModelBackend")
    assert client.get(path).status_code == 403
    assert client.post(path, {"bid": making.legal(game, 0)[0]}).status_code == 403
    assert Bid.objects.count() == 0


def test_where_they_play_as_a_guest_as_well_the_link_answers_and_the_guest_stays(
    game: Game, client: Client
) -> None:
    guest = make_guest(name="Kaatje")
    path = link(asked(game))
    client.force_login(guest, "django.contrib.auth.backends.ModelBackend")
    assert client.get(path).status_code == 200
    assert client.post(path, {"bid": making.legal(game, 0)[0]}).status_code == 200
    assert Bid.objects.count() == 1
    assert client.session["_auth_user_id"] == str(guest.pk)
    User.objects.filter(pk=asked(game).pk).update(strict_mail=True)
    first = client.get(path)
    assert "/account/login/" in first["Location"]
    assert "Bring your seats with you?" in client.get(first["Location"]).content.decode()


@pytest.mark.parametrize("where", ["everywhere", "here"])
def test_with_strict_mail_one_signs_in_first(game: Game, client: Client, where: str) -> None:
    user = asked(game)
    path = link(user)
    if where == "here":
        tables.set_policy(user, game.code, strict_mail=True)
    else:
        User.objects.filter(pk=user.pk).update(strict_mail=True)
    sent = client.post(path, {"bid": making.legal(game, 0)[0]})
    assert sent.status_code == 302
    assert "/account/login/" in sent["Location"]
    assert Bid.objects.count() == 0


@pytest.mark.parametrize(("language", "words"), [("de", "Versiegeln"), ("nl", "Verzegel hem")])
def test_it_speaks_the_language_of_its_person(
    game: Game, client: Client, language: str, words: str
) -> None:
    user = asked(game)
    User.objects.filter(pk=user.pk).update(language=language, zone="Europe/Amsterdam")
    page = client.get(link(user)).content.decode()
    assert f'<html lang="{language}"' in page
    assert words in page
    assert "Amsterdam" in page


def test_what_is_not_legal_is_refused_on_the_same_page(game: Game, client: Client) -> None:
    page = client.post(link(asked(game)), {"bid": "61"})
    assert page.status_code == 422
    assert "Not sealed" in page.content.decode()
