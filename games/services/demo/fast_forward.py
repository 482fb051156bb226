"""Plays a game forward without a request for each bid: for the demo, and for tests.

The pure rules play; the rows of all hands on the way are written together, just as the other
services would have written them (tests/games/test_fast_forward.py compares them row by row). The
other services do the last step, which opens the wanted hand or ends the game. No notices are
written about the hands in between.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import takewhile
from typing import NamedTuple

from django.db import transaction

from accounts.operation import database_clock
from games import bots, game_secrets
from games.fairness import new_salt
from games.models import Bid, Game, Hand, LogEntry, Plan, Seat, SeatClock, Stage
from games.plans.plan_tree import Progress
from games.rules.base import Event, Outcome, Ruleset, State
from games.rules.registry import ruleset
from games.services.hands import bids as bidding
from games.services.hands import bot_answers, clocks, game_flow

Choose = Callable[[Ruleset, State, int], str]
MAX_HANDS = 1_000


class Answer(NamedTuple):
    """What a seat answered, and how (`Bid.Via`)."""

    notation: str
    via: str


@dataclass(frozen=True)
class Played:
    """One hand: the state in which it opened, all answers, and the resulting state and events.

    `shuffles` are those drawn before it opened, sealed as on the game.
    """

    number: int
    state: State
    answers: Mapping[int, Answer]
    after: State
    events: Sequence[Event]
    shuffles: bytes | memoryview[int] | None
    outcome: Outcome | None

    @property
    def waited(self) -> bool:
        """Whether it waited for a person. Bots' answers and forced ones come at once."""
        return any(answer.via == Bid.Via.PAGE for answer in self.answers.values())


def like_bots(seed: int = 1) -> Choose:
    """Answers as bots would. With the lowest legal answers, two of the games never end."""
    chance = random.Random(seed)  # noqa: S311 (how they play is no secret)
    return lambda rules, state, seat: bots.choose(
        rules.SLUG, rules.observation(state, seat), rules.legal(state, seat), chance
    )


def play_on(game: Game, to: str | int, choose: Choose) -> Game:
    """Plays on to the end ("over"), to the last hand that waits for a person ("last"), or to the
    hand of that number. Returns the game, read again.

    Bids in the open hand stay. Raises ValueError if a seat has a plan or the table a bank (only
    the other services play those), and for a game that does not end.
    """
    with transaction.atomic():
        game = game_secrets.lock_game(pk=game.pk)
        hand = game.hands.select_related("stage").get(number=game.hand_number)
        seats = list(game.seats.select_related("user").order_by("index"))
        if game.bank_hours or _any_plan(game):
            raise ValueError("Banks and plans are played by the services only.")
        played = _as_far_as(to, played_on(game, choose))
        if played:
            _store(game, hand, seats, played)
            game.hand_number = played[-1].number
            game.told_hand = game.hand_number - 1
            game.sealed_shuffles = played[-1].shuffles
            game_flow.advance(game, played[-1].after, game_flow.seats_of(game))
            game.save()
    return Game.objects.get(pk=game.pk)


def _any_plan(game: Game) -> bool:
    """A deleted one leaves an empty row."""
    rows = Plan.objects.filter(seat__game=game)
    return any(game_secrets.open_plan(row, game) != ("", Progress()) for row in rows)


def _as_far_as(to: str | int, hands: Iterator[Played]) -> list[Played]:
    """The hands that are to be played."""
    if isinstance(to, int):
        return list(takewhile(lambda each: each.number < to, hands))
    played = list(hands)
    if to == "last":
        last = max(each.number for each in played if each.waited)
        return [each for each in played if each.number < last]
    if to != "over":
        raise ValueError(f"to={to!r}: say 'over', 'last' or the number of a hand.")
    return played


def played_on(game: Game, choose: Choose) -> Iterator[Played]:
    """The hands from the open one on, by the pure rules and this game's own deck. Nothing is
    stored."""
    hand = game.hands.get(number=game.hand_number)
    seats = list(game.seats.select_related("user").order_by("index"))
    rules, state, deck = ruleset(game.ruleset), game_secrets.open_state(game), copy.copy(game)
    given = _given(game, hand)
    for number in range(hand.number, hand.number + MAX_HANDS):
        answers = given | {
            index: _answer(game, rules, state, seats[index], choose)
            for index in rules.awaiting(state)
            if index not in given
        }
        step = rules.resolve(state, {index: answer.notation for index, answer in answers.items()})
        outcome = rules.outcome(step.state)
        yield Played(number, state, answers, step.state, step.events, deck.sealed_shuffles, outcome)
        if outcome is not None:
            return
        state, given = step.state, {}
        while (items := rules.shuffle_needed(state)) is not None:
            state = rules.shuffled(state, game_secrets.draw_shuffle(deck, items))
    raise ValueError("Played so this game never ends: choose=like_bots().")


def _given(game: Game, hand: Hand) -> dict[int, Answer]:
    """The answers already given in the open hand, by seat."""
    return {
        bid.seat.index: Answer(
            game_secrets.open_bid(bid, game.code, hand.number, bid.seat.index).notation, bid.via
        )
        for bid in hand.bids.select_related("seat")
    }


