"""Rows below a hand or a seat bear their game, also those that the code of before wrote."""

import importlib
from datetime import timedelta

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from accounts.models import Outage
from games.models import Game
from games.services.mail.reply_addresses import reply_address_for
from games.services.talk import notes
from tests.games import making

pytestmark = pytest.mark.django_db
BELOW = importlib.import_module("games.migrations.0053_placed_by_game").BELOW
PLACED = ("bid", "seatclock", "replyaddress", "seattenure", "note")


def places(table: str) -> set[int | None]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT game_id FROM games_{table}")
        return {row[0] for row in cursor.fetchall()}


def a_game_with_everything() -> Game:
    users = making.people(3)
    game = making.running(users)
    making.bid_all(game)
    making.bid(game, users[0])
    reply_address_for(users[1], making.hand_of(game))
    notes.add(users[0], game.code, "Joost saves the 44.")
    return making.fresh(game)


def test_what_is_written_now_does() -> None:
    game = a_game_with_everything()
    assert {table: places(table) for table in PLACED} == {table: {game.pk} for table in PLACED}


def test_what_the_code_of_before_writes_does_as_well() -> None:
    """It names no game; and a credit and a peek, which are rare, are written like that here."""
    game = a_game_with_everything()
    now, stage, seat = timezone.now(), game.stages.get(), game.seats.first()
    assert seat is not None
    hand = making.hand_of(game).pk
    outage = Outage.objects.create(what="outbox", began=now, ended=now + timedelta(hours=1))
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_credit (outage_id, hand_id, minutes, at) VALUES (%s, %s, 5, now())",
            [outage.pk, hand],
        )
        cursor.execute(
            "INSERT INTO games_peek (seat_id, stage_id, seconds) VALUES (%s, %s, 5)",
            [seat.pk, stage.pk],
        )
    assert (places("credit"), places("peek")) == ({game.pk}, {game.pk})


def test_rows_of_before_are_placed_by_the_migration() -> None:
    game = a_game_with_everything()
    migration = importlib.import_module("games.migrations.0053_placed_by_game")
    with connection.cursor() as cursor:
        for table in PLACED:
            cursor.execute(f"UPDATE games_{table} SET game_id = NULL")
    with connection.schema_editor() as editor:
        migration.place(apps, editor)
    assert {table: places(table) for table in PLACED} == {table: {game.pk} for table in PLACED}


def test_each_table_below_a_hand_or_a_seat_is_one_of_them() -> None:
    """Or it has a game of its own, or is about the seat itself."""
    own = {"plan", "replytopic", "inboundmail"}  # one a seat; one an address
    below = {
        model._meta.model_name
        for model in apps.get_app_config("games").get_models()
        for field in model._meta.concrete_fields
        if field.related_model is not None
        and field.related_model._meta.model_name in ("hand", "seat")
    }
    placed = {
        model._meta.model_name
        for model in apps.get_app_config("games").get_models()
        if any(field.name == "game" for field in model._meta.concrete_fields)
    }
    assert set(BELOW) <= below & placed
    assert below - placed - own == set()
