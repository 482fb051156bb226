"""Three letters in thirty days to an address that asked for none, and nobody sees which went.

Planted: without `unasked` of the kind, six letters go; without the look-up of nobody in
`outbox.enqueue`, or without the row of who does not wish, asking makes fewer statements.
"""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.email import unasked_letters
from accounts.models import Choice, Notice, Suppression, UnaskedLetter, User
from accounts.notifications import bounces, delivery
from games.models import Game
from games.selectors.page_header import masthead
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from games.services.people import erasure
from games.services.people.friends import befriend
from games.services.talk import chat
from tests.accounts.making import member
from tests.accounts.sink import listening
from tests.games.making import running

pytestmark = pytest.mark.django_db(transaction=True)
STRANGER = "stranger@example.net"


def table(maker: User) -> Game:
    return tables.make_table(
        maker, TableSettings(name="Kitchen", seats=4, visibility=Game.Visibility.LINK)
    )


def ask(maker: User, address: str = STRANGER) -> None:
    invitations.invite(maker, table(maker).code, address)


def sent(settings: Settings) -> int:
    with listening(settings) as sink:
        delivery.deliver()
    return len(sink.mails)


def test_six_invitations_of_three_people_are_three_letters(settings: Settings) -> None:
    for name in ("Marit", "Joost", "Aoife"):
        maker = member(name)
        ask(maker)
        ask(maker, STRANGER.upper())
    assert sent(settings) == 3
    assert Notice.objects.filter(state="suppressed", reason="enough").count() == 3


def test_what_stands_behind_a_plus_is_the_same_mailbox(settings: Settings) -> None:
    marit = member()
    for number in range(5):
        ask(marit, f"stranger+{number}@example.net")
    assert sent(settings) == 3


def test_after_thirty_days_it_may_be_written_to_again(settings: Settings) -> None:
    marit = member()
    for _time in range(3):
        ask(marit)
    assert sent(settings) == 3
    UnaskedLetter.objects.update(at=timezone.now() - timedelta(days=31))
    ask(marit)
    assert sent(settings) == 1
    assert unasked_letters.purge() == 3


def test_a_letter_that_goes_once_more_counts_once() -> None:
    assert [unasked_letters.admit(STRANGER, "a") for _time in range(5)] == [True] * 5
    assert unasked_letters.admit(STRANGER, "b")


def test_who_has_played_with_somebody_may_ask_them_as_often_as_they_like(
    settings: Settings,
) -> None:
    marit, joost, wim = member(), member("Joost"), member("Wim")
    running([marit, joost, member("Aoife")])
    Notice.objects.all().delete()
    for _time in range(5):
        ask(marit, "joost@example.org")
        ask(wim, "joost@example.org")
    assert sent(settings) == 5 + 3
    assert not Notice.objects.filter(recipient=joost, kind="invitation", shown=False).exists()


def test_a_refusal_holds_for_whoever_asks_next(settings: Settings) -> None:
    Suppression.objects.create(address=STRANGER, reason=unasked_letters.ASKED)
    ask(member())
    ask(member("Joost"))
    assert sent(settings) == 0


def unknown() -> str:
    return STRANGER


def known() -> str:
    return member("Wim").email or ""


def unwilling() -> str:
    wim = member("Wim")
    for channel in ("mail", "site", "push", "hook"):
        Choice.objects.create(user=wim, kind="invitation", channel=channel, wanted=False)
    return wim.email or ""


def hiding() -> str:
    wim = member("Wim")
    chat.ignore(wim, User.objects.get(name="Marit"))
    return wim.email or ""


def refused() -> str:
    Suppression.objects.create(address=STRANGER, reason=unasked_letters.ASKED)
    return STRANGER


def exhausted() -> str:
    for key in "abc":
        unasked_letters.admit(STRANGER, key)
    return STRANGER


def test_asking_is_the_same_work_whoever_is_asked() -> None:
    """Planted: `if tell.recipient_id` in `outbox.enqueue` makes 1 statement fewer for strangers."""
    marit, works = member(), {}
    for whom in (unknown, known, unwilling, hiding, refused, exhausted):
        User.objects.filter(name="Wim").delete()
        works[whom.__name__] = work(marit, whom)
    assert len({tuple(work) for work in works.values()}) == 1, works


def work(maker: User, whom: Callable[[], str]) -> list[str]:
    """How asking begins each of its statements."""
    address, created = whom(), table(maker)
    with CaptureQueriesContext(connection) as seen:
        invitation = invitations.invite(maker, created.code, address)
    assert invitation.email == address
    return [
        re.sub(r"\W.*", "", query["sql"].split(" ", 1)[0]) + table_of(query["sql"])
        for query in seen
    ]


def table_of(statement: str) -> str:
    found = re.search(r"(?:FROM|INTO|UPDATE) \W?(\w+)", statement)
    return f" {found[1]}" if found else ""


def test_nothing_of_the_address_is_kept_and_what_is_goes_with_its_person() -> None:
    wim = member("Wim")
    unasked_letters.admit("wim@example.org", "a")
    assert "wim" not in str(UnaskedLetter.objects.values_list())
    erasure.forget(wim)
    assert not UnaskedLetter.objects.exists()


def ask_by_every_way(maker: User, whom: User) -> None:
    befriend(maker, whom)
    game = table(maker)
    invitations.keep_seat(maker, game.code, whom)
    ask(maker, whom.email or "")


@pytest.mark.parametrize("wanted", [False, True])
@pytest.mark.parametrize("before", [False, True], ids=["asked after", "asked before"])
def test_once_the_address_bounces_only_what_is_wished_by_letter_goes_behind_the_bell(
    *, wanted: bool, before: bool
) -> None:
    marit, joost = member("Marit"), member("Joost")
    for kind in ("friend_asked", "seat_kept", "invitation"):
        Choice.objects.create(user=joost, kind=kind, channel="site", wanted=False)
        Choice.objects.create(user=joost, kind=kind, channel="mail", wanted=wanted)
    sent = Notice.objects.create(recipient=joost, kind="game_over", state=Notice.State.SENT)
    if before:
        ask_by_every_way(marit, joost)
    bounces.stop(sent)
    if not before:
        ask_by_every_way(marit, joost)
    assert masthead(joost).unread == (3 if wanted else 0)


@pytest.mark.parametrize("before", [False, True], ids=["asked after", "asked before"])
def test_an_invitation_from_whom_they_hide_is_never_behind_the_bell(*, before: bool) -> None:
    marit, joost = member("Marit"), member("Joost")
    chat.ignore(joost, marit)
    sent = Notice.objects.create(recipient=joost, kind="game_over", state=Notice.State.SENT)
    if before:
        ask(marit, joost.email or "")
    bounces.stop(sent)
    if not before:
        ask(marit, joost.email or "")
    assert masthead(joost).unread == 0
