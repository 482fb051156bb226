"""Signals: networks as fingerprints that are forgotten, people who always sit together."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Sighting, User
from accounts.security import network_fingerprints
from games.models import Game
from games.selectors.moderation import signals
from tests.accounts.making import member, staff
from tests.games.making import running
from tests.games.services.moderation.setting import players

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.200", True),
        ("192.0.2.1", "192.0.3.1", False),
        ("::ffff:192.0.2.1", "192.0.2.9", True),
        ("2001:db8:1:2::1", "2001:db8:1:ffff::9", True),
        ("2001:db8:1::1", "2001:db8:2::1", False),
    ],
)
def test_a_neighbourhood_is_one_network(one: str, other: str, same: bool) -> None:
    assert (
        network_fingerprints.fingerprint(one) == network_fingerprints.fingerprint(other)
    ) is same


def sign_in(user: User, address: str) -> None:
    form = {"login": user.email, "password": user.name}
    Client(REMOTE_ADDR=address).post(reverse("account_login"), form)


def test_signing_in_leaves_a_fingerprint_and_no_address() -> None:
    marit, joost = member("Marit"), member("Joost")
    for _time in range(2):
        sign_in(marit, "192.0.2.7")
    sign_in(joost, "192.0.2.99")

    assert Sighting.objects.get(user=marit).times == 2
    assert "192.0" not in str(list(Sighting.objects.values()))
    (found,) = network_fingerprints.sharing(marit)
    assert (found["person"], found["size"]) == (joost, 2)


def test_many_networks_take_as_many_statements_as_one_and_small_ones_come_first() -> None:
    marit, joost, aoife = member("Marit"), member("Joost"), member("Aoife")
    seen_in("library", marit, joost, aoife)
    few = shared_with(marit)
    for number in range(10):
        seen_in(f"train {number}", marit, joost, aoife)
    seen_in("home", marit, aoife)
    many = shared_with(marit)

    assert [(person, size) for person, size, _asked in few] == [(joost, 3), (aoife, 3)]
    assert [(person, size) for person, size, _asked in many] == [(aoife, 2), (joost, 3)]
    assert many[0][2] == few[0][2]


def seen_in(network: str, *users: User) -> None:
    for user in users:
        Sighting.objects.create(user=user, network=network)


def shared_with(user: User) -> list[tuple[User, int, int]]:
    """With whom and how many, and the number of statements that it takes."""
    with CaptureQueriesContext(connection) as asked:
        found = network_fingerprints.sharing(user)
    return [(row["person"], row["size"], len(asked)) for row in found]


def test_a_fingerprint_is_forgotten_after_ninety_days() -> None:
    sign_in(member("Marit"), "192.0.2.7")
    assert network_fingerprints.purge() == 0
    Sighting.objects.update(last_at=timezone.now() - timedelta(days=91))
    assert network_fingerprints.purge() == 1


def test_who_always_sits_with_somebody_is_shown_with_the_count() -> None:
    marit, joost, aoife = players()
    for _game in range(5):
        running([marit, joost, aoife])
    for user in (marit, aoife):
        running([user, member(f"W{user.pk}"), member(f"V{user.pk}")])
    Game.objects.filter(pk__lte=Game.objects.order_by("pk")[2].pk).update(
        state="over", outcome={"scores": [3, 2, 1], "winners": [0]}
    )
    (first, second) = signals.always_together(joost)

    assert {first.person, second.person} == {marit, aoife}
    found = {each.person: each for each in (first, second)}
    assert (found[marit].games, found[marit].of, found[marit].lost) == (5, 5, 3)
    assert found[marit].quick == 3
    assert (found[marit].won, found[aoife].won, found[aoife].lost) == (0, 0, 0)  # Marit won all
    assert {each.person for each in signals.always_together(marit)} == {joost, aoife}


def test_how_a_closed_table_ended_is_not_shown() -> None:
    marit, joost, aoife = players()
    for _game in range(5):
        running([marit, joost, aoife])
    Game.objects.update(state="over", outcome={"scores": [3, 2, 1], "winners": [0]}, closed=True)
    for found in signals.always_together(marit):
        assert (found.games, found.won, found.lost, found.quick) == (5, 0, 0, 0)


def test_addresses_that_differ_in_a_tag() -> None:
    marit = member("Marit")
    tagged = User.objects.create_user("marit+two@example.org", None, name="Second")
    User.objects.create_user("marita@example.org", None, name="Other")

    assert signals.similar_addresses(marit) == [tagged]
    assert signals.similar_addresses(tagged) == [marit]


def test_also_in_a_database_that_sorts_as_people_do() -> None:
    """As PostgreSQL's own image makes them: there, "," comes before "+", and ranges are others."""
    with CaptureQueriesContext(connection) as asked:
        signals.similar_addresses(member("Marit"))
    assert not [each["sql"] for each in asked if re.search("[<>]", each["sql"])]


def test_the_page_of_a_person_shows_them_and_says_how_weak_they_are() -> None:
    marit, joost = member("Marit"), member("Joost")
    for user in (marit, joost):
        sign_in(user, "192.0.2.7")
    client = Client()
    client.force_login(staff("Hedda", "helper"))
    text = client.get(reverse("admin:accounts_user_change", args=[marit.pk])).content.decode()

    assert "These prove nothing" in text
    assert reverse("admin:accounts_user_change", args=[joost.pk]) in text
