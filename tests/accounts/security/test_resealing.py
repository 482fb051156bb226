"""`manage.py reseal` seals everything anew, forgets nothing, and may be stopped anywhere."""

import base64
import io
from collections.abc import Callable, Generator, Iterator

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core.management import CommandError, call_command
from pytest_django import Settings

from accounts import encryption
from accounts.email import demo_mailbox
from accounts.models import Canary, MailboxLetter
from accounts.security import key_check, key_rotation, second_factors
from games import game_secrets, selectors
from games.models import Bid, Game, IdempotencyKey
from games.services.mail import inbox
from games.services.mail.reply_addresses import address_named, reply_address_for
from games.services.talk import chat, notes
from tests.accounts.making import member
from tests.games.fast_forward import fast_forward
from tests.games.making import bid, bid_all, fresh, hand_of, people, running, user_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def key(letter: str) -> str:
    return base64.b64encode(letter.encode() * 32).decode()


OLD, BOTH, NEW = (f"k1:{key('a')}", f"k2:{key('b')},k1:{key('a')}", f"k2:{key('b')}")


@pytest.fixture
def game(settings: Settings) -> Game:
    """A table with something in every sealed column, all of it sealed by the old key."""
    settings.TIDEWEB_SEAL_KEYS = OLD
    Canary.objects.all().delete()
    key_check.ensure()
    users = people(3)
    game = running(users)
    bid_all(game)
    bid(game, users[0], key="once")
    chat.say(users[1], game.code, "The table reads this.")
    notes.add(users[1], game.code, "Nobody reads this.")
    address = address_named(reply_address_for(users[0], hand_of(game)))
    assert address is not None
    inbox.store(address, b"Subject: Re\n\n44\n", users[0].email or "", "lmtp", "0" * 64)
    demo_mailbox.store(b"From: a@example.org\nSubject: Hello\n\nTide.\n", users[:1])
    settings.TIDEWEB_SEAL_KEYS = BOTH
    return fresh(game)


def run(**options: int) -> str:
    out = io.StringIO()
    call_command("reseal", stdout=out, **options)
    return out.getvalue()


def test_a_batch_may_be_too_big_for_a_query() -> None:
    assert "remove the others now" in run(batch=10**20)


def values() -> list[bytes]:
    return [
        bytes(value)
        for column in key_rotation.COLUMNS.values()
        for value in column.model._default_manager.values_list(column.field, flat=True)
        if value is not None
    ]


def test_every_sealed_column_is_known() -> None:
    assert key_rotation.unregistered() == []
    assert {"games.Bid.sealed", "accounts.MailboxLetter.sealed_raw"} <= set(key_rotation.COLUMNS)
    assert set(key_rotation.COLUMNS) == set(key_rotation.sealed_columns())


def test_a_forgotten_column_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(key_rotation.COLUMNS, "games.Bid.sealed")

    assert key_rotation.unregistered() == ["games.Bid.sealed"]
    with pytest.raises(RuntimeError, match=r"games\.Bid\.sealed"):
        list(key_rotation.reseal())


@pytest.mark.parametrize("batch", [1, 2, 200])
def test_afterwards_the_old_key_may_go(game: Game, settings: Settings, batch: int) -> None:
    assert "lacks the key" in _refusal_with(settings, NEW)
    told = run(batch=batch)

    assert f"games.Bid.sealed: {Bid.objects.count()} re-encrypted" in told
    assert "you can remove the others now" in told
    settings.TIDEWEB_SEAL_KEYS = NEW
    assert key_check.refusal() == ""
    assert all(value.startswith(b"\x03\x02k2") for value in values())
    assert len(values()) >= 3 + 4 + 1 + 2
    assert (
        selectors.observations.own_bid(game, not_none(selectors.observations.current_hand(game)), 0)
        is not None
    )
    assert demo_mailbox.letters_of(MailboxLetter.objects.get().recipient)[0].subject == "Hello"
    assert fast_forward(game).state == Game.State.OVER


