"""Who the players of a game are on the server where it arrives, and what they bring along."""

from __future__ import annotations

from datetime import time, timedelta
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import FormerGuest, Program, User, Vacation
from games.models import Game, Seat, SeatClock, SeatTenure
from games.selectors.people.export import everything
from games.services.people import erasure
from games.services.seats import absence, guest_seats, substitutes
from tests import ready_games
from tests.games.making import fresh, person, user_at
from tests.games.services.test_moving import OTHER, elsewhere, moved, run
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def test_whoever_had_their_data_deleted_stays_nobody(tmp_path: Path, settings: Settings) -> None:
    game = ready_games.take("turn-the-tide", "middle")
    erasure.forget(user_at(game, 0))
    another = User.objects.create_user("nobody@example.org", None, name="Another")
    file = tmp_path / "a.game"
    run("export_game", game.code, file, "--move")
    elsewhere(settings)
    there = erasure.nowhere(another.pk)  # whoever is nobody at that server is another nobody
    User.objects.filter(name__startswith="Former player").update(email=there)
    User.objects.filter(pk=another.pk).update(email=erasure.nowhere("x"), is_active=False)

    run("import_game", file, f"{file}.key")
    user = user_at(Game.objects.get(), 0)
    assert user.name.startswith("Former player")
    assert (user.is_active, user.email) != (True, there)
    assert erasure.is_nobody(user)
    assert not EmailAddress.objects.filter(user=user).exists()


def test_new_accounts_keep_the_settings_that_clocks_and_letters_follow(
    tmp_path: Path, settings: Settings
) -> None:
    game = ready_games.take("turn-the-tide", "middle")
    user = user_at(game, 0)
    User.objects.filter(pk=user.pk).update(
        language="de", zone="Europe/Berlin", quiet_from="22:00", quiet_to="07:00",
        digest="daily", digest_hour=9, strict_mail=True,
    )  # fmt: skip
    today = timezone.now().date()
    days = today + timedelta(3), today + timedelta(20)
    for first, last in ((today - timedelta(5), today), days):
        Vacation.objects.create(user=user, first=first, last=last)
    found = user_at(moved(game, tmp_path, settings), 0)
    assert found.pk != user.pk
    assert (found.language, found.zone, found.strict_mail) == ("de", "Europe/Berlin", True)
    assert (found.quiet_from, found.quiet_to) == (time(22), time(7))
    assert (found.digest, found.digest_hour) == ("daily", 9)
    kept = found.vacations.order_by("first").values_list("first", "last")
    assert list(kept) == [(today - timedelta(5), today), days]


def test_whoever_has_an_account_there_keeps_its_settings(
    tmp_path: Path, settings: Settings
) -> None:
    game = ready_games.take("turn-the-tide", "middle")
    user = user_at(game, 0)
    today = timezone.now().date()
    Vacation.objects.create(user=user, first=today, last=today)
    file = tmp_path / "a.game"
    run("export_game", game.code, file, "--move")
    settings.TIDEWEB_SEAL_KEYS = OTHER
    User.objects.filter(pk=user.pk).update(language="nl", name="Marijke")
    run("import_game", file, f"{file}.key")
    found = user_at(Game.objects.get(), 0)
    assert (found.pk, found.language, found.name) == (user.pk, "nl", "Marijke")
    assert found.vacations.count() == 1


def test_letters_reach_whoever_had_not_confirmed_their_address_there(
    tmp_path: Path, settings: Settings
) -> None:
    """It is confirmed where they come from, so what somebody else chose there opens nothing."""
    game = ready_games.take("turn-the-tide", "middle")
    user = user_at(game, 0)
    file = tmp_path / "a.game"
    run("export_game", game.code, file, "--move")
    settings.TIDEWEB_SEAL_KEYS = OTHER
    EmailAddress.objects.filter(user=user).update(verified=False)
    user.set_password("somebody's")
    user.save()
    run("import_game", file, f"{file}.key")
    found = user_at(Game.objects.get(), 0)
    assert found.pk == user.pk
    assert not found.has_usable_password()
    assert EmailAddress.objects.filter(user=user, verified=True).exists()


def test_the_profile_of_a_bot_without_its_owner_is_shown(
    tmp_path: Path, settings: Settings, client: Client
) -> None:
    game = ready_games.take("turning-tides", "middle")
    seat = Seat.objects.get(game=game, index=1)
    bot = User.objects.create_user(None, None, kind=User.Kind.PROGRAM, name="Robo")
    Program.objects.create(user=bot, owner=user_at(game, 0))
    for model in (SeatTenure, SeatClock):
        model._default_manager.filter(seat=seat).update(user=bot)
    Seat.objects.filter(pk=seat.pk).update(user=bot)
    file = tmp_path / "a.game"
    run("export_game", game.code, file, "--move", "--with-guests")
    elsewhere(settings)
    run("import_game", file, f"{file}.key")
    found = not_none(Game.objects.get().seats.get(index=1).user)
    shown = client.get(f"/api/v1/people/{found.name}")
    assert (shown.status_code, shown.json()["owner"]) == (200, None)
    assert client.get(f"/people/{found.name}/").status_code == 200


def test_what_somebody_did_as_a_guest_stays_theirs(tmp_path: Path, settings: Settings) -> None:
    game, guest = with_guest_at_seat_1()
    wim = person("Wim")
    guest_seats.bring(guest, wim)
    FormerGuest.objects.create(guest=guest, user=wim)
    found = moved(fresh(game), tmp_path, settings)

    brought = user_at(found, 1)
    (as_guest,) = everything(brought)["as_guest"]
    assert as_guest["person"]["name"] == "Passer 2"  # one of that name is here already
    erasure.forget(brought)
    names = SeatTenure.objects.filter(seat__game=found).values_list("user__name", flat=True)
    assert "Passer 2" not in names


def test_whoever_was_erased_without_an_address_stays_nobody(
    tmp_path: Path, settings: Settings, client: Client
) -> None:
    game, guest = with_guest_at_seat_1()
    erasure.forget(guest)
    found = user_at(moved(fresh(game), tmp_path, settings), 1)
    assert found.pk != guest.pk
    assert (found.kind, found.is_active) == (User.Kind.GUEST, False)
    assert client.get(f"/people/{found.name}/").status_code == 404


def with_guest_at_seat_1() -> tuple[Game, User]:
    """A game at which a guest plays whom nobody has invited."""
    game = ready_games.take("turn-the-tide", "middle")
    absence.leave(user_at(game, 1), game.code)
    guest = User.objects.create_user(None, None, kind=User.Kind.GUEST, name="Passer")
    substitutes.take(guest, game.code, 1)
    return fresh(game), guest
