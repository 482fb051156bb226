"""A held mail waits for whoever reads the verified address: GET asks, and only a choice counts."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Notice, User
from accounts.notifications import preferences
from accounts.notifications.channels.names import MAIL
from games import links
from games.mail.inbound import process
from games.models import Bid, Game, Hand, InboundMail, Vote
from games.services.mail import reply_addresses
from games.services.seats import votes
from tests.games.mail.inbound import five_hands
from tests.games.mail.inbound.at_table import ask
from tests.games.mail.inbound.five_hands import first_of, reply_all, sealed
from tests.games.mail.inbound.mailing import a_reply, letters_to, newest, stored, write
from tests.games.mail.reading import letter, words
from tests.games.making import bid, bid_all, hand_of, legal, sealed_bid, user_at, users_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def mail(game: Game, marit: User) -> InboundMail:
    return write(game, marit, legal(game, 0)[3], sender="marit@elsewhere.example")


@pytest.fixture
def page(mail: InboundMail) -> str:
    return reverse("confirm_mail", args=[links.confirm_token(mail)])


def test_the_letter_leads_to_the_page(page: str, marit: User) -> None:
    assert page in letter(marit, "mail_held").text


def test_looking_changes_nothing(client: Client, page: str, game: Game) -> None:
    for _ in range(3):
        answer = client.get(page)
        assert f"“{legal(game, 0)[3]}”" in answer.content.decode()
        assert client.head(page).status_code == 200
    assert not Bid.objects.exists()


def test_sending_the_form_unchanged_changes_nothing(client: Client, page: str) -> None:
    assert "checked" not in client.get(page).content.decode()
    assert client.post(page, {}).status_code == 400
    assert not Bid.objects.exists()
    assert InboundMail.objects.get().state == "held"


def test_yes_does_it_once(client: Client, page: str, game: Game, marit: User) -> None:
    assert client.post(page, {"was": "me"}).status_code == 200
    assert sealed_bid(game, 0).notation == legal(game, 0)[3]
    assert letters_to(marit) == ["mail_held", "mail_receipt"]
    assert client.post(page, {"was": "me"}).status_code == 404
    assert client.get(page).status_code == 404


@pytest.mark.parametrize("wished", [True, False])
def test_a_receipt_is_announced_to_whoever_gets_one(
    client: Client, mail: InboundMail, marit: User, wished: bool
) -> None:
    preferences.choose(marit, {("mail_receipt", MAIL): wished})
    _status, said = confirmed(client, mail)
    assert ("receipt" in said) is wished is (letters_to(marit) == ["mail_held", "mail_receipt"])


def test_no_second_receipt_is_announced_for_what_we_had_asked_back(
    client: Client, game: Game, marit: User
) -> None:
    mail = write(game, marit, "extend")
    Notice.objects.filter(kind="mail_table").update(state=Notice.State.SENT)
    assert "receipt" not in confirmed(client, mail)[1]


def test_the_last_answer_closes_the_hand(client: Client, page: str, game: Game) -> None:
    for user in users_at(game)[1:]:
        bid(game, user)
    assert client.post(page, {"was": "me"}).status_code == 200
    assert hand_of(game).state == Hand.State.READY


def test_no_does_nothing_and_takes_the_address_back(
    client: Client, page: str, mail: InboundMail
) -> None:
    assert "no longer works" in client.post(page, {"was": "not_me"}).content.decode()
    mail.address.refresh_from_db()
    assert mail.address.revoked_at is not None
    assert not Bid.objects.exists()
    assert client.post(page, {"was": "me"}).status_code == 404


def test_the_link_is_of_no_use_at_an_address_of_before(
    client: Client, page: str, mail: InboundMail, marit: User
) -> None:
    """Whoever reads that mailbox now may be somebody else."""
    User.objects.filter(pk=marit.pk).update(email="marit@new.example")
    for answer in (client.get(page), client.post(page, {"was": "me"})):
        assert answer.status_code == 409
        assert "your address has changed" in answer.content.decode()
    client.post(page, {"was": "not_me"})
    mail.refresh_from_db()
    assert mail.state == "held"
    assert not Bid.objects.exists()
    now = InboundMail.objects.select_related("address__user").get(pk=mail.pk)
    assert confirmed(client, now)[0] == 200


def test_a_hand_that_is_past_is_refused(client: Client, page: str, game: Game) -> None:
    bid_all(game)
    answer = client.post(page, {"was": "me"})
    assert answer.status_code == 409
    assert "That hand is over" in answer.content.decode()


def confirmed(client: Client, mail: InboundMail) -> tuple[int, str]:
    """What the page says after “yes”."""
    answer = client.post(reverse("confirm_mail", args=[links.confirm_token(mail)]), {"was": "me"})
    return answer.status_code, answer.content.decode()


def write_to_hand(game: Game, user: User, line: str) -> InboundMail:
    return write(game, user, line, sender="marit@elsewhere.example")


def write_to_table(game: Game, user: User, line: str) -> InboundMail:
    return ask(user, game, line, sender="marit@elsewhere.example")


def write_home(game: Game, user: User, line: str) -> InboundMail:
    """A mail about that table to one's own address."""
    row = reply_addresses.addresses_of_people([user.pk])[user.pk]
    mail = a_reply(user, f"{game.code}: {line}", sender="marit@elsewhere.example")
    stored(reply_addresses.address_of(row), mail)
    process.read_all()
    return newest()


