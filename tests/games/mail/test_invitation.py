"""The letter that asks somebody to a table."""

import re

import pytest
from django.test import Client

from accounts.models import Notice, Suppression
from accounts.notifications import delivery
from games.models import Game, Invitation
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from tests.accounts.making import member
from tests.accounts.sink import listening
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Game:
    wish = TableSettings(name="Kitchen table", seats=4, visibility=Game.Visibility.LINK)
    return tables.make_table(member(language="de"), wish)


def sent(settings: object) -> list[object]:
    with listening(settings) as sink:  # type: ignore[arg-type]
        delivery.deliver()
    return list(sink.mails)


def test_a_stranger_gets_a_link_that_opens_the_table(
    table: Game, settings: object, client: Client
) -> None:
    invitations.invite(not_none(table.maker), table.code, "stranger@example.net")
    (mail,) = sent(settings)
    text = mail.get_body(("plain",)).get_content()  # type: ignore[attr-defined]
    link, stop = re.findall(r"http://testserver(/\S+)", text)
    assert mail["To"] == "stranger@example.net"  # type: ignore[index]
    assert client.get(f"/g/{table.code}/").status_code == 404
    assert client.get(link, follow=True).status_code == 200

    client.post(stop)
    assert Suppression.objects.get().address == "stranger@example.net"


def test_a_stranger_is_asked_in_the_language_of_who_asks(table: Game, settings: object) -> None:
    invitations.invite(not_none(table.maker), table.code, "stranger@example.net")
    (mail,) = sent(settings)
    html = mail.get_body(("html",)).get_content()  # type: ignore[attr-defined]
    assert '<html lang="de">' in html


def test_a_member_is_asked_by_name_of_the_account(table: Game, settings: object) -> None:
    joost = member("Joost")
    invitations.invite(not_none(table.maker), table.code, "joost@example.org")
    (mail,) = sent(settings)
    assert mail["To"] == "Joost <joost@example.org>"  # type: ignore[index]
    assert Notice.objects.get(channel="mail").recipient == joost


def test_it_is_dropped_once_the_table_has_started_or_it_was_accepted(
    table: Game, settings: object
) -> None:
    invitation = invitations.invite(not_none(table.maker), table.code, "stranger@example.net")
    Invitation.objects.filter(pk=invitation.pk).update(accepted_by=table.maker)
    assert sent(settings) == []
    assert Notice.objects.get().state == Notice.State.DROPPED