def test_a_process_that_still_has_the_old_key_is_noticed(
    game: Game, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it seals meanwhile, nobody could open once the old key is gone."""
    factors = key_rotation._factors

    def old_process() -> key_rotation.Count:
        settings.TIDEWEB_SEAL_KEYS = OLD
        chat.say(user_at(game, 0), game.code, "Sealed with the old key.")
        settings.TIDEWEB_SEAL_KEYS = BOTH
        return factors()

    monkeypatch.setattr(key_rotation, "_factors", old_process)
    with pytest.raises(CommandError, match="Restart every process"):
        run()
    monkeypatch.undo()
    settings.TIDEWEB_SEAL_KEYS = BOTH
    assert "remove the others now" in run()


def _refusal_with(settings: Settings, ring: str) -> str:
    before, settings.TIDEWEB_SEAL_KEYS = settings.TIDEWEB_SEAL_KEYS, ring
    found = key_check.refusal()
    settings.TIDEWEB_SEAL_KEYS = before
    return found


def test_stopped_halfway_it_goes_on_where_it_was(game: Game) -> None:
    steps = key_rotation.reseal(batch=1)
    assert isinstance(steps, Generator)
    first = next(steps)
    assert first.resealed > 0
    steps.close()
    assert Canary.objects.count() == 1  # the old one: nothing may be taken away yet

    told = run()
    assert f"{first.column}: 0 re-encrypted" in told
    assert run().count(": 0 re-encrypted") == len(key_rotation.COLUMNS) + 1


def test_what_does_not_open_stays_and_is_told(game: Game) -> None:
    moved = Bid.objects.order_by("pk").first()
    assert moved is not None
    Bid.objects.filter(pk=moved.pk).update(sealed=encryption.seal("x", "elsewhere")[:-1])
    with_old = bytes(Game.objects.get(pk=game.pk).sealed_secret)
    Bid.objects.filter(pk=moved.pk).update(sealed=with_old)
    with pytest.raises(CommandError, match="1 values can’t be decrypted"):
        run()

    assert bytes(not_none(Bid.objects.get(pk=moved.pk).sealed)) == with_old
    assert set(Canary.objects.values_list("key_id", flat=True)) == {"k1"}


def test_so_is_a_second_factor_that_does_not_open(game: Game) -> None:
    Authenticator.objects.create(
        user=member("Wim"), type=Authenticator.Type.TOTP, data={"secret": "00"}
    )
    with pytest.raises(CommandError, match="1 values can’t be decrypted"):
        run()


def test_it_does_not_start_with_a_wrong_key(game: Game, settings: Settings) -> None:
    settings.TIDEWEB_SEAL_KEYS = NEW
    before = values()
    with pytest.raises(CommandError, match="lacks the key “k1”"):
        run()

    assert values() == before


def test_nothing_but_the_sealing_changes(game: Game) -> None:
    seen: Callable[[], object] = lambda: (  # noqa: E731
        game_secrets.open_secret(fresh(game)),
        game_secrets.open_shuffles(fresh(game)),
        game_secrets.open_state(fresh(game)),
        list(Bid.objects.order_by("pk").values_list("digest", "placed_at", "changes")),
        list(IdempotencyKey.objects.values_list("fingerprint", "created_at")),
    )
    before = seen()
    run()

    assert seen() == before


def test_a_recovery_code_that_is_used_meanwhile_stays_used(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TIDEWEB_SEAL_KEYS = OLD
    Canary.objects.all().delete()
    key_check.ensure()
    codes = RecoveryCodes.activate(member())
    code, *others = codes.get_unused_codes()
    settings.TIDEWEB_SEAL_KEYS = BOTH
    find = second_factors.with_old_keys

    def used_meanwhile() -> Iterator[Authenticator]:
        found = list(find())
        assert RecoveryCodes(Authenticator.objects.get()).validate_code(code)
        return iter(found)

    monkeypatch.setattr(second_factors, "with_old_keys", used_meanwhile)
    run()
    settings.TIDEWEB_SEAL_KEYS = NEW
    assert RecoveryCodes(Authenticator.objects.get()).get_unused_codes() == others
