"""Who may wish what by a reply to any letter, and what is no wish at all."""

import pytest
from django.test import Client

from accounts.models import Notice, User
from games import links
from games.mail.inbound import commands, confirmation, process
from games.models import Game, InboundMail, Invitation, Note, Vote
from games.services.mail import reply_addresses
from tests.accounts.making import member
from tests.games.mail.inbound.at_table import ask, game, people, table, table_address
from tests.games.mail.inbound.mailing import a_reply, letters_to, stored
from tests.games.mail.reading import letter, words
from tests.games.making import hand_of
from tests.narrowing import not_none

__all__ = ["game", "people", "table"]  # fixtures
pytestmark = pytest.mark.django_db

COMMANDS = (
    *("say hello", "note hello", "extend", "rematch", "accept", "yes", "join Texel", "back"),
    *("start", "decline", "no", "invite anna@example.net", "pause?", "cancel?", "resume", "record"),
    *("plan always: lowest", "no plan", "pass my turns to a bot", "vacation 3 days"),
)


# Of the other commands test_at_table_attacks.py shows the same, where they could do something.
@pytest.mark.parametrize("body", ["join Texel", "record", "vacation 3 days"])
def test_a_stranger_does_nothing(game: Game, people: list[User], body: str) -> None:
    mail = ask(people[1], game, body, sender="evil@elsewhere.example")
    assert mail.state == "held"
    assert letters_to(people[1]) == ["mail_held"]
    assert letter(people[1], "mail_held") is not None
    ask(people[1], game, "confirm", sender="evil@elsewhere.example")
    ask(people[1], game, "confirm")  # nor does the writer's own word confirm a stranger's mail
    assert not game.messages.exists()
    assert not Note.objects.exists()
    assert not Vote.objects.exists()


def test_a_held_wish_is_done_once_it_is_confirmed(game: Game, people: list[User]) -> None:
    mail = ask(people[1], game, "say hello", sender="other@elsewhere.example")
    assert "these words at the table: “hello”" in words(letter(people[1], "mail_held"))
    assert not_none(confirmation.confirm(mail.pk)).outcome == "done"
    assert game.messages.count() == 1


def test_a_held_mail_says_which_lines_it_leaves(game: Game, people: list[User]) -> None:
    ask(people[1], game, "note the 44\n\nsay hello", sender="other@elsewhere.example")
    assert "We did nothing about “say hello”" in words(letter(people[1], "mail_held"))


def test_the_page_to_confirm_on(client: Client, game: Game, people: list[User]) -> None:
    """For what binds others, and for what may be a stranger's: GET asks, and a choice does it."""
    before = hand_of(game).deadline
    asked = ask(people[1], game, "extend")
    doubtful = ask(people[1], game, "say hello", sender="other@elsewhere.example")
    for mail, says in ((asked, "affects everybody at the table"), (doubtful, "other than yours")):
        page = f"/mail/confirm/{links.confirm_token(mail)}/"
        assert says in client.get(page).content.decode()
        assert client.post(page, {"was": ""}).status_code == 400
        mail.refresh_from_db()
        assert mail.state == "held"
        assert client.post(page, {"was": "me"}).status_code == 200
    assert hand_of(game).deadline > before
    assert game.messages.count() == 1


def test_whoever_has_left_or_never_came_does_nothing(game: Game, people: list[User]) -> None:
    ute = member("Ute")
    to = table_address(ute, game)
    stored(to, a_reply(ute, "say hello"))
    process.read_all()
    assert InboundMail.objects.get().outcome == "dropped"
    assert not game.messages.exists()


def test_a_revoked_address_does_nothing(game: Game, people: list[User]) -> None:
    to = table_address(people[1], game)
    reply_addresses.revoke(people[1])
    stored(to, a_reply(people[1], "say hello"))
    process.read_all()
    assert not game.messages.exists()
    assert table_address(people[1], game) != to


def test_the_same_mail_again_says_nothing_twice(game: Game, people: list[User]) -> None:
    for _ in range(2):
        ask(people[1], game, "note hello", message_id="<once@client.example>")
    ask(people[1], game, "note other")
    ask(people[1], game, "note hello", message_id="<once@client.example>")
    assert Note.objects.count() == 2


def test_a_stranger_takes_nothing_back(game: Game, people: list[User]) -> None:
    ask(people[1], game, "note hello")
    mail = ask(people[1], game, "undo", sender="evil@elsewhere.example")
    assert (mail.state, mail.outcome) == ("done", "unproven")
    assert Note.objects.exists()


def test_what_stands_in_a_quote_is_no_wish(game: Game, people: list[User]) -> None:
    for command in (*COMMANDS, "undo"):
        ask(people[1], game, f"\n> {command}\n")
        assert not game.messages.exists(), command
        assert not Note.objects.exists(), command
        assert not InboundMail.objects.filter(state="held").exists(), command


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_our_letters_hold_no_wish(game: Game, people: list[User], language: str) -> None:
    """Quoted without a mark, and without the line under which nothing is read."""
    User.objects.update(language=language)
    ask(User.objects.get(pk=people[1].pk), game, "help")
    user = User.objects.get(pk=people[1].pk)
    for kind in ("mail_table", "game_started"):
        found = letter(user, kind)
        assert found is not None
        for line in found.text.splitlines():
            command = commands.read(line.strip(" >|*-\N{MIDDLE DOT}"))
            assert command is None or command.kind is commands.MailCommand.ANSWER, line
        ask(user, game, found.text.partition("====\n")[2] or found.text)
    assert not game.messages.exists()
    assert not Note.objects.exists()
    assert not Vote.objects.exists()


def test_nobody_learns_of_a_table_by_asking(table: Game, people: list[User]) -> None:
    ute = member("Ute")
    stored(table_address(ute, table), a_reply(ute, "decline"))
    process.read_all()
    assert InboundMail.objects.get().outcome == "dropped"
    assert not Invitation.objects.exists()
    assert not Notice.objects.filter(recipient=ute).exists()