def _answer(game: Game, rules: Ruleset, state: State, seat: Seat, choose: Choose) -> Answer:
    if seat.by_bot:
        return Answer(bot_answers.light(game, state, seat.index), Bid.Via.BOT)
    legal = rules.legal(state, seat.index)
    if len(legal) == 1 and not seat.ask_forced:
        return Answer(legal[0], Bid.Via.FORCED)
    return Answer(choose(rules, state, seat.index), Bid.Via.PAGE)


# ------------------------------------------------------------------ the rows of these hands


def _store(game: Game, hand: Hand, seats: list[Seat], played: Sequence[Played]) -> None:
    stages = _stages(game, hand.stage, played)
    hands = [hand, *(_hand(game, each, stages) for each in played[1:])]
    first = list(hand.clocks.filter(answered_at=None).select_related("hand", "seat"))
    ticking = [clock for each in hands[1:] for clock in _clocks(game, each, seats)]
    for each in hands:
        each.state, each.trigger = Hand.State.RESOLVED, Hand.Trigger.BIDS
        each.resolved_at = database_clock.now()
    hand.save()
    Hand.objects.bulk_create(hands[1:])
    _stop(game, [*first, *ticking], played)
    SeatClock.objects.bulk_update(first, ["answered_at", "took_seconds"])
    SeatClock.objects.bulk_create(ticking)
    hand.clocks.update(counted=True)
    _answered(game, hands, seats, played)
    _write_log(game, played)


def _stages(game: Game, first: Stage, played: Sequence[Played]) -> dict[int, Stage]:
    """The stages of these hands by number; all but the last have ended."""
    rules = ruleset(game.ruleset)
    numbers = dict.fromkeys(rules.position(each.state).stage for each in played)
    new = [Stage(game=game, number=number) for number in numbers if number != first.number]
    stages = [first, *Stage.objects.bulk_create(new)]
    for stage in stages[:-1]:
        stage.ended_at = database_clock.now()
    Stage.objects.bulk_update(stages[:-1], ["ended_at"])
    return {stage.number: stage for stage in stages}


def _hand(game: Game, each: Played, stages: dict[int, Stage]) -> Hand:
    rules, now = ruleset(game.ruleset), database_clock.now()
    position = rules.position(each.state)
    return Hand(
        game=game,
        stage=stages[position.stage],
        number=each.number,
        phase=position.phase,
        awaiting=list(rules.awaiting(each.state)),
        opened_at=now,
        deadline=now + timedelta(hours=game.hours),  # if none of its clocks says when
        table=game_secrets.seen(game, each.state, None),
    )


def _clocks(game: Game, hand: Hand, seats: list[Seat]) -> list[SeatClock]:
    """The clocks of the hand's people; sets the hand's deadline to the last of them."""
    made = [
        clocks.clock_of(
            hand, seat, seat.user, clocks.rule_for(game, seat, seat.user, hand.opened_at)
        )
        for seat in (seats[index] for index in hand.awaiting)
        if seat.user is not None and not seat.by_bot
    ]
    hand.deadline = max((clock.deadline for clock in made), default=hand.deadline)
    return made


def _stop(game: Game, ticking: list[SeatClock], played: Sequence[Played]) -> None:
    """Stops the clocks, as if everybody had answered at once."""
    vias = {
        (each.number, seat): answer.via for each in played for seat, answer in each.answers.items()
    }
    for clock in ticking:
        by_hand = vias[clock.hand.number, clock.seat.index] == Bid.Via.PAGE
        clock.answered_at, clock.counted = database_clock.now(), True
        clock.took_seconds = 0 if game.shows_bids and by_hand else None


def _answered(
    game: Game, hands: Sequence[Hand], seats: list[Seat], played: Sequence[Played]
) -> None:
    """Stores the bids, opened unless their phase keeps them secret to the end."""
    before = {bid.seat.index: bid for bid in hands[0].bids.select_related("seat")}
    bids = [
        _bid(game, hand, seats[index], answer, before if hand is hands[0] else {})
        for hand, each in zip(hands, played, strict=True)
        for index, answer in each.answers.items()
    ]
    for bid in before.values():
        bid.save(update_fields=["opened"])
    Bid.objects.bulk_create(bid for bid in bids if not bid.pk)
    personal = {bid.seat_id for bid in bids if bid.via in bidding.PERSONAL}
    game.seats.filter(pk__in=personal, misses_in_row__gt=0).update(misses_in_row=0)


def _bid(game: Game, hand: Hand, seat: Seat, answer: Answer, before: Mapping[int, Bid]) -> Bid:
    opened = game_secrets.Opened(answer.notation, new_salt())
    bid = before.get(seat.index)
    if bid is None:
        bid = Bid(hand=hand, seat=seat, via=answer.via)
        game_secrets.seal_bid(bid, game, opened)
    else:
        opened = game_secrets.open_bid(bid, game.code, hand.number, seat.index)
    if hand.phase not in ruleset(game.ruleset).SECRET_PHASES:
        bid.opened = opened._asdict()
    return bid


def _write_log(game: Game, played: Sequence[Played]) -> None:
    entries = [
        LogEntry(
            game=game,
            number=number,
            hand_number=each.number,
            kind="hand",
            data={
                "events": [{"kind": event.kind, **event.data} for event in each.events],
                "missed": [],
            },
        )
        for number, each in enumerate(played, game.log_length + 1)
    ]
    LogEntry.objects.bulk_create(entries)
    game.log_length += len(entries)
