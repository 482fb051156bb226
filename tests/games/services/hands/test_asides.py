"""Acting out of turn: the Lighthouse and its peek, surrender; on the record like a bid."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import game_secrets, selectors
from games.models import Game, Hand, Peek, SeatClock
from games.refusals import Refused
from games.rules.records import record_of, replay
from games.services.hands import asides
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.games.fast_forward import fast_forward
from tests.games.making import (
    bid,
    bid_all,
    fresh,
    hand_of,
    people,
    person,
    running,
    table_of,
    user_at,
    users_at,
)
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def code_of(call: object, *args: object) -> str:
    with pytest.raises(Refused) as caught:
        call(*args)  # type: ignore[operator]
    return caught.value.code


def rowboat(seats: int = 2, **options: bool) -> Game:
    """A game of Rowboat whose cards are dealt."""
    game = running(people(seats), ruleset="rowboat", options=options)
    while hand_of(game).phase == "moon":
        bid_all(game)
    return fresh(game)


def test_the_lighthouse_lets_its_seat_look_for_thirty_seconds() -> None:
    game = rowboat()
    marit, joost = users_at(game)
    asides.do_aside(marit, game.code, " Lighthouse ")
    assert selectors.observations.peek_for(fresh(game), 0) is None

    peek = asides.open_peek(marit, game.code)
    theirs = game_secrets.open_state(fresh(game)).deal.cards[1]
    assert peek.seconds == 30
    assert selectors.observations.peek_for(fresh(game), 0) == {"1": list(theirs)}
    assert selectors.observations.peek_for(fresh(game), 1) is None
    assert code_of(asides.open_peek, joost, game.code) == "no_peek"
    assert code_of(asides.do_aside, marit, game.code, "lighthouse") == "no_aside"


def test_a_peek_is_over_when_the_sand_is_through_and_is_not_turned_again() -> None:
    game = rowboat()
    marit = user_at(game, 0)
    asides.do_aside(marit, game.code, "lighthouse")
    asides.open_peek(marit, game.code)
    Peek.objects.update(opened_at=timezone.now() - timedelta(seconds=31))
    asides.open_peek(marit, game.code)

    assert selectors.observations.peek_for(fresh(game), 0) is None


def test_both_partners_may_look_each_in_his_own_time() -> None:
    game = rowboat(4)
    users = users_at(game)
    asides.do_aside(users[2], game.code, "lighthouse")
    asides.open_peek(users[0], game.code)

    assert set(not_none(selectors.observations.peek_for(fresh(game), 0))) == {"1", "2", "3"}
    assert selectors.observations.peek_for(fresh(game), 2) is None
    assert Peek.objects.get(seat__index=2).seconds == 90


def test_the_open_hand_keeps_its_bids() -> None:
    game = rowboat(4)
    users = users_at(game)
    bid(game, users[1])
    asides.do_aside(users[0], game.code, "lighthouse")

    assert (hand_of(game).state, hand_of(game).bids.count()) == (Hand.State.OPEN, 1)
    assert fresh(game).log.get(kind="aside").data["events"][0]["kind"] == "looked"


def test_surrender_needs_an_answer_and_ends_the_game() -> None:
    game = table_of(2, ruleset="turning-tides")[1]
    silver, gold = users_at(game)
    bid(game, silver)
    asides.do_aside(silver, game.code, "surrender")
    assert code_of(asides.do_aside, silver, game.code, "accept") == "no_aside"
    asides.do_aside(gold, game.code, "accept")

    game = fresh(game)
    assert (game.state, not_none(game.outcome)["winners"]) == (Game.State.OVER, [1])
    assert game.hands.get(number=1).state == Hand.State.VOID
    assert not SeatClock.objects.filter(answered_at=None).exists()
    record = selectors.observations.record_of(game)
    assert record["hands"] == [
        {"aside": {"seat": 0, "act": "surrender"}},
        {"aside": {"seat": 1, "act": "accept"}},
    ]
    assert code_of(asides.do_aside, gold, game.code, "surrender") == "game_over"


def test_a_bot_takes_a_surrender_at_once() -> None:
    marit = person()
    game = tables.make_table(
        marit, TableSettings(name="Amrum", bots=1, seats=2, ruleset="turning-tides")
    )
    asides.do_aside(marit, game.code, "surrender")
    game = fresh(game)
    assert game.state == Game.State.OVER
    assert not_none(game.outcome)["winners"] == [game.seats.exclude(user=marit).get().index]
    assert list(game.asides.order_by("pk").values_list("act", flat=True)) == ["surrender", "accept"]


def test_an_offer_lapses_with_the_hand_and_the_record_still_replays() -> None:
    game = running(people(2), ruleset="turning-tides", options={"introduction": True})
    silver, gold = users_at(game)
    asides.do_aside(silver, game.code, "surrender")
    bid_all(game)
    assert code_of(asides.do_aside, gold, game.code, "accept") == "no_aside"
    asides.do_aside(gold, game.code, "surrender")
    asides.do_aside(silver, game.code, "refuse")
    while hand_of(game).number < 20:
        bid_all(game)
    asides.do_aside(gold, game.code, "surrender")
    asides.do_aside(silver, game.code, "accept")

    record = selectors.observations.record_of(fresh(game))
    assert not_none(replay(record_of(record)).outcome).as_json() == record["outcome"]


def test_a_whole_game_with_a_lighthouse_replays() -> None:
    game = rowboat(novice=True)
    asides.do_aside(user_at(game, 1), game.code, "lighthouse")
    record = selectors.observations.record_of(fast_forward(game))

    assert {"aside": {"seat": 1, "act": "lighthouse"}} in record["hands"]
    assert not_none(replay(record_of(record)).outcome).as_json() == record["outcome"]


def test_who_does_not_sit_there_does_nothing() -> None:
    game = rowboat()

    assert code_of(asides.do_aside, person("Ute"), game.code, "lighthouse") == "not_seated"
    assert Hand.objects.filter(state=Hand.State.VOID).count() == 0
