"""Digests of more notices than one letter takes, and of more people than one transaction reads."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db.models import Max
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notifications import digests
from accounts.notifications.kinds import KINDS, Gathers, Kind
from tests.accounts.making import member, plain_letter, tell

pytestmark = pytest.mark.django_db
MOST = digests.MAX_LENGTH


@pytest.fixture(autouse=True)
def _kinds() -> Iterator[None]:
    KINDS["asks"] = Kind("asks", "asks", plain_letter, gathers=Gathers.HANDS, ways=("mail",))
    yield
    del KINDS["asks"]


def queued(user: User, kind: str, game: int) -> Notice:
    return Notice.objects.create(
        recipient=user,
        kind=kind,
        channel="mail",
        send_after=timezone.now(),
        facts={"game": game},
        event=f"{kind}:{game}",
    )


def lengths() -> list[int]:
    """How many notices each digest has; 0 for those in none."""
    parts = Notice.objects.exclude(kind="digest").values_list("digest", flat=True)
    found = Counter(parts)
    return (
        sorted((n for key, n in found.items() if key is not None), reverse=True) + [0] * found[None]
    )


def test_what_one_letter_does_not_take_comes_in_another() -> None:
    tell(member(), MOST + 20, kind="asks")
    assert digests.gather(timezone.now()) == 2
    assert lengths() == [MOST, 20]


def test_the_most_urgent_come_in_the_first() -> None:
    marit, now = member(), timezone.now()
    for hours in range(MOST + 20, 0, -1):
        tell(marit, kind="asks", drop_after=now + timedelta(hours=hours))
    assert digests.gather(now + timedelta(seconds=1)) == 2
    first, second = Notice.objects.filter(kind="digest").order_by("id")
    latest = first.gathered.aggregate(at=Max("drop_after"))["at"]
    assert not second.gathered.filter(drop_after__lt=latest).exists()


def test_one_that_is_left_over_goes_as_itself() -> None:
    tell(member(), MOST + 1, kind="asks")
    assert digests.gather(timezone.now()) == 1
    assert lengths() == [MOST, 0]


def test_what_joins_a_hand_stays_with_it() -> None:
    marit = member(digest=User.Digest.DAILY)
    for game in range(MOST + 20):
        queued(marit, "your_move", game)
    for game in range(MOST + 20):
        queued(marit, "game_started", game)
    assert digests.gather(timezone.now()) == 3
    assert lengths() == [MOST] * 3
    letters = Notice.objects.exclude(kind="digest").values_list("facts__game", "digest")
    assert len(set(letters)) == MOST + 20


def test_more_about_one_game_than_one_letter_takes_is_divided() -> None:
    marit = member(digest=User.Digest.DAILY)
    for number in range(MOST + 20):
        queued(marit, "your_move", 7).facts = {"number": number}
        Notice.objects.filter(event="your_move:7").update(event=f"your_move:7:{number}")
    assert digests.gather(timezone.now()) == 2
    assert lengths() == [MOST, 20]


def test_nobody_is_divided_however_many_people_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digests, "BATCH_SIZE", 25)
    for number in range(7):
        tell(member(f"Person{number}"), 10, kind="asks")
    assert digests.gather(timezone.now()) == 7
    assert lengths() == [10] * 7
