"""The course of a game, inside a transaction that holds the game's lock.

`begin`, then hands open and are resolved one after another (`resolve`, `advance`), then `finish`.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import F

from accounts.notifications import outbox
from accounts.operation import database_clock
from games import game_secrets
from games.models import Bid, Game, Hand, Seat, SeatTenure, Stage
from games.rules.base import Event, Outcome, State
from games.rules.registry import ruleset
from games.selectors.hands.loaded_hands import LoadedHand
from games.services import wake_workers
from games.services.game_log import write_log
from games.services.hands import auto_answers, bot_answers, clocks, vacant_seats
from games.services.hands.bids import (
    PERSONAL,
    Answers,
    answers_in,
    make_ready,
    mark_ready_if_full,
    seal,
    store_bid,
)
from games.services.hands.hand_statements import Turned, turned_values, write_opened, write_turned
from games.services.notifications import hand_notices, turn_notices
from games.services.results import archive, ratings
from games.services.seats import pausing

MAX_HANDS = 12  # hands in one transaction: a stage of Turn the Tide
LONG_ENOUGH = 1.0  # seconds, after which no further hand is begun in it
# The fields of a game that resolving a hand changes.
COURSE = (
    "state", "ended_at", "paused_at", "outcome", "hand_number", "told_hand", "log_length",
    "sealed_state", "sealed_shuffles", "table",
)  # fmt: skip


def begin(game: Game) -> None:
    """Deals and opens the first hand of a locked table whose seats are all taken."""
    rules = ruleset(game.ruleset)
    game.state = Game.State.RUNNING
    game.started_at = database_clock.now()
    seats = seats_of(game)
    _begin_tenures(seats)
    game_secrets.keep_start(game, seats, archive.duplicate_codes(game))
    write_log(game, "started", {"seats": game.seat_count})
    with outbox.together():
        hand_notices.game_started(game, seats)
        full = advance(game, rules.start(game.seat_count, game.options), seats)
    game.save()
    _go_on(full)


def _begin_tenures(seats: Sequence[Seat]) -> None:
    SeatTenure.objects.bulk_create(
        SeatTenure(seat=seat, user=seat.user) for seat in seats if seat.user is not None
    )


def resolve(game: Game, loaded: LoadedHand, trigger: str) -> None:
    """Plays a hand that has all its bids, and those after it that are full as they open.

    At most `MAX_HANDS` of them, so that nobody waits long for the game's lock; the next one is
    READY then, and a worker goes on.
    """
    until = time.monotonic() + LONG_ENOUGH
    with outbox.together(loaded.recipients):
        following = _play(game, loaded, trigger)
        for _more in range(MAX_HANDS - 1):
            if following is None or time.monotonic() > until:
                break
            following = _play(game, following, Hand.Trigger.BIDS)
    _go_on(following)


def _go_on(following: LoadedHand | None) -> None:
    """Wakes the workers: for a hand that is full already, and to deliver what was enqueued."""
    if following is not None:
        wake_workers.resolve(following.hand.pk)
    wake_workers.deliver_enqueued()


def _play(game: Game, loaded: LoadedHand, trigger: str) -> LoadedHand | None:
    """Plays one hand: the next state, the log, and what follows. Returns the next hand if it is
    full."""
    rules, seats = ruleset(game.ruleset), loaded.seats
    opened = {
        pk: game_secrets.open_bid(bid, game.code, loaded.hand.number, bid.seat.index)
        for pk, bid in loaded.bids.items()
    }
    notations = {seat.index: opened[seat.pk].notation for seat in seats if seat.pk in opened}
    step = rules.resolve(game_secrets.open_state(game), notations)
    secret = loaded.hand.phase in rules.SECRET_PHASES
    missed, turned = _mark_resolved(game, loaded, trigger, {} if secret else opened, step.events)
    if missed:  # `after_misses` reads what is written here
        write_turned(turned)
        turned = None
    given = False
    if missed and rules.outcome(step.state) is None:
        given = vacant_seats.after_misses(game)
        seats = seats_of(game)
    following = advance(game, step.state, seats, loaded, turned)
    if not given:
        return following
    pausing.settle_votes(game)  # those who are left may have wanted the same all along
    game.save()
    return following if game.state == Game.State.RUNNING and not game.paused_at else None


def seats_of(game: Game) -> list[Seat]:
    """The seats of a game in order, with their people and plans."""
    return list(game.seats.select_related("user", "plan").order_by("index"))


def _mark_resolved(
    game: Game,
    loaded: LoadedHand,
    trigger: str,
    opened: Mapping[int, game_secrets.Opened],
    events: Iterable[Event],
) -> tuple[list[int], Turned | None]:
    """Sets the hand to RESOLVED, not stored yet. Returns who missed it (seats by index), and what
    is still to be written: that it is resolved, and what everybody may see of it.

    `opened`: its bids by seat id, empty in a secret phase. Counts misses, and resets
    `misses_in_row` of those who have answered themselves again.
    """
    hand, given = loaded.hand, loaded.bids.values()
    hand.state, hand.trigger, hand.resolved_at = Hand.State.RESOLVED, trigger, database_clock.now()
    missed = sorted(bid.seat.index for bid in given if bid.missed)
    told = [{"kind": event.kind, **event.data} for event in events]
    game.log_length += 1
    turned = turned_values(game, hand, opened, {"events": told, "missed": missed})
    # Seats that had missed hands, and have answered themselves.
    back = [
        bid.seat_id
        for bid in given
        if bid.seat.misses_in_row and bid.via in PERSONAL and not bid.missed
    ]
    if back:
        Seat.objects.filter(pk__in=back).update(misses_in_row=0)
    if missed and not game.shows_bids:
        count_misses([bid.seat_id for bid in given if bid.missed])
    if missed:
        hand_notices.hand_missed(game, hand, missed)
    return missed, turned


def count_misses(seats: Sequence[int]) -> None:
    """Counts a missed hand for each of these seats (by id). The count is public.

    Where a table hides who has answered, call it only once the hand is resolved.
    """
    Seat.objects.filter(pk__in=seats).update(
        misses=F("misses") + 1, misses_in_row=F("misses_in_row") + 1
    )


def advance(
    game: Game,
    state: State,
    seats: Sequence[Seat],
    before: LoadedHand | None = None,
    turned: Turned | None = None,
) -> LoadedHand | None:
    """Shuffles if the rules want it, then opens the next hand or ends the game.

    `before` is the hand that was just resolved, `turned` what is still to be written about it.
    Returns the next hand if it is full as it opens.
    """
    rules = ruleset(game.ruleset)
    while (items := rules.shuffle_needed(state)) is not None:
        state = rules.shuffled(state, game_secrets.draw_shuffle(game, items))
    outcome = rules.outcome(state)
    game.hand_number += 1 if outcome is None else 0
    game_secrets.keep_state(game, state)
    if outcome is None:
        return _open_next(game, state, seats, before, turned)
    write_turned(turned)
    turn_notices.over(game, before.hand if before else None)
    finish(game, outcome)
    game.save(update_fields=[name for name in COURSE if name in vars(game)])
    return None


def _open_next(
    game: Game,
    state: State,
    seats: Sequence[Seat],
    last: LoadedHand | None = None,
    turned: Turned | None = None,
) -> LoadedHand | None:
    before, away = (last.hand, last.away) if last else (None, None)
    hand = _next_hand(game, state, before)
    awaited = [seat for seat in seats if seat.index in hand.awaiting]
    running = clocks.started(game, hand, awaited, away)
    answers = _answers_at_once(game, hand, state, awaited)
    for clock in running:
        if game.bank_hours and clock.seat.pk in answers:
            clocks.charge(game, clock.seat, clock.rule)
    waits = [seat for seat in awaited if seat.pk not in answers]
    asked = [seat for seat in waits if not seat.by_bot]
    full = make_ready(hand, len(answers), unread=False) and hand.resolve_after is None
    if len(asked) < len(waits):
        hand.bots_due = bot_answers.due(hand.opened_at, beside_people=bool(asked))
    # While only bots are asked, nobody is notified: no letter for each trick.
    since, tells = game.told_hand + 1, not full and (bool(asked) or not waits)
    if tells:
        game.told_hand = hand.number - 1
    write_opened(game, hand, running, answers, turned)
    if full:
        return LoadedHand(hand, list(seats), answers, away or {})
    if hand.bots_due is not None:
        bot_answers.wake(hand, hand.bots_due - hand.opened_at)
    if tells:
        due = {clock.seat.pk: clock.deadline for clock in running}
        turn_notices.asking(game, hand, asked, due, seats, before, since)
    return None


def _next_hand(game: Game, state: State, before: Hand | None) -> Hand:
    rules, now = ruleset(game.ruleset), database_clock.now()
    position = rules.position(state)
    return Hand(
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


def _answers_at_once(game: Game, hand: Hand, state: State, seats: Iterable[Seat]) -> Answers:
    """The (unsaved) bids of light bots, each from its own observation, and of people who have
    answered in advance. Bots with a level search first."""
    answers: Answers = {}
    for seat in seats:
        found = auto_answers.answer(game, state, seat) if not seat.by_bot else None
        if seat.by_bot and (notation := bot_answers.at_once(game, state, seat)):
            found = auto_answers.Ahead(notation, Bid.Via.BOT)
            auto_answers.keep_follow(game, seat, "")  # it was for a card of the player
        if found is not None:
            sealed = seal(game, hand, seat, found.notation, found.via, None, trace=found.trace)
            answers[seat.pk] = sealed.bid
    return answers


def open_again(game: Game, state: State, number: int) -> None:
    """Opens the hand of that number in this state, once all later ones have been removed."""
    game.hand_number = number
    game_secrets.keep_state(game, state)
    full = _open_next(game, state, seats_of(game))
    game.save()
    _go_on(full)


def go_on_with(game: Game, hand: Hand, state: State) -> None:
    """Gives everybody whom this restored hand asks a full clock from now on, whether they have
    answered or not, and asks those who have not. The clocks run if the game does, and a bot answers
    for who has left since.

    Where it is hidden who has answered, clocks left as they were would show it.
    """
    hand.game, hand.opened_at = game, database_clock.now()
    hand.state, hand.resolve_after = Hand.State.OPEN, None
    hand.paused = game.paused_at is not None
    before = {clock.seat_id: clock for clock in hand.clocks.filter(given_up=False)}
    hand.clocks.filter(given_up=False).delete()
    awaited = [seat for seat in seats_of(game) if seat.index in hand.awaiting]
    clocks.start(game, hand, awaited)
    for clock in hand.clocks.filter(seat__in=hand.bids.values("seat")):
        earlier = before.get(clock.seat_id)
        if earlier is None:  # a bot had answered for them, and everybody knew
            clock.delete()
            continue
        clock.answered_at, clock.in_time = earlier.answered_at, earlier.in_time
        clock.took_seconds = earlier.took_seconds
        clock.save(update_fields=["answered_at", "in_time", "took_seconds"])
    answers = answers_in(hand)
    owing = [seat for seat in awaited if seat.pk not in answers]
    for seat in owing:
        if seat.by_bot and (notation := bot_answers.at_once(game, state, seat)):
            store_bid(game, hand, seat, notation, Bid.Via.BOT, answers)
    due = dict(hand.clocks.filter(given_up=False).values_list("seat", "deadline"))
    asked = [seat for seat in owing if not seat.by_bot]
    hand_notices.hand_opened(game, hand, asked, due, anew=True)
    mark_ready_if_full(hand, answers)


def _stage(game: Game, number: int, before: Hand | None) -> Stage:
    """The stage of that number. A new one ends the previous one."""
    stage = before.stage if before else game.stages.order_by("-number").first()
    if stage is not None and stage.number == number:
        return stage
    if stage is not None:
        _end(stage, database_clock.now())
    return Stage.objects.create(game=game, number=number)


def _end(stage: Stage, at: datetime) -> None:
    stage.ended_at = at
    stage.save(update_fields=["ended_at"])


def answer_ahead(game: Game, hand: Hand, state: State, seat: Seat, answers: Answers) -> bool:
    """Stores the answer of a seat's plan, or its only possible one. False if its player is to be
    asked."""
    found = auto_answers.answer(game, state, seat)
    if found is None:
        return False
    store_bid(game, hand, seat, found.notation, found.via, answers, trace=found.trace)
    return True


def finish(game: Game, outcome: Outcome, *, by_rules: bool = True) -> None:
    """Ends a locked game: result, record, rating and notices. The caller saves the game.

    `by_rules` is off when moderators end it as it stands.
    """
    game.state = Game.State.OVER
    game.ended_at = database_clock.now()
    game.paused_at = None
    game.outcome = outcome.as_json()
    stage = game.stages.order_by("-number").first()
    if stage is not None:
        _end(stage, game.ended_at)
    write_log(game, "over", game.outcome)
    clocks.drop(game)
    game.seats.filter(absence=Seat.Absence.OFFERED).update(absence=Seat.Absence.BOT)
    if not game.closed:  # if it is, `services.results.duplicates` does it once all tables are over
        archive.keep_record(game, archive.BY_RULES if by_rules else archive.BY_MODERATORS)
    ratings.note(game, by_rules=by_rules)
    hand_notices.game_over(game)
