"""A restore beside the lost database: mails are read again, and what isn't is reported as lost."""

from collections.abc import Iterator

import pytest
from django.conf import settings as ours
from django.db import connection

from accounts.email.unasked_letters import ASKED
from accounts.models import Choice, Notice, Suppression, User
from games.mail.inbound import process
from games.models import Bid, Game
from games.services import wake_workers
from games.services.mail import reply_addresses
from games.services.people import erasure
from tests.accounts.making import member
from tests.games.mail.inbound.mailing import a_reply, stored
from tests.games.mail.reading import members, started
from tests.games.making import hand_of, legal
from tests.games.services.test_restoring import back_up, restore, server
from tests.tideweb.test_backup import after_restore
from tests.worker import url_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_nudges(monkeypatch: pytest.MonkeyPatch) -> None:
    """The broker lives in the database that is put back: its connections would break."""
    monkeypatch.setattr(wake_workers, "_publish", lambda *_args: None)


@pytest.fixture
def copies() -> Iterator[tuple[str, str]]:
    """The names of the backup and of the lost database, which are gone in the end."""
    name = ours.DATABASES["default"]["NAME"]
    yield f"{name}_copy", f"{name}_lost"
    with server() as it:
        for each in ("copy", "lost"):
            it.execute(f'DROP DATABASE IF EXISTS "{name}_{each}"')


@pytest.fixture
def people() -> list[User]:
    return members(3)


@pytest.fixture
def games(people: list[User]) -> list[Game]:
    return [started(people), started(people)]


def restored(copy: str, lost: str) -> str:
    """The backup is put back, and what was there until then can still be read."""
    back_up(lost)
    restore(copy)
    assert not Bid.objects.exists()
    old = url_of({**ours.DATABASES["default"], "NAME": lost})
    done = after_restore(connection.settings_dict, "--connected", "--old", old)
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


def answer_both(user: User, games: list[Game]) -> None:
    """By one mail, in reply to one letter."""
    row = reply_addresses.address_of_several(user, [hand_of(game) for game in games])
    body = "\n".join(f"{n}: {legal(game, 0)[0]}" for n, game in enumerate(games, start=1))
    stored(reply_addresses.address_of(row), a_reply(user, body))
    process.read_all()
    assert Bid.objects.count() == len(games)


def test_a_mail_about_several_hands_is_read_again(
    people: list[User], games: list[Game], copies: tuple[str, str]
) -> None:
    copy, lost = copies
    back_up(copy)
    answer_both(people[0], games)
    reply_addresses.reply_address_for(member("Wim"), hand_of(games[0]))
    said = restored(copy, lost)
    assert "1 accounts that were made since are gone" in said
    assert "1 mails are read again" in said
    assert "0 confirmed answers are forgotten" in said
    process.read_all()
    assert Bid.objects.filter(via=Bid.Via.MAIL).count() == len(games)


def test_whoever_had_deleted_their_data_or_stopped_letters_is_not_back(
    people: list[User], games: list[Game], copies: tuple[str, str]
) -> None:
    (copy, lost), (marit, joost, _aoife) = copies, people
    back_up(copy)
    for about in ("", f"game:{games[0].pk}", "game:99999"):
        off = {"channel": "mail", "about": about, "wanted": False}
        Choice.objects.create(user=joost, kind="stage_end", **off)
    Suppression.objects.create(address="stranger@example.net", reason=ASKED)
    erasure.forget(marit)
    assert "1 people had deleted their data" in restored(copy, lost)
    assert erasure.is_nobody(User.objects.get(pk=marit.pk))
    assert not Notice.objects.filter(recipient=marit).exists()
    assert [each.user for each in Choice.objects.all()] == [joost, joost]
    assert Suppression.objects.get().address == "stranger@example.net"


def test_answers_of_a_mail_that_is_not_read_again_are_reported(
    people: list[User], games: list[Game], copies: tuple[str, str]
) -> None:
    copy, lost = copies
    back_up(copy)
    answer_both(people[0], games)
    reply_addresses.revoke(people[0])
    said = restored(copy, lost)
    assert "0 mails are read again" in said
    assert "2 confirmed answers are forgotten" in said
