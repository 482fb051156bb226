"""What happens to an account while somebody saves something of it stays so.

A row that was read before must not be saved as a whole: it would undo what others did to it since.
`tests.whole_rows` finds places that do, this file tries those that once did.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.people import account_recovery, display_names, guest_upgrade, own_bots, own_sessions
from accounts.people.account_recovery import Change
from accounts.people.new_accounts import make_guest
from games.services.people import erasure
from tests.accounts.making import member
from tests.accounts.people.test_signing_up import sign_up

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"
NEW = "korenbloem-77-zee"
UNTIL = timezone.now() + timedelta(days=3)


def suspended(user: User) -> None:
    User.objects.filter(pk=user.pk).update(suspended_until=UNTIL)


def erased(user: User) -> None:
    erasure.forget(User.objects.get(pk=user.pk))


def taken_back(user: User) -> None:
    assert account_recovery.take_back(Change(user, "before@example.org", timezone.now()))


def as_it_is(user: User) -> dict[str, Any]:
    return dict(User.objects.filter(pk=user.pk).values().get())


class Meanwhile:
    """Does something to an account just as a function is called, once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> None:
        self.real = getattr(where, name)
        monkeypatch.setattr(where, name, lambda *args: self._call(*args))
        self.does: Callable[[], object] | None = None
        self.left: dict[str, Any] = {}

    def let(self, user: User, happen: Callable[[User], object]) -> None:
        def does() -> None:
            happen(user)
            self.left = as_it_is(user)

        self.does = does

    def _call(self, *args: Any) -> Any:
        does, self.does = self.does, None
        if does is not None:
            does()
        return self.real(*args)


@pytest.fixture
def as_it_is_hashed(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    return Meanwhile(monkeypatch, User, "set_password")


def change_password(client: Client, user: User, new: str = NEW) -> Any:
    client.force_login(user, BACKEND)
    sent = {"oldpassword": user.name, "password1": new, "password2": new}
    return client.post(reverse("account_change_password"), sent)


@pytest.mark.parametrize("happens", [erased, taken_back])
def test_a_new_password_opens_no_account_that_was_deleted_or_taken_back_meanwhile(
    client: Client, as_it_is_hashed: Meanwhile, happens: Callable[[User], None]
) -> None:
    marit = member()
    as_it_is_hashed.let(marit, happens)
    answer = change_password(client, marit)
    assert answer["Location"] == reverse("account_login")
    assert as_it_is(marit) == as_it_is_hashed.left
    assert own_sessions.have_ended(marit)


def test_of_two_passwords_given_by_the_same_old_one_the_first_counts(
    client: Client, as_it_is_hashed: Meanwhile
) -> None:
    marit = member()
    as_it_is_hashed.let(marit, lambda user: change_password(Client(), user))
    answer = change_password(client, marit, "another-one-77")
    assert User.objects.get().check_password(NEW)
    assert "the new one counts" in client.get(answer["Location"]).content.decode()


def test_a_new_password_ends_no_suspension(client: Client, as_it_is_hashed: Meanwhile) -> None:
    marit = member()
    as_it_is_hashed.let(marit, suspended)
    change_password(client, marit)
    now = User.objects.get()
    assert now.suspended_until == UNTIL
    assert now.check_password(NEW)


@pytest.fixture
def robo() -> User:
    return own_bots.make(member(), "Robo")[0].user


@pytest.mark.parametrize("happens", [suspended, lambda bot: own_bots.close(*_own(bot))])
def test_another_name_lets_no_bot_play_that_may_not(
    monkeypatch: pytest.MonkeyPatch, robo: User, happens: Callable[[User], object]
) -> None:
    meanwhile = Meanwhile(monkeypatch, display_names, "checked")
    meanwhile.let(robo, happens)
    own_bots.rename(*_own(robo), "Robbie")
    before, now = meanwhile.left, as_it_is(robo)
    still = ("is_active", "suspended_until")
    assert [now[name] for name in still] == [before[name] for name in still]
    assert now["name"] == ("Robbie (bot)" if before["is_active"] else "Robo (bot)")


def _own(bot: User) -> tuple[User, int]:
    return bot.program.owner, bot.program.pk


def test_a_name_that_somebody_takes_meanwhile_is_said_to_be_taken(
    monkeypatch: pytest.MonkeyPatch, robo: User
) -> None:
    meanwhile = Meanwhile(monkeypatch, display_names, "checked")
    meanwhile.let(robo, lambda _bot: own_bots.made_for(robo.program.owner, "Robbie (bot)"))
    with pytest.raises(ValidationError, match="taken"):
        own_bots.rename(*_own(robo), "Robbie")
    assert User.objects.get(pk=robo.pk).name == "Robo (bot)"


def test_a_guest_who_is_deleted_while_they_sign_up_stays_nameless(
    client: Client, as_it_is_hashed: Meanwhile, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = make_guest()
    client.force_login(guest, BACKEND)
    meanwhile = Meanwhile(monkeypatch, guest_upgrade, "pledge")
    meanwhile.let(guest, erased)
    sign_up(client)
    assert meanwhile.left["name"].startswith("Former player")
    assert as_it_is(guest) == meanwhile.left
    assert not EmailAddress.objects.filter(user=guest).exists()
