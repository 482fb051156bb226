"""What goes on, and what stands still, when a game arrives at another server."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.mail import EmailMessage
from pytest_django import Settings

from accounts.models import Notice
from accounts.notifications.delivery import deliver
from accounts.operation import database_clock
from games.models import Bid, Hand, Seat, Vote
from games.services.hands import bot_thinking
from games.services.seats import pausing
from tests import ready_games
from tests.games import making
from tests.games.making import user_at
from tests.games.services.test_moving import moved

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


def test_bots_that_search_get_their_time_again(tmp_path: Path, settings: Settings) -> None:
    game = ready_games.take("turn-the-tide", "middle", bots=True)
    Seat.objects.filter(game=game, user__kind="bot").update(level=1)
    hand = making.hand_of(game)
    hand.bids.filter(seat__user__kind="bot").delete()
    Hand.objects.filter(pk=hand.pk).update(bots_due=database_clock.now() - timedelta(hours=1))
    arrived = making.hand_of(moved(game, tmp_path, settings))
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
