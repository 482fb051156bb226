"""What was taken back and is done again is told, also while a sender has just found it untrue.

A sender keeps what became of its letters for a moment, and writes it down for several at once.
"""

from collections import deque
from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import Notice, User
from accounts.notifications import delivery
from accounts.notifications.channels.email import EmailChannel
from accounts.notifications.delivery import NEVER, Held
from games.services.people import friends
from games.services.seats import votes
from tests.accounts.making import claimed, member
from tests.accounts.sink import Sink
from tests.games.making import running

pytestmark = pytest.mark.django_db(transaction=True)


def vote(users: list[User]) -> tuple[Callable[[], object], Callable[[], object]]:
    game = running(users)
    return (
        lambda: votes.vote(users[0], game.code, "pause"),
        lambda: votes.unvote(users[0], game.code, "pause"),
    )


def friend(users: list[User]) -> tuple[Callable[[], object], Callable[[], object]]:
    return lambda: friends.befriend(*users[:2]), lambda: friends.part(*users[:2])


SITUATIONS = {"vote_asked": vote, "friend_asked": friend}


def waiting(kind: str) -> set[tuple[str, str]]:
    rows = Notice.objects.filter(kind=kind, channel="mail")
    return set(rows.values_list("state", "reason"))


@pytest.mark.parametrize("kind", SITUATIONS)
def test_what_is_done_again_as_it_was_found_untrue_is_told(kind: str, sink: Sink) -> None:
    users = [member(name) for name in ("Marit", "Joost", "Aoife")]
    do, take_back = SITUATIONS[kind](users)
    Notice.objects.all().delete()
    do()
    held = Held(deque(claimed()))
    take_back()
    with EmailChannel() as line:
        held.send(line, NEVER)
        do()
        held.write_down(timedelta())
    assert waiting(kind) == {("queued", "")}
    told = Notice.objects.filter(kind=kind, channel="mail").count()
    assert delivery.deliver() == told == len(sink.mails)


@pytest.mark.parametrize("kind", SITUATIONS)
def test_what_is_done_again_as_its_letter_leaves_is_told_once(kind: str, sink: Sink) -> None:
    users = [member(name) for name in ("Marit", "Joost", "Aoife")]
    do, take_back = SITUATIONS[kind](users)
    Notice.objects.all().delete()
    do()
    held = Held(deque(claimed()))
    with EmailChannel() as line:
        held.send(line, NEVER)
        take_back()
        do()
        held.write_down(timedelta())
    told = len(sink.mails)
    assert delivery.deliver() == 0
    assert (waiting(kind), len(sink.mails)) == ({("sent", "")}, told)
