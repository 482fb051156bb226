"""Bell and push call a notice what it is, one thing, in its reader's language; settings speak of
all of a kind."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Notice, User
from accounts.notifications.channels import push
from games.models import Game
from games.services.lobby import invitations, tables
from tests.accounts.making import member
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
AN_INVITATION = {"en": "An invitation", "de": "Einladung", "nl": "Uitnodiging"}


def _kept(host: User, guest: User) -> Game:
    return tables.make_table(host, tables.TableSettings(name="Texel", seats=3), [guest])


def _by_address(host: User, guest: User) -> Game:
    table = tables.make_table(host, tables.TableSettings(name="Texel", seats=3))
    invitations.invite(host, table.code, not_none(guest.email))
    return table


@pytest.mark.parametrize("ask", [_kept, _by_address])
@pytest.mark.parametrize("language", AN_INVITATION)
def test_one_invitation_is_called_one(
    ask: Callable[[User, User], Game], language: str, client: Client
) -> None:
    host, guest = member("Marit", language="nl"), member("Joost", language=language)
    table = ask(host, guest)
    notice = Notice.objects.select_related("recipient").get(recipient=guest, channel="mail")

    assert json.loads(push.payload_of(notice))["notification"]["title"] == AN_INVITATION[language]
    assert _in_app(client, guest) == AN_INVITATION[language]
    tables.leave(host, table.code)  # nothing more can be said about it
    assert _in_app(client, guest) == AN_INVITATION[language]


def _in_app(client: Client, user: User) -> str:
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("in_app")).content.decode()
    (title,) = re.findall(r'<p class="ring-what"><(?:a|span)[^>]*>([^<]+)', page)
    return str(title)
