"""The course of a game, inside a transaction that holds the game's lock.

`begin` → hands open and are resolved one after the other → `_finish`.  Called by
`services.play` and `services.tables` only.
"""

import json
import random
import time
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import F
from django.utils import timezone

from accounts import outbox
from games import bots, vault
from games.models import Bid, Game, Hand, Seat, SeatTenure, Stage
from games.rules.base import Event, Outcome, State
from games.sealing import new_salt
from games.services import ahead, archive, clocks, inbox, notices, nudge, ratings, resting, standing
from games.services.logbook import write_log as write_log

AT_ONCE = 12  # hands in one transaction: a stage of Turn the Tide
LONG_ENOUGH = 1.0  # seconds, after which no further hand is begun in it
CHANCE = random.SystemRandom()  # of bots and delays; the deck has its own, committed source
Answers = dict[int, Bid]  # by the id of the seat
AHEAD = (Bid.Via.PLAN, Bid.Via.FORCED)
PERSONAL = (Bid.Via.PAGE, Bid.Via.API, Bid.Via.MAIL, Bid.Via.PLAN)
# All of a game that turning a hand changes.
COURSE = (
    "state", "ended_at", "paused_at", "outcome", "hand_number", "told_hand", "log_length",
    "sealed_state", "sealed_shuffles", "table",
)  # fmt: skip
# As a queryset of one CASE a row, Django would take longer to write it than to do all the rest.
OPEN_BIDS = """
    UPDATE games_bid SET opened = said.opened
    FROM unnest(%s::bigint[], %s::jsonb[]) AS said (id, opened) WHERE games_bid.id = said.id
"""


def begin(game: Game) -> None:
    """Deals, and opens the first hand of a locked table whose seats are taken."""
    rules = vault.rules_of(game)
    game.state = Game.State.RUNNING
    game.started_at = timezone.now()
    seats = seats_of(game)
    _begin_tenures(seats)
    vault.keep_start(game, seats, archive.duplicate_codes(game))
    write_log(game, "started", {"seats": game.seat_count})
    with outbox.together():
        notices.game_started(game, seats)
        full = _advance(game, rules.start(game.seat_count, game.options), seats)
    game.save()
    _go_on(full)


def _begin_tenures(seats: Sequence[Seat]) -> None:
    SeatTenure.objects.bulk_create(
        SeatTenure(seat=seat, user=seat.user) for seat in seats if seat.user is not None
    )


def resolve(game: Game, hand: Hand, trigger: str) -> None:
    """Plays a hand that has all its bids, and those after it that are full as they open.

    So many at most at once, that nobody waits long for the game's lock: what comes then is
    READY, and a worker goes on.
    """
    until = time.monotonic() + LONG_ENOUGH
    with outbox.together():
        following = _play(game, hand, trigger)
        for _more in range(AT_ONCE - 1):
            if following is None or time.monotonic() > until:
                break
            following = _play(game, following, Hand.Trigger.BIDS)
    _go_on(following)


def _go_on(following: Hand | None) -> None:
    """Wakes the workers: for a hand that is full already, and for what there is to tell."""
    if following is not None:
        nudge.resolve(following.pk)
    nudge.deliver()


def _play(game: Game, hand: Hand, trigger: str) -> Hand | None:
    """One hand: the next state, the log, and what comes then; the next hand if it is full."""
    rules, seats = vault.rules_of(game), seats_of(game)
    bids = _bids_of(hand, seats)
    opened = {
        index: vault.open_bid(bid, game.code, hand.number, index) for index, bid in bids.items()
    }
    step = rules.resolve(
        vault.open_state(game), {index: bid.notation for index, bid in opened.items()}
    )
    if hand.phase not in rules.SECRET_PHASES:
        _open_bids(bids, opened)
    _close(hand, trigger)
    missed = _write_down(game, hand, bids, step.events)
    if missed and rules.outcome(step.state) is None:
        standing.after_misses(game)
        seats = seats_of(game)
    full = _advance(game, step.state, seats, hand)
    game.save(update_fields=COURSE)
    return full


def seats_of(game: Game) -> list[Seat]:
    """Its seats in order, with who sits there and their plans."""
    return list(game.seats.select_related("user", "plan").order_by("index"))


def _bids_of(hand: Hand, seats: Sequence[Seat]) -> dict[int, Bid]:
    """By seat, in the order of the seats."""
    by_seat = {bid.seat_id: bid for bid in hand.bids.all()}
    bids = {}
    for seat in seats:
        if (bid := by_seat.get(seat.pk)) is not None:
            bid.hand, bid.seat = hand, seat
            bids[seat.index] = bid
    return bids


