"""A week after a stage the clocks of its hands that stopped in time are one row of each person."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from pytest_django import Settings

from accounts.models import Bounce, Notice
from games import reliability
from games.models import Game, Hand, PastClocks, SeatClock, Stage
from games.selectors import backlog
from games.selectors.people.export import everything
from games.services import sweep
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.moving import departure, game_rows
from games.services.results import packing
from games.visibility import KINDS_THAT_ASK
from tests import ready_games
from tests.accounts.making import staff
from tests.games.making import fresh, hand_of
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
LATER = packing.AFTER + timedelta(hours=1)


def played() -> Game:
    """The last hand of the last stage is open; one in the first was missed."""
    game = ready_games.take("turn-the-tide", "last")
    miss = clocks_of(game).filter(counted=True, in_time=True).first()
    SeatClock.objects.filter(pk=miss.pk).update(in_time=False)
    return game


def a_week_later(game: Game) -> Game:
    """A week after its stages ended; those that go on do."""
    for stage in game.stages.exclude(ended_at=None):
        stage.ended_at = not_none(stage.ended_at) - LATER
        stage.save()
    sweep.sweep()
    return fresh(game)


def clocks_of(game: Game) -> Any:
    return SeatClock.objects.filter(game=game).order_by("pk")


def past_of(game: Game) -> Any:
    return PastClocks.objects.filter(seat__game=game)


def told(game: Game) -> list[Any]:
    """All that anybody is told of clocks."""
    people = [seat.user for seat in game.seats.select_related("user") if seat.user]
    exports = [everything(user)["games"] for user in people]
    clocks = [[each["clocks"] for each in games] for games in exports]
    return [reliability.habits(user.pk for user in people), clocks]


def test_what_anybody_is_told_stays_as_it_was() -> None:
    game = played()
    before, count = told(game), clocks_of(game).count()
    assert before[0]
    a_week_later(game)
    assert told(game) == before
    last = game.stages.get(ended_at=None)
    left = clocks_of(game).exclude(hand__stage=last)
    assert left.count() == left.filter(in_time=False).count() == 1
    assert past_of(game).count() == 3 < count
    assert not game.stages.filter(packed_at=None).exclude(pk=last.pk).exists()


def test_people_have_as_many_hands_as_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The latest, whichever of them are packed."""
    game = played()
    for most in (1, 20, 45):
        monkeypatch.setattr(reliability, "LAST", most)
        people = game.seats.values_list("user", flat=True)
        before = reliability.habits(people), reliability.first_that_counts(people)
        with transaction.atomic():
            a_week_later(game)
            assert (reliability.habits(people), reliability.first_that_counts(people)) == before
            transaction.set_rollback(True)


def test_those_of_a_closed_table_count_for_nobody_packed_as_before() -> None:
    game = a_week_later(played())
    people = game.seats.values_list("user", flat=True)
    assert all(each.hands for each in reliability.habits(people).values())
    Game.objects.filter(pk=game.pk).update(closed=True)
    assert not any(each.hands for each in reliability.habits(people).values())


def test_a_stage_of_this_week_is_left_alone() -> None:
    game = played()
    before = list(clocks_of(game).values())
    sweep.sweep()
    assert list(clocks_of(game).values()) == before


def test_nor_is_any_where_all_rows_are_to_stay(settings: Settings) -> None:
    game, settings.COMPACT_AFTER_DAYS = played(), 0
    before = list(clocks_of(game).values())
    game = a_week_later(game)
    assert list(clocks_of(game).values()) == before


def test_they_can_be_made_again_as_they_were() -> None:
    game = played()
    before = list(clocks_of(game).values())
    game = a_week_later(game)
    assert clocks_of(game).count() < len(before)
    packing.unpack(game)
    assert list(clocks_of(game).values()) == before
    assert not past_of(game).exists()
    a_week_later(game)
    assert past_of(game).count() == 3


def test_hands_taken_back_and_put_back_count_as_before() -> None:
    actor, game = staff(), played()
    before, hand = told(game)[0], hand_of(game).number
    game = a_week_later(game)
    given = CommandInput("defect", hand=5)
    done = execution.carry_out(actor, "take_back", game.code, given)
    assert {each.hands for each in told(game)[0].values()} == {4}
    a_week_later(fresh(game))
    execution.undo(actor, done.entry.number, CommandInput("other", "The players want to."))
    a_week_later(fresh(game))
    assert told(game)[0] == before
    assert hand_of(fresh(game)).number == hand


def test_a_game_that_moves_takes_its_clocks_along() -> None:
    game = played()
    before = game_rows.rows_of(game)
    game = a_week_later(game)
    departure.leave(game.code, lambda _packed: None, move=False, with_guests=True)
    after = game_rows.rows_of(game)
    assert after["SeatClock"] == before["SeatClock"]
    assert set(after) == set(before)


def test_the_share_of_misses_is_of_hands_that_still_have_all_their_clocks() -> None:
    """Of the others only the misses are left."""
    game = played()
    counted = SeatClock.objects.filter(counted=True)
    assert backlog.miss_share() == 1 / counted.count()
    a_week_later(game)
    assert (counted.filter(in_time=False).count(), backlog.miss_share()) == (1, 0)


def test_letters_that_asked_go_and_failed_or_waiting_ones_stay() -> None:
    game = played()
    person, numbers = not_none(game.seats.first()).user, (5, 6, 7, 8, hand_of(game).number)
    facts = [{"game": game.pk, "hand": number, "seat": 0} for number in numbers]
    asked = Notice.objects.filter(facts__game=game.pk, kind__in=KINDS_THAT_ASK)
    asked.delete()
    for each in facts:
        for kind in KINDS_THAT_ASK:
            event = f"{kind}:{each['hand']}"
            Notice.objects.create(recipient=person, kind=kind, event=event, facts=each)
    asked.update(state=Notice.State.SENT)
    stays = list(asked.filter(facts__hand__lt=8).order_by("pk")[:5])
    for notice, state in zip(stays, ("failed", "unknown", "queued", "held", "sent"), strict=True):
        Notice.objects.filter(pk=notice.pk).update(state=state)
    Bounce.objects.create(notice=stays[-1], sort="hard")
    stage = game.stages.get(ended_at=None)
    of_now = asked.filter(facts__hand__in=list(stage.hands.values_list("number", flat=True)))
    others = Notice.objects.filter(facts__game=game.pk).exclude(kind__in=KINDS_THAT_ASK)
    kept = {*of_now.values_list("pk", flat=True), *others.values_list("pk", flat=True)}
    a_week_later(game)
    left = Notice.objects.filter(facts__game=game.pk).values_list("pk", flat=True)
    assert of_now.count() == len(KINDS_THAT_ASK)
    assert set(left) == kept | {notice.pk for notice in stays}


def test_an_open_hand_keeps_its_clocks_whatever_its_stage_says() -> None:
    game = played()
    hand = hand_of(game)
    before = list(hand.clocks.order_by("pk").values())
    Stage.objects.filter(pk=hand.stage_id).update(ended_at=hand.opened_at)
    a_week_later(game)
    assert list(hand.clocks.order_by("pk").values()) == before
    assert hand_of(fresh(game)).state == Hand.State.OPEN
