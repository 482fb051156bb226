"""Which letters of a lost database had certainly not been sent when it was lost."""

from collections.abc import Iterator

import pytest
from django.utils import timezone

from accounts.models import Notice
from accounts.notifications import delivery, quarantine
from accounts.notifications.kinds import KINDS, Gathers, Kind
from tests.accounts.making import claimed, member, plain_letter, tell

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _asks() -> Iterator[None]:
    KINDS["asks"] = Kind("asks", "asks", plain_letter, gathers=Gathers.HANDS, ways=("mail",))
    yield
    del KINDS["asks"]


def test_neither_what_was_on_its_way_nor_the_parts_of_a_digest_that_was() -> None:
    tell(member("Marit"), 2, kind="asks")
    tell(member("Joost"))
    (later,) = tell(member("Aoife"))
    Notice.objects.filter(pk=later.pk).update(send_after=timezone.now() + delivery.LEASE)
    assert [notice.kind for notice in claimed()] == ["plain", "digest"]
    assert list(quarantine.certainly_unsent(Notice.objects.all())) == [later]
