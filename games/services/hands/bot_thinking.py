"""Bots that search, in a queue of their own and outside of every lock.

`Hand.bots_due` says until when a hand waits for them. Whoever comes first then completes it: the
worker with their answers, the delayed task `hurry`, or the sweep. When time is up, a light bot
answers instead, and `Bid.trace` says so. No table waits longer than `bot_answers.ALONE` for bots
alone.

How long a search takes depends on how many answers are legal, which is nobody else's business. So
answers are stored after the same time, however soon they were found.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from threading import BoundedSemaphore
from time import monotonic, sleep
from typing import NamedTuple

from django.db import transaction

from accounts.operation import database_clock
from games import bots, game_secrets
from games.bots import levels
from games.catalogue import GAMES
from games.models import Bid, Game, Hand, LogEntry, Seat
from games.rules.base import Event, Observation, State
from games.rules.registry import ruleset
from games.services import wake_workers
from games.services.hands import asides, bids, bot_answers

LATE = "light: late"
SEARCH_SLOTS = BoundedSemaphore(2)  # searches in one process
AGAIN = 0.3  # seconds until a worker tries again to get a slot for a search
# With less time left than this, no search is begun: with many tables at once, all the light answers
# would be stored in the same moment, and the last of them too late.
MIN_TIME = timedelta(seconds=0.75)
EVEN = 2.0  # times what hardly any search takes longer than: so long an answer waits to be stored
SEARCH_SECONDS = 0.10  # for games that don't say how long theirs take


class BotSeat(NamedTuple):
    """What is needed to answer for one seat without the database."""

    seat: int
    level: int
    observation: Observation
    legal: list[str]


class Question(NamedTuple):
    """What a search needs to know about a hand.

    `seats`: of the table; `waiting`: how many hands are due within `bot_answers.ALONE`; `memory`:
    the public events so far.
    """

    slug: str
    seats: int
    due: datetime
    waiting: int
    asked: list[BotSeat]
    memory: list[Event]


def think(hand_id: int) -> bool:
    """Answers for the bots of a hand that have not answered. True if an answer was stored.

    At most `SEARCH_SLOTS` searches run in one process; the task comes again for what is too much.
    """
    began = monotonic()
    if not SEARCH_SLOTS.acquire(blocking=False):
        wake_workers.think(hand_id, after=AGAIN)
        return False
    try:
        with transaction.atomic():
            found = _asked(hand_id)
        if found is not None and _acted(hand_id, found):
            with transaction.atomic():
                found = _asked(hand_id)
        if found is None:
            return False
        given = _searched(found)
    finally:
        SEARCH_SLOTS.release()
    sleep(max(0.0, began + _even_time(found) - monotonic()))
    return _store(hand_id, given)


def _even_time(question: Question) -> float:
    """Seconds from the beginning until answers are stored. Where many tables wait, the queue takes
    longer, and hides as much."""
    return EVEN * search_of(question).total_seconds() / max(1, question.waiting)


def _searched(found: Question) -> dict[int, levels.Answer]:
    """The answers by seat, as many as there is time for."""
    given = {}
    for number, each in enumerate(found.asked):
        left = found.due - MIN_TIME - database_clock.now()
        if not fits(left, found.waiting, len(found.asked) - number, search_of(found)):
            break
        given[each.seat] = levels.answer(
            found.slug, each.level, each.observation, each.legal, found.memory, bot_answers.CHANCE
        )
    _note(found.slug, [answer.trace for answer in given.values()])
    return given


def _note(slug: str, traces: Sequence[str]) -> None:
    if any(trace.startswith("searched") for trace in traces):
        bot_answers.note_search(True)
    elif levels.NO_ENGINE in traces and levels.why_none(slug):
        bot_answers.note_search(False)


def _acted(hand_id: int, found: Question) -> bool:
    """Has the bots do what they wish to do out of turn. True if any did, so that it may see more
    now."""
    acted = False
    for each in found.asked:
        act = levels.aside(found.slug, each.level, each.observation, bot_answers.CHANCE)
        acted |= bool(act) and asides.do_for_bot(hand_id, each.seat, act)
    return acted


def search_of(question: Question) -> timedelta:
    known = GAMES[question.slug].search_seconds
    return timedelta(seconds=known.get(question.seats, SEARCH_SECONDS))


def fits(left: timedelta, waiting: int, bots: int, search: timedelta) -> bool:
    """Whether `left` is enough for a search for each of these bots at each table that waits.

    If not, light bots answer at once, instead of after waiting until time is up.
    """
    return left >= search * bots * max(1, waiting)


def _asked(hand_id: int) -> Question | None:
    hand = Hand.objects.select_related("game").filter(pk=hand_id).first()
    if hand is None or hand.bots_due is None or hand.state != Hand.State.OPEN:
        return None
    now = database_clock.now()
    if hand.bots_due <= now or hand.game.hand_number != hand.number:
        return None
    game, state = hand.game, game_secrets.open_state(hand.game)
    rules, memory = ruleset(game.ruleset), memory_of(game)
    asked = [
        BotSeat(s.index, s.level, known(game, state, s.index, memory), rules.legal(state, s.index))
        for s in missing(game, hand)
        if s.level is not None
    ]
    soon = Hand.objects.filter(state=Hand.State.OPEN, bots_due__lte=now + bot_answers.ALONE)
    return Question(game.ruleset, game.seats.count(), hand.bots_due, soon.count(), asked, memory)


def known(game: Game, state: State, seat: int, memory: Sequence[Event]) -> Observation:
    """What a bot that searches knows: what the page shows to its seat and, at a table that leaves
    remembering to the players, its notes of all that lay open."""
    rules = ruleset(game.ruleset)
    seen = bots.peeked(rules, state, game_secrets.seen(game, state, seat))
    noted = getattr(rules, "noted", None)
    if game.recalls or noted is None:
        return seen
    return noted(seen, memory)


def memory_of(game: Game) -> list[Event]:
    """The public events so far, oldest first: what everybody at the table may remember. What was
    done out of turn is among them: the first act of a stage, if it is one, tells how it began."""
    told = LogEntry.objects.filter(game=game, kind__in=("hand", "aside"))
    entries = told.order_by("number")
    return [
        Event(event["kind"], {name: value for name, value in event.items() if name != "kind"})
        for data in entries.values_list("data", flat=True)
        for event in data["events"]
    ]


def missing(game: Game, hand: Hand) -> Sequence[Seat]:
    """The bots that this hand asks and that have not answered."""
    seats = game.seats.select_related("user").filter(index__in=hand.awaiting)
    answered = hand.bids.values_list("seat_id", flat=True)
    return [seat for seat in seats.exclude(pk__in=answered) if seat.by_bot]


def _store(hand_id: int, given: dict[int, levels.Answer]) -> bool:
    """Stores the answers that are still wanted, under the game's lock. Drops what came too late."""
    with transaction.atomic():
        hand = _locked(hand_id)
        if hand is None:
            return False
        rules, state = ruleset(hand.game.ruleset), game_secrets.open_state(hand.game)
        answers = bids.answers_in(hand)
        for seat in missing(hand.game, hand):
            found = given.get(seat.index)
            if found is None or found.notation not in rules.legal(state, seat.index):
                found = levels.Answer(bot_answers.light(hand.game, state, seat.index), LATE)
            bids.store_bid(
                hand.game, hand, seat, found.notation, Bid.Via.BOT, answers, trace=found.trace
            )
        hand.bots_due = None
        hand.save(update_fields=["bots_due"])
        bids.mark_ready_if_full(hand, answers)
    return True


def _locked(hand_id: int) -> Hand | None:
    try:
        game = game_secrets.lock_game(hands=hand_id)
    except Game.DoesNotExist:
        return None
    hand = Hand.objects.get(pk=hand_id)
    hand.game = game
    waits = game.state == Game.State.RUNNING and hand.state == Hand.State.OPEN
    return hand if waits and hand.bots_due is not None else None


def hurry(hand_id: int) -> bool:
    """Lets light bots answer for those whose time is up. True if they did."""
    due = Hand.objects.filter(pk=hand_id, bots_due__lte=database_clock.now()).exists()
    return due and _store(hand_id, {})
