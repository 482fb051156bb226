"""Compaction changes nobody's public record."""

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import reliability
from games.models import Game, PastClocks, SeatClock
from games.services.results import compaction
from tests import ready_games

pytestmark = pytest.mark.django_db


def no_op(*_given: object) -> None:
    """In place of what changes no clocks."""


def test_the_public_record_of_people_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each as many hands are kept as it is made of, and no more."""
    monkeypatch.setattr(reliability, "LAST", 3)
    game = ready_games.take("turn-the-tide", "over")
    people = [seat.user_id for seat in game.seats.all() if seat.user_id]
    before = reliability.habits(people)
    assert {habits.hands for habits in before.values()} == {3}
    assert compaction.compact(game.pk, timezone.now())
    assert reliability.habits(people) == before
    kept = dict(PastClocks.objects.filter(seat__game=game).values_list("user_id", "ids"))
    assert {person: len(ids) for person, ids in kept.items()} == dict.fromkeys(people, 3)
    assert not SeatClock.objects.filter(hand__game=game).exists()


def test_it_stays_with_what_they_missed_whichever_game_goes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The hands that count are all those of the later game, and some of the other one."""
    monkeypatch.setattr(compaction, "_drop_tables", no_op)
    monkeypatch.setattr(compaction, "_drop_bids", no_op)
    games = [ready_games.take("turn-the-tide", "over"), ready_games.take("turning-tides", "middle")]
    Game.objects.filter(pk=games[1].pk).update(state=Game.State.OVER)
    clocks = SeatClock.objects.filter(counted=True).alias(turn=F("pk") % 5)
    clocks.update(took_seconds=F("pk") % 997)
    clocks.filter(turn=0).update(in_time=False)
    people = [seat.user_id for seat in games[1].seats.all() if seat.user_id]
    later = clocks.filter(user=people[0], hand__game=games[1]).count()
    for more, order in ((1, games), (7, games), (7, games[::-1])):
        monkeypatch.setattr(reliability, "LAST", later + more)
        before = reliability.habits(people)
        assert {each.hands for each in before.values()} == {later + more}
        with transaction.atomic():
            for game in order:
                assert compaction.compact(game.pk, timezone.now())
                assert reliability.habits(people) == before
            transaction.set_rollback(True)
