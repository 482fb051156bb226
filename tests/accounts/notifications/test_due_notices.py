"""Which queued notices are found by whoever sends them, condition by condition."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notifications import due_notices
from tests.accounts.making import member

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
GAME = 7
EVERYWHERE = {"due", "gathered", "beside"}


def queued(user: User, **fields: Any) -> Notice:
    usual = {
        "kind": "your_move",
        "channel": "mail",
        "send_after": timezone.now() - HOUR,
        "facts": {"game": GAME},
        "event": f"event {Notice.objects.count()}",
    }
    return Notice.objects.create(recipient=user, **{**usual, **fields})


def found_by(user: User) -> set[str]:
    now = timezone.now()
    ways = {
        "due": due_notices.due("mail", now, 9),
        "gathered": due_notices.gathered([user.pk], now),
        "beside": due_notices.joinable([user.pk], [GAME], [0], now),
    }
    assert all(each.recipient == user for found in ways.values() for each in found)
    return {way for way, found in ways.items() if found}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, EVERYWHERE),
        ({"leased_until": timezone.now() - HOUR}, EVERYWHERE),
        ({"leased_until": timezone.now() + HOUR}, set()),
        ({"state": "sent"}, set()),
        ({"channel": "push"}, set()),
        ({"send_after": timezone.now() + HOUR}, {"beside"}),
        ({"attempts": 1}, {"due"}),
        ({"kind": "chat"}, {"due", "gathered"}),  # news joins no other letter
        ({"kind": "friend_asked"}, {"due"}),
        ({"facts": {"game": GAME + 1}}, {"due", "gathered"}),
        ({"facts": {}}, {"due", "gathered"}),
    ],
)
def test_it_is_found_where_it_counts(fields: dict[str, Any], expected: set[str]) -> None:
    user = member(digest=User.Digest.DAILY)
    queued(user, **fields)
    assert found_by(user) == expected


@pytest.mark.parametrize(
    ("suspended", "dropped", "expected"),
    [
        (HOUR, HOUR, set()),
        (HOUR, 2 * HOUR, set()),
        (HOUR, None, EVERYWHERE),  # news
        (HOUR, -HOUR, EVERYWHERE),  # to be dropped
        (-HOUR, HOUR, EVERYWHERE),
        (None, HOUR, EVERYWHERE),
    ],
)
def test_what_asks_waits_while_its_reader_is_suspended(
    suspended: timedelta | None, dropped: timedelta | None, expected: set[str]
) -> None:
    now = timezone.now()
    until = None if suspended is None else now + suspended
    user = member(digest=User.Digest.DAILY, suspended_until=until)
    queued(user, drop_after=None if dropped is None else now + dropped)
    assert found_by(user) == expected
    held = Notice.objects.filter(due_notices.held_back(now))
    assert held.exists() is (not expected)


@pytest.mark.parametrize("kind", ["friend_asked", "seat_kept", "rematch"])
def test_so_does_a_question_without_a_deadline(kind: str) -> None:
    now = timezone.now()
    user = member(suspended_until=now + HOUR)
    asked = queued(user, kind=kind)
    assert not due_notices.due("mail", now, 9)
    assert Notice.objects.filter(due_notices.held_back(now)).exists()
    assert due_notices.due("mail", now + 2 * HOUR, 9) == [asked]


def test_a_part_of_another_letter_is_found_nowhere() -> None:
    user = member(digest=User.Digest.DAILY)
    whole = queued(user, state="sent", kind="digest")
    queued(user, digest=whole)
    assert found_by(user) == set()


@pytest.mark.parametrize(
    ("digest", "kind", "together"),
    [
        (User.Digest.HOURLY, "your_move", True),
        (User.Digest.HOURLY, "chat", False),
        (User.Digest.DAILY, "chat", True),
        (User.Digest.DAILY, "friend_asked", False),
        (User.Digest.AT_ONCE, "your_move", False),
    ],
)
def test_letters_come_together_as_wished(digest: str, kind: str, *, together: bool) -> None:
    user, other = member("Marit", digest=digest), member("Joost", digest=digest)
    for each in (user, user, other):
        queued(each, kind=kind)
    found = due_notices.people_with_several(timezone.now())
    assert found == ([(user.pk, 2)] if together else [])
    assert len(due_notices.gathered([user.pk], timezone.now())) == (2 if together else 0)


def test_what_is_known_is_not_found_again() -> None:
    user = member()
    known, other = queued(user, send_after=timezone.now() - 2 * HOUR), queued(user)
    queued(member("Joost"))
    assert due_notices.joinable([user.pk], [GAME], [known.pk], timezone.now()) == [other]
    assert due_notices.due("mail", timezone.now(), 1) == [known]
