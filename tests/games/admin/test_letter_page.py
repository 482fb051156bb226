"""The page of a letter in the panel: where it offers to send it again."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Notice, User
from accounts.notifications.channels.names import SITE
from games.models import Game
from tests.games.admin.test_commands import signed_in
from tests.games.making import running
from tests.games.services.moderation.setting import players, sent_letter, table

pytestmark = pytest.mark.django_db


def offered(client: Client, letter: Notice) -> bool:
    page = client.get(reverse("admin:accounts_notice_change", args=[letter.pk]))
    assert page.status_code == 200
    link = reverse("admin:act", args=["send_again", letter.pk])
    assert (link in page.content.decode()) is (client.get(link).status_code == 200)
    return link in page.content.decode()


def test_it_is_offered_once_it_went_out() -> None:
    letter = sent_letter(table()[1])
    assert offered(signed_in("helper"), letter)


def test_not_about_ones_own_table(hedda: User) -> None:
    game: Game = running([*players()[:2], hedda])
    client = Client()
    client.force_login(hedda)
    assert not offered(client, sent_letter(game))


def test_nor_if_it_was_only_shown_behind_the_bell() -> None:
    letter = sent_letter(table()[1])
    Notice.objects.filter(pk=letter.pk).update(channel=SITE)
    assert not offered(signed_in("helper"), letter)
