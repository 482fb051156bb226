"""Whoever tries passwords, or has letters sent, is stopped; the owner of the account is not.

Planted: with tries counted by account alone, as it was, the owner is locked out by one stranger;
without the number of all other nets together, thirty nets try without an end; with the known nets
looked up only where there is an account, an unknown address takes a statement less.
"""

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.security import network_fingerprints, sign_in_throttle
from tests.accounts.making import member

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]
HOME, ELSEWHERE = "198.51.100.7", "203.0.113.9"
STOPPED = "Too many attempts"


def attempt(address: str, password: str = "wrong", email: str = "marit@example.org") -> str:
    """What the page says; empty for who was let in."""
    client = Client(REMOTE_ADDR=address)
    answer = client.post(reverse("account_login"), {"login": email, "password": password})
    return "" if answer.status_code == 302 else answer.content.decode()


def at_home(user: User) -> None:
    assert attempt(HOME, user.name) == ""


def test_a_stranger_locks_out_himself_and_not_the_owner() -> None:
    at_home(member())
    pages = [attempt(ELSEWHERE) for _try in range(6)]
    assert [STOPPED in page for page in pages] == [False] * 5 + [True]
    assert STOPPED in attempt(ELSEWHERE, "Marit"), "nor is he let in by the right one"
    assert attempt(HOME, "Marit") == ""
    assert attempt("192.0.2.1", "Marit") == "", "nor the owner in a new net"


def test_many_nets_are_no_way_round_and_the_owner_comes_in_where_known() -> None:
    at_home(member())
    pages = [attempt(f"203.0.{net}.9") for net in range(22)]
    assert [STOPPED in page for page in pages] == [False] * 20 + [True] * 2
    assert STOPPED in attempt("192.0.2.1", "Marit")
    assert attempt(HOME, "Marit") == ""

    there = Client(REMOTE_ADDR="192.0.2.1")  # and in a new net by a code
    there.post(reverse("account_request_login_code"), {"email": "marit@example.org"})
    assert mail.outbox[-1].subject == "Your sign-in code"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """So many wrong ones are enough in all unknown nets together, since twenty take long."""
    monkeypatch.setitem(sign_in_throttle.RATES, "password", "6/h/key")
    return 6


def test_right_ones_are_not_counted(few: int) -> None:
    member()
    assert {attempt(f"203.0.{net}.9", "Marit") for net in range(few + 1)} == {""}


@pytest.mark.parametrize("page", ["account_request_login_code", "account_reset_password"])
def test_letters_that_let_in_are_stopped_for_who_asks_too_often(page: str) -> None:
    at_home(member())

    def ask(address: str) -> bool:
        before = len(mail.outbox)
        Client(REMOTE_ADDR=address).post(reverse(page), {"email": "marit@example.org"})
        return len(mail.outbox) > before

    assert [ask(ELSEWHERE) for _time in range(4)] == [True] * 3 + [False]
    assert [ask(f"203.0.{net}.9") for net in range(4)] == [True] * 3 + [False]
    assert ask(HOME)


def asked_from(address: str) -> str:
    sent = {"email": "marit@example.org"}
    answer = Client(REMOTE_ADDR=address).post(reverse("account_request_login_code"), sent)
    return answer.content.decode()


def test_whoever_has_to_wait_is_told_how_long(few: int) -> None:
    member()
    letters = [asked_from(ELSEWHERE) for _time in range(4)]
    assert "Too many attempts. Try again in 1 minute." in letters[-1]
    letters = [asked_from(f"203.0.{net}.9") for net in range(4)]
    assert "Too many attempts. Try again in 60 minutes." in letters[-1]
    here = [attempt(ELSEWHERE) for _try in range(few)]
    assert "Too many attempts. Try again in 5 minutes." in here[-1]
    everywhere = [attempt(f"203.0.{net}.9") for net in range(few)]
    assert "Too many attempts. Try again in 60 minutes." in everywhere[-1]


def test_an_unknown_address_is_the_same_work_and_the_same_answer() -> None:
    member()
    seen = []
    for email in ("marit@example.org", "nobody@example.org"):
        cache.clear()
        with CaptureQueriesContext(connection) as caught:
            pages = [attempt(ELSEWHERE, email=email) for _try in range(6)]
        asked = [q["sql"] for q in caught.captured_queries if "sighting" in q["sql"]]
        seen.append((len(asked), [STOPPED in page for page in pages]))
    assert seen[0] == seen[1] == (5, [False] * 5 + [True])


def test_what_was_seen_long_ago_is_known_no_more(few: int) -> None:
    at_home(member())
    for net in range(few):
        attempt(f"203.0.{net}.9")
    User.objects.get().sightings.all().delete()  # as after ninety days
    assert network_fingerprints.purge() == 0
    assert STOPPED in attempt(HOME, "Marit")
