"""The page of a person in the panel: what a moderator needs, what he may do, and no secrets."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.admin import person_page
from games.models import Game, Seat
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.talk import reports
from tests.accounts.making import staff
from tests.games.making import running
from tests.games.services.moderation.setting import players
from tests.process_fixtures import again

pytestmark = pytest.mark.django_db


@pytest.fixture
def hedda() -> User:
    return again(_hedda)


def _hedda() -> User:
    return staff("Hedda", "chief")


@pytest.fixture
def table() -> list[User]:
    return again(players)


def read(reader: User, person: User) -> str:
    client = Client()
    client.force_login(reader, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get(reverse("admin:accounts_user_change", args=[person.pk]))
    assert answer.status_code == 200
    return str(answer.content.decode())


def action(slug: str, person: User) -> str:
    return reverse("admin:act", args=[slug, person.pk])


def test_it_says_who_and_links_games_and_reports(hedda: User, table: list[User]) -> None:
    marit, joost, _aoife = table
    game = running(table, name="Rottumeroog")
    report = reports.make(marit, "conduct", "He is rude.", game=game, person=joost)
    text = read(hedda, joost)

    assert "<h1>Joost</h1>" in text
    assert "joost@example.org" in text
    assert reverse("admin:games_game_change", args=[game.pk]) in text
    assert reverse("admin:report", args=[report.pk]) in text
    assert "He is rude." not in text, "It is read where reading it is written down"


def test_the_commands_are_those_that_make_sense(hedda: User, table: list[User]) -> None:
    marit = table[0]
    assert action("mute", marit) in read(hedda, marit)
    assert action("lift", marit) not in read(hedda, marit)
    execution.carry_out(hedda, "mute", str(marit.pk), CommandInput("conduct", days=3))
    text = read(hedda, marit)

    assert "muted until" in text
    assert "Hedda: Mute (conduct)" in text
    assert "read name and address" not in text, "That has a list of its own"
    assert action("lift", marit) in text
    assert action("suspend", marit) not in read(staff("Hanna", "helper"), marit)


def test_nothing_is_offered_where_it_would_be_refused(hedda: User, table: list[User]) -> None:
    """About oneself, about those with whom one plays, and about bots."""
    bot = User.objects.create(name="Otter", kind=User.Kind.BOT)
    running([*table[:2], hedda])
    for person in (hedda, table[0], bot):
        assert action("mute", person) not in read(hedda, person)
    assert "another moderator has to act here" in read(hedda, table[0])


def test_a_moderator_does_not_read_that_he_was_reported(hedda: User, table: list[User]) -> None:
    report = reports.make(table[0], "conduct", "She is rude.", game=None, person=hedda)
    address = reverse("admin:report", args=[report.pk])
    assert address not in read(hedda, hedda)
    assert address in read(staff("Moos", "moderator"), hedda)


def test_no_secret_of_an_account_or_a_seat_is_there_and_more_games_ask_no_more_queries(
    hedda: User, table: list[User]
) -> None:
    game = running(table)
    text = read(hedda, table[0])
    entropies = Seat.objects.filter(game=game).values_list("entropy", flat=True)
    for secret in (table[0].password, game.link_secret, *filter(None, entropies)):
        assert secret not in text

    with CaptureQueriesContext(connection) as few:
        read(hedda, table[0])
    for _game in range(2):
        running(table)
    with CaptureQueriesContext(connection) as many:
        read(hedda, table[0])
    assert len(many) == len(few)


def test_it_says_for_how_long_clocks_were_stopped_when_letters_came_back(
    hedda: User, table: list[User]
) -> None:
    marit, joost, _aoife = table
    User.objects.filter(pk=joost.pk).update(paused_at=datetime(2026, 3, 2, tzinfo=UTC))

    text = read(hedda, joost)

    assert "E-mails bounced on 2 Mar 2026" in text
    assert "clocks were stopped for that day and the next" in text
    assert "E-mails bounced" not in read(hedda, marit)


def test_it_says_where_the_games_are_for_which_there_is_no_room(
    hedda: User, table: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(person_page, "MAX_SEATS", 2)
    monkeypatch.setattr(person_page, "MAX_ROWS", 1)
    found = f"{reverse('admin:find')}?q={table[0].name}"
    games = [running(table) for _game in range(3)]
    Game.objects.filter(pk=games[0].pk).update(state="over")
    assert found not in read(hedda, table[0])

    games.append(running(table))
    text = read(hedda, table[0])
    assert text.count(found) == 1
    assert [reverse("admin:games_game_change", args=[game.pk]) in text for game in games] == [
        True, False, True, True,
    ]  # fmt: skip

    Game.objects.filter(pk=games[1].pk).update(state="over")
    text = read(hedda, table[0])
    assert text.count(found) == 1
    assert reverse("admin:games_game_change", args=[games[1].pk]) in text
    assert reverse("admin:games_game_change", args=[games[0].pk]) not in text
