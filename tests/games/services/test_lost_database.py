"""A restore beside the lost database: mails are read again, and what isn't is reported as lost."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.conf import settings as ours
from django.db import connection

from accounts.email.unasked_letters import ASKED
from accounts.models import ApiKey, Choice, Feed, Notice, Suppression, User
from accounts.notifications import bounces, feed_tokens, unsubscribe
from accounts.notifications.unsubscribe import Stop
from accounts.security import api_keys
from games.mail.inbound import process
from games.models import Bid, Game
from games.services.mail import reply_addresses
from games.services.people import erasure
from tests.accounts.making import member
from tests.games.mail.inbound.mailing import a_reply, stored
from tests.games.mail.reading import members, started
from tests.games.making import hand_of, legal
from tests.games.services.test_restoring import back_up, restore, server
from tests.tideweb.test_backup import after_restore
from tests.worker import url_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_nudges")]
LONG = datetime(2100, 1, 1, tzinfo=UTC)


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
    Suppression.objects.create(address="wim@example.net", reason=bounces.BOUNCED)
    back_up(copy)
    for about in ("", f"game:{games[0].pk}", "game:99999"):
        off = {"channel": "mail", "about": about, "wanted": False}
        Choice.objects.create(user=joost, kind="stage_end", **off)
    for address in ("stranger@example.net", "wim@example.net"):
        unsubscribe.stop(Stop(None, "account", address=address))
    erasure.forget(marit)
    assert "1 people had deleted their data" in restored(copy, lost)
    assert erasure.is_nobody(User.objects.get(pk=marit.pk))
    assert not Notice.objects.filter(recipient=marit).exists()
    assert [each.user for each in Choice.objects.all()] == [joost, joost]
    asked = Suppression.objects.filter(reason=ASKED).order_by("address")
    assert [each.address for each in asked] == ["stranger@example.net", "wim@example.net"]


def test_what_was_revoked_since_the_backup_stays_revoked(
    people: list[User], games: list[Game], copies: tuple[str, str]
) -> None:
    (copy, lost), (marit, joost, aoife) = copies, people
    leaked, kept = api_keys.make(marit), api_keys.make(joost, "mine")
    for person in (marit, joost):
        feed_tokens.make(person, Feed.What.ATOM)
    here = [reply_addresses.reply_address_for(each, hand_of(games[0])) for each in (marit, joost)]
    User.objects.filter(pk=joost.pk).update(suspended_until=LONG)
    back_up(copy)
    ApiKey.objects.get(digest=api_keys.digest(leaked)).delete()
    Feed.objects.get(user=marit).delete()
    reply_addresses.revoke(marit)
    User.objects.filter(pk=aoife.pk).update(suspended_until=LONG, muted_until=LONG)
    User.objects.filter(pk=joost.pk).update(suspended_until=None)
    assert "Passwords" in restored(copy, lost)
    assert ApiKey.objects.get().digest == api_keys.digest(kept)
    assert Feed.objects.get().user == joost
    good = [reply_addresses.address_named(each) for each in here]
    assert [row is not None and row.revoked_at is None for row in good] == [False, True]
    ends = User.objects.order_by("pk").values_list("suspended_until", "muted_until")
    of_members = dict(zip(User.objects.order_by("pk"), ends, strict=True))
    assert of_members[marit] == (None, None)
    assert of_members[joost] == (LONG, None), "too little is better than too much"
    assert of_members[aoife] == (LONG, LONG)


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
    told = Notice.objects.filter(kind="restored", channel="mail", facts__has_key="hands")
    assert list(told.values_list("recipient", "facts__hands")) == [(people[0].pk, [1])] * 2
