"""What goes on, and what stands still, when a game arrives at another server."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.mail import EmailMessage
from django.db import connection
from pytest_django import Settings

from accounts.models import Notice, Outage
from accounts.notifications.delivery import deliver
from accounts.operation import database_clock
from games.models import Bid, Game, Hand, Seat, TakenBack, Vote
from games.services import wake_workers
from games.services.hands import bot_answers, bot_thinking, outages
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.seats import pausing
from tests import ready_games
from tests.accounts.making import staff
from tests.games import making
from tests.games.making import bid_all, fresh, user_at
from tests.games.services.hands.test_outages import opened
from tests.games.services.moderation.setting import taken_back
from tests.games.services.test_moving import elsewhere, moved, run

pytestmark = pytest.mark.django_db


def test_a_paused_game_stays_paused_and_everybody_is_told_where_it_is(
    tmp_path: Path, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    game = ready_games.take("turn-the-tide", "middle")
    pausing.pause(game)
    game.save()
    Notice.objects.all().delete()
    arrived = moved(game, tmp_path, settings)
    assert arrived.paused_at == game.paused_at
    told = Notice.objects.values_list("kind", "recipient__name")
    assert sorted(told) == [(("game_paused"), name) for name in ("Aoife 2", "Joost 2", "Marit 2")]
    deliver()
    assert len(mailoutbox) == 3
    assert "moved here from another server. It is still paused." in mailoutbox[0].body
    before = making.hand_of(arrived).deadline
    pausing.resume(arrived, {"name": "Marit"})
    arrived.save()
    assert making.hand_of(arrived).deadline > before


def test_votes_stand(tmp_path: Path, settings: Settings) -> None:
    game = ready_games.take("turn-the-tide", "middle")
    for wish in Vote.Wish:
        Vote.objects.create(game=game, seat=game.seats.get(index=1), wish=wish)
    arrived = moved(game, tmp_path, settings)
    assert pausing.wished(arrived, Vote.Wish.PAUSE) == {1}
    assert pausing.wished(arrived, Vote.Wish.CANCEL) == {1}


def test_bots_that_search_get_their_time_again(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(wake_workers, "hurry", lambda _hand, after: waits.append(after))
    game = ready_games.take("turn-the-tide", "middle", bots=True)
    Seat.objects.filter(game=game, user__kind="bot").update(level=1)
    hand = making.hand_of(game)
    hand.bids.filter(seat__user__kind="bot").delete()
    Hand.objects.filter(pk=hand.pk).update(bots_due=database_clock.now() - timedelta(hours=1))
    arrived = making.hand_of(moved(game, tmp_path, settings))
    assert waits[-1] == bot_answers.BESIDE.total_seconds()
    assert not bot_thinking.hurry(arrived.pk)
    bot_thinking.think(arrived.pk)
    traces = Bid.objects.filter(hand=arrived, via=Bid.Via.BOT).values_list("trace", flat=True)
    assert traces
    assert not any("late" in trace for trace in traces)


def test_a_hand_that_waits_to_be_turned_is_turned_there(tmp_path: Path, settings: Settings) -> None:
    game = ready_games.take("turn-the-tide", "middle")
    for index in range(3):
        making.bid(game, user_at(game, index))
    assert making.hand_of(game).state == Hand.State.READY
    number = making.hand_of(game).number
    arrived = moved(game, tmp_path, settings)
    assert not Hand.objects.filter(game=arrived, paused=True).exists()
    making.settle(arrived)
    assert making.hand_of(arrived).number > number


def test_no_time_is_given_for_what_was_down_there_before_it_came(
    tmp_path: Path, settings: Settings
) -> None:
    game = ready_games.take("turn-the-tide", "middle")
    opened(game, 23)
    file, now = tmp_path / "a.game", database_clock.now()
    run("export_game", game.code, file, "--move")
    elsewhere(settings)
    Outage.objects.create(
        what="web", began=now - timedelta(hours=3), ended=now - timedelta(hours=1), settled=True
    )
    run("import_game", file, f"{file}.key")
    arrived = Game.objects.get(code=game.code)
    assert not outages.give_back(arrived, making.hand_of(arrived), database_clock.now())


def test_what_is_down_there_once_it_has_come_is_given_back(
    tmp_path: Path, settings: Settings
) -> None:
    game = ready_games.take("turn-the-tide", "middle")
    opened(game, 23)
    arrived, now = moved(game, tmp_path, settings), database_clock.now()
    later = now + timedelta(minutes=30)
    Outage.objects.create(what="web", began=now, ended=later, settled=True)
    assert outages.give_back(arrived, making.hand_of(arrived), later)


def test_a_hand_taken_back_before_it_came_is_not_mixed_up_with_one_taken_back_there(
    tmp_path: Path, settings: Settings
) -> None:
    game, chief = ready_games.take("turn-the-tide", "middle"), staff("Hedda", "chief")
    bid_all(game)
    number = fresh(game).hand_number - 1
    taken_back(chief, game, number)
    there = TakenBack.objects.get().pk
    arrived = moved(game, tmp_path, settings)
    with connection.cursor() as cursor:  # the rows of each server have numbers of its own
        sequence = "pg_get_serial_sequence('games_takenback', 'id')"
        cursor.execute(f"SELECT setval({sequence}, %s, false)", [there])
    bid_all(arrived)
    done = taken_back(chief, fresh(arrived), number)
    assert TakenBack.objects.get().pk == there
    execution.undo(chief, done.entry.number, CommandInput("asked"))

    kinds = arrived.log.filter(hand_number=number, kind__in=("hand", "undone"))
    assert list(kinds.order_by("number").values_list("kind", flat=True)) == ["undone", "hand"]
