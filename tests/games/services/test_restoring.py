"""A backup that is restored: by a real copy of the database, taken and put back."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from email.message import EmailMessage
from io import StringIO

import psycopg
import pytest
from django.conf import settings as ours
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Heartbeat, Notice, Outage, User
from accounts.operation import heartbeats
from games.models import Bid, Game
from games.services import sweep
from tests.accounts.sink import sent
from tests.games import making
from tests.games.mail.reading import members, started
from tests.games.services.hands.test_outages import HOUR, deadlines, opened
from tests.narrowing import not_none
from tests.worker import url_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_nudges")]
COMMITTED = pytest.mark.django_db(transaction=True)  # where others connect to the database
LANGUAGES = ("en", "de", "nl")


@contextmanager
def server() -> Iterator[psycopg.Connection]:
    """A connection to another database: nobody may be in the one that is copied, nor come back
    meanwhile, as the worker of another test would."""
    connection.close()
    name = ours.DATABASES["default"]["NAME"]
    elsewhere = url_of({**ours.DATABASES["default"], "NAME": "postgres"})
    with psycopg.connect(elsewhere.replace("postgres://", "postgresql://"), autocommit=True) as it:
        it.execute(f'ALTER DATABASE "{name}" WITH ALLOW_CONNECTIONS false')
        it.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
        )
        try:
            yield it
        finally:
            it.execute(f'ALTER DATABASE "{name}" WITH ALLOW_CONNECTIONS true')


@pytest.fixture
def copy() -> Iterator[str]:
    """The name of a copy, which is gone in the end."""
    name = f"{ours.DATABASES['default']['NAME']}_copy"
    yield name
    with server() as it:
        it.execute(f'DROP DATABASE IF EXISTS "{name}"')


def back_up(copy: str) -> None:
    with server() as it:
        it.execute(f'CREATE DATABASE "{copy}" TEMPLATE "{ours.DATABASES["default"]["NAME"]}"')


def restore(copy: str) -> None:
    name = ours.DATABASES["default"]["NAME"]
    with server() as it:
        it.execute(f'DROP DATABASE "{name}"')
        it.execute(f'CREATE DATABASE "{name}" TEMPLATE "{copy}"')


def after_restore(*args: str) -> str:
    out = StringIO()
    call_command("after_restore", *args, stdout=out)
    return out.getvalue()


@pytest.fixture
def people() -> list[User]:
    found = members(3)
    for user, language in zip(found, LANGUAGES, strict=True):
        User.objects.filter(pk=user.pk).update(language=language, digest=User.Digest.AT_ONCE)
    return found


@pytest.fixture
def game(people: list[User]) -> Game:
    return started(people)


def words_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return " ".join(str(part.get_content()).replace("\n| ", " ").split())


def life_goes_on(game: Game, people: list[User], settings: Settings) -> list[str]:
    """After the backup: letters go, all answer, the hand is turned; the ids of the letters."""
    ids = [str(mail["Message-ID"]) for mail in sent(settings)]
    for user in people:
        making.bid(game, user)
    making.settle(game)
    assert making.hand_of(game).number == 2
    return ids


@COMMITTED
def test_nothing_is_forgotten_without_a_word(
    game: Game, people: list[User], copy: str, settings: Settings
) -> None:
    backed_up_at = timezone.now()
    back_up(copy)
    gone = life_goes_on(game, people, settings)
    restore(copy)
    assert not Bid.objects.exists()

    output = after_restore()

    assert "1 tables are told" in output
    outage = Outage.objects.get(what="restore")
    assert abs(outage.began - backed_up_at) < timedelta(seconds=20)
    entry = Game.objects.get(pk=game.pk).log.get(kind="restored")
    assert entry.data["restore"] == outage.pk
    mails = sent(settings)
    assert not {str(mail["Message-ID"]) for mail in mails} & set(gone), "none goes twice"
    told = {str(mail["To"]): words_of(mail) for mail in mails}
    assert len(mails) == len(told) == 3
    asked = ("please give them again", "Bitte antworte noch einmal", "geef ze alsjeblieft opnieuw")
    for user, words in zip(people, asked, strict=True):
        (letter,) = [output for to, output in told.items() if not_none(user.email) in to]
        assert words in letter


@COMMITTED
def test_what_was_held_back_goes_only_if_the_operator_says_so(
    game: Game, people: list[User], copy: str, settings: Settings
) -> None:
    back_up(copy)
    gone = life_goes_on(game, people, settings)
    restore(copy)
    assert "letters are held back" in after_restore()
    sent(settings)
    assert not sent(settings)

    after_restore("--release")
    again = sent(settings)
    assert sorted(str(mail["Message-ID"]) for mail in again) == sorted(gone)
    marks = ("may have got this e-mail before", "schon einmal", "al eerder")
    assert all(any(mark in words_of(mail) for mark in marks) for mail in again)


def test_or_never(game: Game, people: list[User], settings: Settings) -> None:
    after_restore("--connected", "--backup", (timezone.now() - HOUR).isoformat())
    after_restore("--drop")
    assert {str(mail["Subject"]) for mail in sent(settings)}  # what was lost is told
    held = Notice.objects.filter(channel="mail", reason="restored")
    assert set(held.values_list("state", flat=True)) == {"dropped"}
    assert {"your_move", "game_started"} <= set(held.values_list("kind", flat=True))


def test_the_lost_time_is_given_back(game: Game) -> None:
    """Restored five hours later, when the hand would be over: nobody misses it."""
    opened(game, 28)
    before = deadlines(game)
    after_restore("--connected", "--backup", (timezone.now() - 5 * HOUR).isoformat())
    sweep.sweep()
    assert making.hand_of(game).number == 1
    assert not Bid.objects.exists()
    for now, then in zip(deadlines(game), before, strict=True):
        assert round((now - then) / HOUR, 1) == 5


def test_running_it_twice_tells_nobody_twice(game: Game, people: list[User]) -> None:
    moment = (timezone.now() - timedelta(hours=1)).isoformat()
    after_restore("--connected", "--backup", moment)
    assert "0 tables" in after_restore("--connected", "--backup", moment)
    assert Outage.objects.filter(what="restore").count() == 1
    assert Notice.objects.filter(kind="restored", channel="mail").count() == 3


def test_running_it_again_without_saying_when_the_backup_was_made(
    game: Game, people: list[User]
) -> None:
    first = after_restore("--connected")
    held = Notice.objects.filter(state=Notice.State.HELD).count()
    assert f"{held} letters are held back" in first
    began = Outage.objects.get(what="restore").began
    earlier = (began - timedelta(hours=1)).isoformat()
    now = timezone.now().isoformat()
    for more in ((), ("--until", now), ("--backup", earlier)):
        again = after_restore("--connected", *more)
        assert "0 tables are told" in again
        assert f"{held} letters are held back" in again
    assert Outage.objects.get(what="restore").began == began
    told = Notice.objects.filter(kind="restored", channel="mail")
    assert [notice.state for notice in told] == ["queued"] * 3

    sweep.sweep()
    assert "1 tables are told" in after_restore("--connected"), "another restore, later"


def test_parts_that_beat_before_the_backup_bring_no_second_outage(game: Game) -> None:
    Heartbeat.objects.create(service="sweep", at=timezone.now() - timedelta(hours=3))
    after_restore("--connected", "--backup", (timezone.now() - timedelta(hours=3)).isoformat())
    heartbeats.beat("sweep")
    assert Outage.objects.count() == 1


def test_a_restore_makes_no_backup_younger(game: Game) -> None:
    night = timezone.now() - timedelta(hours=40)
    Heartbeat.objects.create(service=heartbeats.BACKUP, at=night)
    after_restore("--connected", "--backup", night.isoformat())
    assert Heartbeat.objects.get(service=heartbeats.BACKUP).at == night


def test_a_restore_brings_no_part_back_that_was_given_up(game: Game) -> None:
    now = timezone.now()
    Heartbeat.objects.create(service="mailin", at=now - timedelta(days=40))
    after_restore("--connected", "--backup", (now - timedelta(hours=3)).isoformat())
    assert heartbeats.silent_since(now + timedelta(minutes=15)) is None


@COMMITTED
def test_it_refuses_while_others_are_at_work(game: Game) -> None:
    database = url_of(ours.DATABASES["default"]).replace("postgres://", "postgresql://")
    with (
        psycopg.connect(database),
        pytest.raises(CommandError, match="Stop web, events, worker, bots, beat and mail"),
    ):
        after_restore()
    assert not Outage.objects.exists()


def test_it_refuses_what_is_no_moment(game: Game) -> None:
    for moment in ("yesterday", "2026-13-01T00:00:00Z", "2999-01-01T00:00:00Z"):
        with pytest.raises(CommandError):
            after_restore("--connected", "--backup", moment)