def _open_bids(bids: dict[int, Bid], opened: dict[int, vault.Opened]) -> None:
    for index, bid in bids.items():
        bid.opened = opened[index]._asdict()
    with connection.cursor() as cursor:
        said = [json.dumps(bid.opened) for bid in bids.values()]
        cursor.execute(OPEN_BIDS, [[bid.pk for bid in bids.values()], said])


def _close(hand: Hand, trigger: str) -> None:
    hand.state = Hand.State.RESOLVED
    hand.trigger = trigger
    hand.resolved_at = timezone.now()
    hand.save(update_fields=["state", "trigger", "resolved_at"])
    clocks.count(hand)


def _write_down(game: Game, hand: Hand, bids: dict[int, Bid], events: Iterable[Event]) -> list[int]:
    """Who missed it."""
    missed = sorted(index for index, bid in bids.items() if bid.missed)
    back = [
        bid.seat_id
        for bid in bids.values()
        if bid.via in PERSONAL and not bid.missed and bid.seat.misses_in_row
    ]
    if back:
        Seat.objects.filter(pk__in=back).update(misses_in_row=0)
    if not game.shows_bids:
        count_misses([bid.seat_id for bid in bids.values() if bid.missed])
    write_log(
        game,
        "hand",
        {
            "events": [{"kind": event.kind, **event.data} for event in events],
            "missed": missed,
        },
    )
    notices.hand_missed(game, hand, missed)
    return missed


def count_misses(seats: Sequence[int]) -> None:
    """Counts a missed hand of each of these seats (by id), which everybody may see.

    Where a table hides who has answered, only once the hand is resolved.
    """
    Seat.objects.filter(pk__in=seats).update(
        misses=F("misses") + 1, misses_in_row=F("misses_in_row") + 1
    )


def _advance(
    game: Game, state: State, seats: Sequence[Seat], before: Hand | None = None
) -> Hand | None:
    """Shuffles what must be shuffled, then opens the next hand or ends the (unsaved) game.

    `before` is the hand that was turned just now. Returns one that is full as it opens and may be
    resolved.
    """
    rules = vault.rules_of(game)
    while (items := rules.shuffle_needed(state)) is not None:
        state = rules.shuffled(state, vault.draw_shuffle(game, items))
    outcome, full = rules.outcome(state), None
    game.hand_number += 1 if outcome is None else 0
    vault.keep_state(game, state)
    if outcome is None:
        full = _open_next(game, state, seats, before)
    else:
        resting.over(game, before)
        finish(game, outcome)
    return full


def _open_next(
    game: Game, state: State, seats: Sequence[Seat], before: Hand | None = None
) -> Hand | None:
    rules = vault.rules_of(game)
    position = rules.position(state)
    now = timezone.now()
    hand = Hand(
        game=game,
        stage=_stage(game, position.stage, before),
        number=game.hand_number,
        phase=position.phase,
        awaiting=list(rules.awaiting(state)),
        opened_at=now,
        deadline=now + timedelta(hours=game.hours),
        table=game.table,
        paused=game.paused_at is not None,
    )
    awaited = [seat for seat in seats if seat.index in hand.awaiting]
    due = clocks.start(game, hand, awaited)
    answers: Answers = {}
    _let_bots_bid(game, hand, state, awaited, answers)
    people = [seat for seat in awaited if not seat.by_bot]
    asked = [seat for seat in people if not answer_ahead(game, hand, state, seat, answers)]
    if mark_ready_when_full(hand, answers):
        return hand
    resting.asking(game, hand, asked, due, seats, before)
    return None


def open_again(game: Game, state: State, number: int) -> None:
    """Opens the hand of that number in this state, once all later ones are out of the way."""
    game.hand_number = number
    vault.keep_state(game, state)
    full = _open_next(game, state, seats_of(game))
    game.save()
    _go_on(full)


def go_on_with(game: Game, hand: Hand) -> None:
    """Gives everybody whom this open hand asks a full clock from now on, whoever has answered.

    Where that is hidden, clocks of which some had been left alone would tell it.
    """
    hand.game, hand.opened_at = game, timezone.now()
    before = {clock.seat_id: clock for clock in hand.clocks.filter(given_up=False)}
    hand.clocks.filter(given_up=False).delete()
    clocks.start(game, hand, game.seats.select_related("user").filter(index__in=hand.awaiting))
    for clock in hand.clocks.filter(seat__in=hand.bids.values("seat")):
        earlier = before.get(clock.seat_id, clock)
        clock.answered_at, clock.in_time = earlier.answered_at, earlier.in_time
        clock.took_seconds = earlier.took_seconds
        clock.save(update_fields=["answered_at", "in_time", "took_seconds"])
    if hand.state == Hand.State.READY:
        nudge.resolve(hand.pk)


