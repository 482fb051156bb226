"""A guest who can't come back and took part in nothing goes, and their name is free again."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.usersessions.models import UserSession
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.staff import audit_log
from accounts.staff.audit_log import about_person
from games import links
from games.models import Game, Ignored, Report
from games.services import sweep
from games.services.lobby import guests, tables
from games.services.lobby.tables import TableSettings
from games.services.people import departed_guests
from games.services.people.departed_guests import HOUR, KEPT_FOR
from tests.games.making import fresh, person
from tests.games.services.crossing import Beside

pytestmark = pytest.mark.django_db
LONG_AGO = KEPT_FOR + timedelta(days=1)
WISH = TableSettings(name="Texel", seats=3, visibility="link")


def night() -> datetime:
    return timezone.now().replace(hour=HOUR) + timedelta(days=1)


def table() -> Game:
    return tables.make_table(person("Marit"), WISH)


def guest(game: Game, name: str = "Kaatje") -> User:
    """One who sat down long ago, with a browser that has forgotten them."""
    made, _game = guests.join(game.code, link=links.link_token(game), name=name)
    User.objects.filter(pk=made.pk).update(date_joined=timezone.now() - LONG_AGO)
    return made


def left() -> list[str]:
    found = User.objects.filter(kind=User.Kind.GUEST).order_by("name")
    return list(found.values_list("name", flat=True))


def test_one_whose_table_was_closed_goes_and_the_name_is_free() -> None:
    game = table()
    guest(game)
    tables.leave(User.objects.get(name="Marit"), game.code)
    assert fresh(game).state == Game.State.OPEN
    assert departed_guests.purge(night()) == 1
    assert fresh(game).state == Game.State.CANCELLED
    assert left() == []
    person("Kaatje")


def test_they_get_up_from_a_table_that_has_not_begun_and_somebody_else_has_it() -> None:
    game, marit = table(), User.objects.get(name="Marit")
    gone = guest(game)
    Game.objects.filter(pk=game.pk).update(maker=gone)
    departed_guests.purge(night())
    assert [seat.user for seat in game.seats.all()] == [marit, None, None]
    assert fresh(game).maker == marit
    assert left() == ["Kaatje"]  # the log of that table names them


def test_the_sweep_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(departed_guests, "HOUR", timezone.now().hour)
    gone = guest(game := table())
    closed(gone, game)
    sweep.sweep()
    assert left() == []


def test_only_at_night() -> None:
    guest(table())
    assert departed_guests.purge(night().replace(hour=HOUR + 1)) == 0
    assert Game.objects.get().seats.filter(user__kind="guest").exists()


def test_once_nobody_is_left_it_reads_no_more_guests_that_night() -> None:
    closed(guest(game := table()), game)
    assert [departed_guests.purge(night()) for _time in range(2)] == [1, 0]
    with CaptureQueriesContext(connection) as read:
        departed_guests.purge(night())
    assert not any("accounts_user" in each["sql"] for each in read)


def test_whoever_is_known_to_a_browser_or_came_lately_stays_and_sits() -> None:
    game = table()
    known, new = guest(game), guest(game, "Ute")
    UserSession.objects.create(user=known, session_key="k", ip="::1", user_agent="")
    User.objects.filter(pk=new.pk).update(date_joined=timezone.now())
    departed_guests.purge(night())
    assert left() == ["Kaatje", "Ute"]
    assert fresh(game).state == Game.State.RUNNING


def test_whoever_played_stays() -> None:
    game = table()
    guest(game)
    tables.start(User.objects.get(name="Marit"), game.code, fill_with_bots=True)
    departed_guests.purge(night())
    assert left() == ["Kaatje"]


def closed(gone: User, game: Game) -> None:
    tables.leave(gone, game.code)
    tables.leave(User.objects.get(name="Marit"), game.code)


def test_whoever_was_reported_or_is_muted_stays_and_whoever_is_hidden_goes() -> None:
    game = table()
    for name in ("Reported", "Hidden"):
        tables.leave(guest(game, name), game.code)
    muted = guest(game, "Muted")
    closed(muted, game)
    audit_log.append(person("Mod", is_staff=True), "mute", about_person(muted.pk), reason="words")
    Report.objects.create(person=User.objects.get(name="Reported"), kind="other", text="…")
    Ignored.objects.create(by=person("Joost"), whom=User.objects.get(name="Hidden"))
    departed_guests.purge(night())
    assert left() == ["Muted", "Reported"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_nudges")
def test_whoever_confirms_an_address_as_they_are_about_to_go_stays() -> None:
    gone = guest(game := table())
    closed(gone, game)
    address = EmailAddress.objects.create(user=gone, email="kaatje@example.org", primary=True)
    path = reverse("account_confirm_email", args=[EmailConfirmationHMAC(address).key])
    came = list[Beside]()

    def meets(execute: Any, sql: str, *rest: Any) -> Any:
        if not came and "accounts_user" in sql and "FOR UPDATE" in sql:
            came.append(Beside(lambda: Client().post(path).status_code))
            assert came[0].result() == 302
        return execute(sql, *rest)

    with connection.execute_wrapper(meets):
        assert departed_guests.purge(night()) == 0
    assert User.objects.get(name="Kaatje").kind == User.Kind.PERSON


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_nudges")
def test_whoever_confirms_it_later_finds_nothing_broken() -> None:
    gone = guest(game := table())
    closed(gone, game)
    address = EmailAddress.objects.create(user=gone, email="kaatje@example.org", primary=True)
    path = reverse("account_confirm_email", args=[EmailConfirmationHMAC(address).key])
    came = list[Beside]()

    def meets(execute: Any, sql: str, *rest: Any) -> Any:
        done = execute(sql, *rest)
        if not came and "account_emailaddress" in sql and "FOR UPDATE" in sql:
            came.append(Beside(lambda: Client().post(path).status_code))
            came[0].until_it_waits()
        return done

    with connection.execute_wrapper(meets):
        assert departed_guests.purge(night()) == 1
    assert came[0].result() == 302
    assert left() == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_nudges")
def test_whoever_comes_back_as_they_are_about_to_get_up_keeps_the_seat() -> None:
    gone = guest(game := table())
    address = EmailAddress.objects.create(user=gone, email="kaatje@example.org", primary=True)
    path = reverse("account_confirm_email", args=[EmailConfirmationHMAC(address).key])
    came = list[Beside]()

    def meets(execute: Any, sql: str, *rest: Any) -> Any:
        if not came and "accounts_user" in sql and "FOR NO KEY UPDATE" in sql:
            came.append(Beside(lambda: Client().post(path).status_code))
            assert came[0].result() == 302
        return execute(sql, *rest)

    with connection.execute_wrapper(meets):
        assert departed_guests.purge(night()) == 0
    assert game.seats.filter(user=gone).exists()
