"""A mail that says `games` is answered with the tables of its writer, however many they are."""

import re

import pytest

from accounts.models import User
from accounts.notifications import outbox
from accounts.notifications.outbox import NotificationRequest
from games.mail import own_tables, waiting_hands
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.games.mail.inbound import five_hands
from tests.games.mail.inbound.five_hands import first_of, reply_all
from tests.games.mail.reading import letter
from tests.games.making import bid

pytestmark = pytest.mark.django_db


@pytest.fixture
def marit(monkeypatch: pytest.MonkeyPatch) -> User:
    """Answers one hand of five, owes four, and waits at another table."""
    monkeypatch.setattr(waiting_hands, "MAX_HANDS", 2)
    people = five_hands.players()
    games = five_hands.tables(people)
    bid(games[1], people[0], first_of(games[1], people[0]))
    tables.make_table(people[0], TableSettings(name="Borkum", seats=3))
    return people[0]


def listed(marit: User) -> str:
    reply_all(marit, "games")
    return " ".join(letter(marit, "mail_table").text.split())


def test_a_hand_that_waits_is_never_said_to_wait_for_others(marit: User) -> None:
    found = listed(marit)
    assert found.count("You can answer:") == 2
    assert found.count("It waits for you.") == 2
    assert found.count("It waits for others.") == 1
    assert found.rindex("It waits for you.") < found.index("It waits for others.")
    assert "more table" not in found


@pytest.mark.parametrize(("most", "more"), [(1, 3), (3, 1)])
def test_tables_that_are_not_listed_are_counted(
    marit: User, monkeypatch: pytest.MonkeyPatch, most: int, more: int
) -> None:
    monkeypatch.setattr(own_tables, "MAX_TABLES", most)
    found = listed(marit)
    assert len(re.findall(r"It waits for you|It waits for others|not begun", found)) == most
    assert f"AND {more} MORE TABLE" in found


def test_a_mail_to_our_sender_address_counts_them_as_well(marit: User) -> None:
    outbox.enqueue([NotificationRequest(marit.pk, "mail_house", "asked:1", {"asked": 0})])
    assert "AND 2 MORE TABLES" in letter(marit, "mail_house").text