def _stage(game: Game, number: int, before: Hand | None) -> Stage:
    """The stage of that number; a new one ends the one before."""
    stage = before.stage if before else game.stages.order_by("-number").first()
    if stage is not None and stage.number == number:
        return stage
    if stage is not None:
        _end(stage, timezone.now())
    return Stage.objects.create(game=game, number=number)


def _end(stage: Stage, at: datetime) -> None:
    stage.ended_at = at
    stage.save(update_fields=["ended_at"])


def _let_bots_bid(
    game: Game, hand: Hand, state: State, seats: Sequence[Seat], answers: Answers
) -> None:
    """Bots answer as a hand opens, each from its own observation: no game waits for them."""
    for seat in seats:
        if seat.by_bot:
            notation = bot_answer(game, state, seat.index)
            store_bid(game, hand, seat, notation, Bid.Via.BOT, answers)


def bot_answer(game: Game, state: State, seat: int) -> str:
    """What a bot would play on this seat, from what the seat may see."""
    rules = vault.rules_of(game)
    return bots.choose(
        game.ruleset, rules.observation(state, seat), rules.legal(state, seat), CHANCE
    )


def answer_ahead(game: Game, hand: Hand, state: State, seat: Seat, answers: Answers) -> bool:
    """Stores what a seat's plan says, or its only possible answer; False if it is to be asked."""
    found = ahead.answer(game, state, seat)
    if found is None:
        return False
    store_bid(game, hand, seat, found.notation, found.via, answers)
    return True


def answers_in(hand: Hand) -> Answers:
    """The bids that stand in a hand whose game is locked: nobody adds to them meanwhile."""
    return {bid.seat_id: bid for bid in hand.bids.all()}


def store_bid(
    game: Game,
    hand: Hand,
    seat: Seat,
    notation: str,
    via: str,
    answers: Answers,
    *,
    missed: bool = False,
    given_at: datetime | None = None,
) -> Bid:
    """Inserts or changes the bid of a seat, in `answers`, too.

    The same answer again keeps its receipt. `given_at` is when it was accepted, if that was not
    now: a mail counts from when it was stored.
    """
    bid = answers.get(seat.pk)
    if bid is None:
        bid = answers[seat.pk] = Bid(hand=hand, seat=seat)
    elif vault.open_bid(bid, game.code, hand.number, seat.index).notation == notation:
        bid.given_at = given_at or timezone.now()
        bid.save(update_fields=["given_at"])
        return bid
    else:
        bid.changes += 1
    bid.via, bid.missed, bid.placed_at = via, missed, timezone.now()
    bid.given_at = given_at or bid.placed_at
    # What it belongs to is at hand: nothing need be read again to seal it.
    bid.hand, bid.seat = hand, seat
    vault.seal_bid(bid, game, vault.Opened(notation, new_salt()))
    bid.save()
    if bid.changes == 0 and via != Bid.Via.BOT:
        clocks.stop(game, hand, seat, missed=missed, ahead=via in AHEAD)
    return bid


def mark_ready_when_full(hand: Hand, answers: Answers) -> bool:
    """Marks an open hand READY once every awaited seat has a bid; True if it may be resolved now.

    It closes over a drained inbox only: while a mail that was stored for it is unread, it stays
    open, and whoever reads that mail comes here again. Where the table delays, it waits a random
    while, but never beyond its deadline; while the game is paused, until it goes on.
    """
    if len(answers) < len(hand.awaiting) or hand.paused:
        return False
    if hand.state == Hand.State.OPEN:
        if inbox.has_unread(hand.pk):
            inbox.have_read(hand.pk)
            return False
        hand.state = Hand.State.READY
        hand.resolve_after = _turned_at(hand)
        hand.save(update_fields=["state", "resolve_after"])
    return hand.resolve_after is None


def _turned_at(hand: Hand) -> datetime | None:
    most = hand.game.delay_minutes
    if not most:
        return None
    return min(timezone.now() + timedelta(minutes=CHANCE.uniform(0, most)), hand.deadline)


def finish(game: Game, outcome: Outcome, *, by_rules: bool = True) -> None:
    """Ends a locked game (which the caller saves): result, record, and the word to all.

    `by_rules` is off where moderators end it as it stands.
    """
    game.state = Game.State.OVER
    game.ended_at = timezone.now()
    game.paused_at = None
    game.outcome = outcome.as_json()
    stage = game.stages.order_by("-number").first()
    if stage is not None:
        _end(stage, game.ended_at)
    write_log(game, "over", game.outcome)
    clocks.drop(game)
    game.seats.filter(absence=Seat.Absence.OFFERED).update(absence=Seat.Absence.BOT)
    if not game.closed:  # else when its sisters are over: `services.duplicates`
        archive.keep_record(game, archive.BY_RULES if by_rules else archive.BY_MODERATORS)
    ratings.note(game, by_rules=by_rules)
    notices.game_over(game)
