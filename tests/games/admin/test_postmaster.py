"""The postmaster's page counts letters by provider and day, and tells of nobody alone."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Bounce, Notice, User
from games.mail.inbound import confirmation
from games.models import Game, Hand, InboundMail
from games.selectors.moderation import postmaster
from games.services.mail import inbox
from tests.accounts.making import member, tell
from tests.games.admin.test_commands import signed_in
from tests.games.mail.inbound import five_hands
from tests.games.mail.inbound.mailing import write
from tests.games.making import hand_of, legal, running
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def sent(user: User, *, state: str = "sent", days: int = 1, attempts: int = 0) -> Notice:
    (notice,) = tell(user)
    at = timezone.now() - timedelta(days=days)
    Notice.objects.filter(pk=notice.pk).update(
        state=state, finished_at=at, created_at=at, send_after=at, attempts=attempts
    )
    return notice


def several(domain: str, count: int) -> list[User]:
    names = ("Anna", "Bert", "Cleo", "Dirk")[:count]
    found = [member(f"{name}{len(domain)}") for name in names]
    for user in found:
        user.email = f"{user.name.lower()}@{domain}"
        user.save(update_fields=["email"])
    return found


def test_by_provider_and_day() -> None:
    for user in several("big.example", 3):
        sent(user)
        sent(user, state="queued", attempts=2)
        back, complained = sent(user, days=2), sent(user, days=2)
        yesterday, email = timezone.now() - timedelta(days=1), not_none(user.email)
        Bounce.objects.create(notice=back, sort="hard", address=email, at=yesterday)
        Bounce.objects.create(notice=complained, sort="complaint", address=email, at=yesterday)
    (found,) = postmaster.by_provider()
    assert found.domain == "big.example"
    assert list(found.total.values()) == [9, 3, 3, 3, 0]
    (newest, counts), (_older, before) = found.rows
    assert newest == timezone.localdate() - timedelta(days=1)
    assert (counts, before) == ([3, 3, 3, 3, 0], [6, 0, 0, 0, 0])


def test_what_was_deferred_is_told_whatever_became_of_it() -> None:
    for user in several("big.example", 3):
        for state, attempts in (("queued", 1), ("dropped", 1), ("sent", 2), ("failed", 3)):
            sent(user, state=state, attempts=attempts)
        for state, attempts in (("queued", 0), ("dropped", 0), ("sent", 1), ("failed", 1)):
            sent(user, state=state, attempts=attempts)
        late = sent(user, attempts=2, days=2)  # deferred until the next day
        late.finished_at = timezone.now() - timedelta(days=1)
        late.save(update_fields=["finished_at"])
    (found,) = postmaster.by_provider()
    assert [counts[1] for _day, counts in found.rows] == [4 * 3, 3]


def held(game: Game, user: User, *, days: int = 1) -> InboundMail:
    """A mail in this person's name that may be forged, and the letter about it, if there is one."""
    mail = write(game, user, legal(game, seat_of(game, user))[0], sender="somebody@else.example")
    at = timezone.now() - timedelta(days=days)
    InboundMail.objects.filter(pk=mail.pk).update(received_at=at)
    return mail


def seat_of(game: Game, user: User) -> int:
    index: int = game.seats.get(user=user).index
    return index


def counted() -> int:
    return sum(each.total["held"] for each in postmaster.by_provider())


def test_held_mails_count_confirmed_or_not_and_also_without_a_letter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people = several("big.example", 3)
    game = running(people, tells=False)
    confirmed, waiting = held(game, people[0]), held(game, people[1])
    assert confirmation.confirm(confirmed.pk) is not None
    monkeypatch.setattr(inbox, "LETTERS_AN_HOUR", 0)
    capped = held(game, people[2])
    assert (capped.letter, capped.held_back) == ("", "mail_held")
    assert counted() == 0  # the hand is open
    Hand.objects.filter(game=game).update(state=Hand.State.RESOLVED)
    assert counted() == 3
    assert waiting.letter == "mail_held"


def test_a_held_mail_about_several_hands_waits_for_all_of_them() -> None:
    people = five_hands.players()
    marit, games = people[0], five_hands.tables(people)
    body = f"1: {five_hands.first_of(games[1], marit)}"
    mail = five_hands.reply_all(marit, body, sender="somebody@else.example")
    assert mail.letter == "mail_held"
    InboundMail.objects.update(received_at=timezone.now() - timedelta(days=1))
    hands = [hand_of(game).pk for game in games.values()]
    Hand.objects.filter(pk__in=hands[1:]).update(state=Hand.State.RESOLVED)
    assert counted() == 0
    Hand.objects.filter(pk__in=hands).update(state=Hand.State.RESOLVED)
    assert counted() == 1


def test_of_few_people_no_provider_is_named_and_of_today_nothing_is_told() -> None:
    for user in [*several("small.example", 2), *several("tiny.example", 1)]:
        sent(user)
        sent(user, days=0)
    (found,) = postmaster.by_provider()
    assert found.domain == postmaster.OTHERS
    assert found.total["sent"] == 3


def test_what_asks_for_an_open_hand_is_not_counted() -> None:
    game = running(several("big.example", 3), tells=False)
    at = timezone.now() - timedelta(days=1)
    asked = Notice.objects.filter(kind="your_move", facts__game=game.pk)
    assert asked.update(state="sent", finished_at=at)
    assert sum(each.total["sent"] for each in postmaster.by_provider()) == 0


def test_the_page_is_for_staff(client: Client) -> None:
    for user in several("big.example", 3):
        sent(user)
    where = reverse("admin:postmaster")
    assert client.get(where).status_code == 302
    page = signed_in().get(where).content.decode()
    assert "big.example" in page
    assert "anna@" not in page
