"""When the database breaks off while letters leave: what was not begun waits for no lease."""

from collections.abc import Callable
from datetime import timedelta
from threading import Event

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone
from psycopg import errors
from pytest_django import Settings

from accounts.models import Notice
from accounts.notifications import delivery
from accounts.notifications.kinds import KINDS, Kind, Letter
from accounts.operation.database_errors import when_it_answers
from tests.accounts.making import member, plain_letter, tell
from tests.accounts.sink import free_port, listening

pytestmark = pytest.mark.django_db(transaction=True)
END_MY_LINE = "SELECT pg_terminate_backend(pg_backend_pid())"


def cut() -> None:
    with connection.cursor() as cursor:
        cursor.execute(END_MY_LINE)


@pytest.fixture
def cutting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The third letter that is composed loses the line, once."""
    composed: list[int] = []

    def letter(notice: Notice) -> Letter | None:
        composed.append(notice.pk)
        if len(composed) == 3:
            cut()
        return plain_letter(notice)

    monkeypatch.setitem(KINDS, "cutting", Kind("cutting", "what cuts", letter, ways=("mail",)))


def test_what_was_not_begun_is_free_at_once_and_each_goes_once(
    settings: Settings, cutting: None
) -> None:
    notices = tell(member(), 6, kind="cutting")
    with listening(settings) as sink:
        with pytest.raises(OperationalError):
            delivery.deliver()
        assert Notice.objects.filter(state=Notice.State.SENT).count() == 2, "it knows of those"
        assert not Notice.objects.filter(leased_until__gt=timezone.now()).exists()
        assert delivery.deliver() == 4
    assert sink.ids() == [f"<{notice.message_id}@testserver>" for notice in notices]


def test_one_that_may_have_left_is_not_sent_again_for_that(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its line breaks when the mail server has it, and has said so."""
    first, second = tell(member(), 2)
    monkeypatch.setattr("accounts.notifications.preface.of", lambda _notice: [_Cutting()])
    with listening(settings) as sink:
        with pytest.raises(OperationalError):
            delivery.deliver()
        first.refresh_from_db()
        second.refresh_from_db()
        assert first.leased_until is not None
        assert first.leased_until > timezone.now()
        assert second.leased_until is not None
        assert second.leased_until <= timezone.now()
    assert len(sink.mails) == 1


class _Cutting:
    words = ""

    def on_sent(self) -> None:
        cut()


def test_it_is_tried_until_the_database_answers() -> None:
    tries: list[int] = []

    def worth_it() -> bool:
        connection.settings_dict["PORT"] = port
        return True

    def action() -> None:
        tries.append(connection.settings_dict["PORT"])
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")

    port = connection.settings_dict["PORT"]
    connection.close()
    connection.settings_dict["PORT"] = free_port()
    when_it_answers(action, worth_it)
    assert len(tries) == 2


def test_it_is_tried_again_where_a_transaction_was_cut() -> None:
    """Leaving the transaction connects anew."""
    tries: list[int] = []

    def action() -> None:
        with transaction.atomic():
            tries.append(Notice.objects.count())
            if len(tries) == 1:
                cut()

    when_it_answers(action, lambda: True)
    assert len(tries) == 2


def test_it_is_tried_again_once_nobody_else_holds_the_rows() -> None:
    """Otherwise letters that had been sent were forgotten: seed 44236 of the simulation."""
    (notice,) = tell(member(), 1)
    tries: list[int] = []

    def action() -> None:
        tries.append(len(tries))
        if len(tries) == 1:
            raise OperationalError from errors.LockNotAvailable()
        Notice.objects.filter(pk=notice.pk).update(reason="written")

    when_it_answers(action, lambda: True)
    notice.refresh_from_db()
    assert (len(tries), notice.reason) == (2, "written")


def test_whoever_was_frozen_too_long_still_writes_down_what_was_sent() -> None:
    """Its connection was closed meanwhile, and its time is over: seed 53476 of the simulation."""
    tries: list[int] = []

    def action() -> None:
        tries.append(len(tries))
        if len(tries) == 1:
            cut()
        Notice.objects.count()

    when_it_answers(action, lambda: False)
    assert len(tries) == 2


def test_what_is_of_no_use_any_more_is_left() -> None:
    with pytest.raises(OperationalError):
        when_it_answers(cut, lambda: False)
    connection.close()


def test_a_task_gives_up_before_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """One with a thread of its own tries on until it is stopped, or until its lease is over."""
    (notice,) = tell(member(), 1)
    notice.leased_until = timezone.now() + delivery.LEASE
    monkeypatch.setattr(delivery, "PATIENCE", timedelta(0))
    with pytest.raises(OperationalError):
        delivery._surely(cut, [notice], delivery.NEVER)
    connection.close()
    verbs: list[Callable[[], None]] = [cut, lambda: None]
    tries, stop = iter(verbs), Event()
    delivery._surely(lambda: next(tries)(), [notice], stop)
    assert next(tries, None) is None
