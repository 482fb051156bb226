"""Whatever is stored of a person is in the file of their data, or left out for a reason."""

import re

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Bounce, Suppression, User
from games import links
from games.models import Seat
from games.selectors.people.export import everything
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from games.services.seats import absence, substitutes, votes
from tests.accounts.making import member
from tests.games.mail.inbound.mailing import a_reply, arrive
from tests.games.making import running
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db

# Columns that point to a person or their seat, and are in the file by another way.
FOUND_OTHERWISE = {
    "accounts.FormerGuest.guest": "from the account that the guest has now",
    "games.Aside.seat": "each has an entry in the log",
    "games.Friendship.asked": "in a subquery",
    "games.Friendship.asker": "in a subquery",
    "games.Message.seat": "by its author",
    "games.Note.seat": "by its author",
    "games.PastClocks.user": "by its seat",
    "games.Plan.owner": "with its seat",
    "games.Plan.seat": "with its seat",
    "games.SeatClock.user": "by its seat",
}
LEFT_OUT = {
    "accounts.MailboxLetter.recipient": "texts of letters, which only the demo keeps",
    "accounts.ModerationEntry.actor": "what they did as moderators is about others",
    "accounts.Program.user": "that of a bot, whose owner has it in their file",
    "admin.LogEntry.user": "of staff",
    "games.IdempotencyKey.user": "answers that are in the file, for a week",
    "games.Ignored.whom": "who ignores them is hidden from them",
    "games.Report.assigned_to": "of staff",
    "games.Report.person": "who reported them is hidden from them",
}
ON_THE_PRIVACY_PAGE = {
    "The name you chose": {"person"},
    "your e-mail address": {"addresses"},
    "your vacations": {"vacations"},
    "which notices you want and where": {"letters_wished", "webhooks", "browsers", "feeds"},
    "who your friends are": {"friends"},
    "whom you have hidden": {"not_read"},
    "Your passkeys and second factors": {"second_factors"},
    "API keys": {"keys_for_programs"},
    "the applications you allowed": {"applications", "applications_allowed"},
    "your bots": {"bots"},
    "Where you sit": {"games", "games_left", "tables_left", "tables_started", "seats_kept"},
    "what you played": {"ratings", "rating_steps", "leagues"},
    "Your plans": {"preferences"},
    "your notes": {"notes"},
    "what you say at tables": {"said"},
    "what you report to the moderators": {"reports"},
    "a fingerprint of that network": {"networks"},
    "where you are signed in": {"signed_in"},
    "E-mails you wrote to us": {"written_to_us"},
    "E-mails we sent": {"letters", "letters_returned", "invitations_received"},
    "Whom you invite": {"invitations_sent"},
    "What moderators decided": {"moderation"},
    "never to write to it again": {"addresses_stopped"},
    "as a guest": {"as_guest"},
}


def _columns(pointed_to: type[Model]) -> dict[str, str]:
    """The columns with keys of this model: their names in SQL, and ours."""
    return {
        f'"{model._meta.db_table}"."{field.column}"': f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model is pointed_to
    }


def _looked_up(sql: str, one: Model) -> set[str]:
    """Which of the columns with keys of its model were compared with the key of this one."""
    compared = rf'("\w+"\."\w+") (?:= |IN \((?:\d+, )*){one.pk}\b'
    columns = _columns(type(one))
    return {columns[found] for found in re.findall(compared, sql) if found in columns}


def test_every_column_with_a_persons_key_is_looked_up_for_the_file() -> None:
    person = member()
    game = running([person, member("Joost"), member("Wim")])
    with CaptureQueriesContext(connection) as caught:
        everything(person)
    sql = "\n".join(each["sql"] for each in caught.captured_queries)
    looked_up = _looked_up(sql, person) | _looked_up(sql, Seat.objects.get(game=game, user=person))
    keys = {*_columns(User).values(), *_columns(Seat).values()}
    assert keys - looked_up == {*FOUND_OTHERWISE, *LEFT_OUT}


def test_what_is_stored_of_them_at_tables_they_left_is_in_the_file() -> None:
    marit, joost = member(), member("Joost")
    game = tables.make_table(marit, TableSettings(name="Texel", seats=3, visibility="link"))
    invitation = invitations.invite(marit, game.code, not_none(joost.email))
    invitations.invite(marit, game.code, "wim@example.org")
    tables.join(joost, game.code, link=links.letter_token(invitation))
    tables.leave(joost, game.code)
    data = everything(joost)
    assert [each["game__code"] for each in data["invitations_received"]] == [game.code]
    told = [(each["game__code"], each["kind"]) for each in data["tables_left"]]
    assert told == [(game.code, "joined"), (game.code, "left")]
    assert "wim@example.org" not in str(data)
    assert [each["code"] for each in everything(marit)["tables_started"]] == [game.code]
    assert everything(marit)["tables_left"] == []


def test_the_address_of_an_invitation_that_somebody_passed_on_to_them_is_not_in_the_file() -> None:
    marit, joost = member(), member("Joost")
    game = tables.make_table(marit, TableSettings(name="Texel", seats=3, visibility="link"))
    invitation = invitations.invite(marit, game.code, "wim@example.org")
    tables.join(joost, game.code, link=links.letter_token(invitation))
    data = everything(joost)
    assert [each["game__code"] for each in data["invitations_received"]] == [game.code]
    assert "wim@example.org" not in str(data)


def test_votes_are_in_the_file_of_whoever_gave_them() -> None:
    users, (wim,) = [member(), member("Joost"), member("Aoife")], [member("Wim")]
    game = running(users)
    votes.vote(users[0], game.code, "pause")
    assert [each["wish"] for each in everything(users[0])["games"][0]["votes"]] == ["pause"]
    absence.leave(users[0], game.code)
    substitutes.take(wim, game.code, 0)
    assert everything(wim)["games"][0]["votes"] == []
    assert [each["wish"] for each in everything(users[0])["games_left"][0]["votes"]] == ["pause"]


def test_the_file_says_when_their_mails_came_and_where_none_of_ours_arrives() -> None:
    person = member()
    game = running([person, member("Joost"), member("Wim")])
    arrive(game, person, a_reply(person, "5"))
    notice = not_none(person.notices.first())
    Bounce.objects.create(notice=notice, sort="hard", address="old@example.org", said="nobody")
    Suppression.objects.create(address=not_none(person.email), reason="bounced")
    data = everything(person)
    mail = data["written_to_us"][0]
    assert (mail["address__game__code"], mail["state"]) == (game.code, "new")
    assert [each["said"] for each in data["letters_returned"]] == ["nobody"]
    assert [each["reason"] for each in data["addresses_stopped"]] == ["bounced"]


def test_the_privacy_page_names_all_that_the_file_holds(client: Client) -> None:
    page = client.get(reverse("privacy")).content.decode()
    assert [words for words in ON_THE_PRIVACY_PAGE if words not in page] == []
    named = {key for keys in ON_THE_PRIVACY_PAGE.values() for key in keys}
    assert named == everything(member()).keys() - {"format"}