def test_what_is_no_answer_is_done_too(client: Client, game: Game, marit: User) -> None:
    for mail in (
        write(game, marit, "say hello", sender="marit@elsewhere.example"),
        write(game, marit, "extend"),
    ):
        status, said = confirmed(client, mail)
        assert status == 200
        assert "<h1>Done</h1>" in said
    assert game.messages.count() == 1


@pytest.mark.parametrize("send", [write_to_table, write_home])
def test_an_answer_is_not_held_where_none_is_taken(
    game: Game, marit: User, send: Callable[[Game, User, str], InboundMail]
) -> None:
    assert send(game, marit, legal(game, 0)[3]).state == InboundMail.State.DONE


@pytest.mark.parametrize("send", [write_to_hand, write_to_table, write_home])
def test_a_yes_is_for_the_vote_of_then(
    client: Client, game: Game, marit: User, send: Callable[[Game, User, str], InboundMail]
) -> None:
    joost = user_at(game, 1)
    assert send(game, marit, "yes").outcome == "unproven"
    votes.vote(joost, game.code, "pause")
    mail = send(game, marit, "yes")
    assert "what the others propose: pause the game" in words(letter(marit, "mail_held"))
    votes.unvote(joost, game.code, "pause")
    votes.vote(joost, game.code, "cancel")
    assert confirmed(client, mail)[0] == 409
    assert not Vote.objects.filter(seat__user=marit).exists()


@pytest.mark.parametrize("send", [write_to_hand, write_to_table, write_home])
def test_more_time_is_for_the_hand_of_then(
    client: Client, game: Game, marit: User, send: Callable[[Game, User, str], InboundMail]
) -> None:
    mail = send(game, marit, "extend")
    bid_all(game)
    assert confirmed(client, mail)[0] == 409
    assert not game.seats.get(user=marit).extended


def test_at_a_table_that_has_ended_it_says_why_not(client: Client, game: Game, marit: User) -> None:
    mail = ask(marit, game, "extend")
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER)
    status, said = confirmed(client, mail)
    assert status == 409
    assert "This game is over" in said


def test_a_doubtful_answer_affects_nobody_else(client: Client, game: Game, marit: User) -> None:
    mail = write(game, marit, f"I think {legal(game, 0)[3]}?")
    said = client.get(reverse("confirm_mail", args=[links.confirm_token(mail)]))
    assert "There was more in your e-mail" in said.content.decode()
    assert "affects everybody" not in said.content.decode()


def test_a_doubtful_answer_does_not_replace_a_newer_one(
    client: Client, game: Game, marit: User
) -> None:
    first, second = legal(game, 0)[:2]
    mail = write(game, marit, f"I think {first}")
    bid(game, marit, second)
    status, said = confirmed(client, mail)
    assert (status, sealed_bid(game, 0).notation) == (409, second)
    assert "you have answered since then" in said


@pytest.mark.parametrize("line", ["1: extend", "1: I think {}"])
def test_a_numbered_line_is_not_asked_about_again(client: Client, line: str) -> None:
    marit, *_ = people = five_hands.players()
    games = five_hands.tables(people, 2)
    before, card = hand_of(games[1]).deadline, first_of(games[1], marit)
    mail = reply_all(marit, line.format(card), sender="marit@elsewhere.example")
    assert confirmed(client, mail)[0] == 200
    assert hand_of(games[1]).deadline > before or sealed(games[1], marit) == card


@pytest.mark.parametrize("more", ["1: {}", "9: {}"])
def test_a_vacation_above_numbered_lines_is_kept(client: Client, more: str) -> None:
    marit, *_ = people = five_hands.players()
    card = first_of(five_hands.tables(people, 2)[1], marit)
    body = f"vacation 3 days\n{more.format(card)}"
    mail = reply_all(marit, body, sender="marit@elsewhere.example")
    assert "a vacation of 3 days" in words(letter(marit, "mail_held"))
    assert confirmed(client, mail)[0] == 200
    assert marit.vacations.count() == 1


def test_a_numbered_yes_is_not_kept_for_another_vote() -> None:
    marit, joost, *_ = people = five_hands.players()
    games = five_hands.tables(people, 2)
    votes.vote(joost, games[1].code, "pause")
    assert reply_all(marit, "1: yes", sender="marit@elsewhere.example").outcome == "unproven"


def test_a_plan_that_is_saved_hides_no_answer_that_came_too_late(
    client: Client, game: Game, marit: User
) -> None:
    mail = write_to_hand(game, marit, f"{legal(game, 0)[0]}\nplan always: lowest")
    bid_all(game)
    status, said = confirmed(client, mail)
    assert status == 409
    assert "That hand is over" in said
    assert "Your plan is saved" in said


@pytest.mark.parametrize("token", ["x", "1:x", "1"])
def test_nobody_guesses_a_link(client: Client, page: str, token: str) -> None:
    assert client.get(reverse("confirm_mail", args=[token])).status_code == 404


def test_taking_back_all_addresses(client: Client, page: str, marit: User) -> None:
    client.force_login(marit, "django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse("revoke_replies")).status_code == 405
    assert client.post(reverse("revoke_replies")).status_code == 302
    assert client.get(page).status_code == 404
