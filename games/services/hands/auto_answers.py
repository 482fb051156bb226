"""What a seat answers without being asked: by its plan, or because only one answer is possible.

Called as a hand opens, inside the transaction that holds the game's lock.
"""

import logging
from dataclasses import replace
from typing import NamedTuple

from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError

from games import game_secrets, plans
from games.models import Bid, Game, Hand, Plan, Seat
from games.plans import evaluating, parsing
from games.plans.evaluating import SeenHand, Source
from games.plans.plan_tree import Progress
from games.rules.base import State
from games.rules.registry import ruleset
from games.selectors.hands.plans import plan_row

log = logging.getLogger(__name__)


class Ahead(NamedTuple):
    """An answer, whether the plan gave it or it was the only one possible (`Bid.Via`), and its
    `Bid.trace`."""

    notation: str
    via: str
    trace: str = ""


def both(game: Game, text: str) -> tuple[str, str] | None:
    """An answer and the answer to the question it leads to, both canonical; None if `text` is not
    two answers."""
    read = plans.vocabulary_of(game.ruleset).say(text)
    return read if read is not None and read[1] else None


def seen_hand(game: Game, state: State, seat: int) -> SeenHand:
    """A hand as this seat sees it, from its own observation alone."""
    rules = ruleset(game.ruleset)
    return SeenHand(
        rules.observation(state, seat), rules.legal(state, seat), rules.ranked(state, seat)
    )


def answer(game: Game, state: State, seat: Seat) -> Ahead | None:
    """What this seat answers now, with its plan moved on; None if its player is to be asked."""
    if (planned := by_plan(game, state, seat)) is not None:
        return planned
    if seat.ask_forced:
        return None
    legal = ruleset(game.ruleset).legal(state, seat.index)
    return Ahead(legal[0], Bid.Via.FORCED) if len(legal) == 1 else None


def by_plan(game: Game, state: State, seat: Seat, missed: Hand | None = None) -> Ahead | None:
    """What the plan of this seat answers, and the plan is moved on; None if nothing in it fits.

    `missed`: the open hand, if the seat let its time run out there. A plan that was asked there
    before has only its rules: its next step is for the hand after.
    """
    row = plan_row(seat)
    if row is None:
        return None
    try:
        text, progress = game_secrets.open_plan(row, game)
        words = plans.vocabulary_of(game.ruleset)
        plan = parsing.parse_stored(text, words)
        if missed is not None and was_asked(row, progress, missed):
            plan = replace(plan, queue=())
        asked = seen_hand(game, state, seat.index)
        verdict = evaluating.evaluate(plan, progress, words, asked)
    except (DatabaseError, SoftTimeLimitExceeded):
        raise
    except Exception:  # a plan must never keep a whole table waiting: ask the player
        log.exception("The plan of seat %s could not be followed.", seat.pk)
        return None
    if verdict.progress != progress:
        keep_progress(game, row, text, verdict.progress)
    if verdict.answer is None:
        return None
    trace = Bid.FOLLOW_UP if verdict.source is Source.FOLLOW else ""
    return Ahead(verdict.answer, Bid.Via.PLAN, trace)


def was_asked(row: Plan, progress: Progress, hand: Hand) -> bool:
    """Whether a plan was asked in this open hand: as it opened, or after it was written there."""
    return row.changed_at < hand.opened_at or progress.done > 0


def keep_progress(game: Game, row: Plan, text: str, progress: Progress) -> None:
    """Stores how far a plan has come. Deletes it if it has neither text nor a prepared answer, and
    never had a text."""
    if not text and not progress.follow and row.changed_at <= game.created_at:
        Plan.objects.filter(pk=row.pk).delete()
        return
    game_secrets.seal_plan(row, game, text, progress)
    row.save()


def follow_kept(game: Game, seat: Seat) -> str:
    """What the card this seat has chosen is to do; "" means that its player is asked."""
    row = plan_row(seat)
    return game_secrets.open_plan(row, game)[1].follow if row is not None else ""


def keep_follow(game: Game, seat: Seat, follow: str) -> None:
    """Stores what the card this seat has just chosen is to do; "" means that its player
    is asked."""
    row = plan_row(seat)
    text, progress = game_secrets.open_plan(row, game) if row else ("", Progress())
    if progress.follow == follow:
        return
    if row is None:
        Plan.objects.filter(seat=seat).delete()  # of somebody who sat here before
        # Its owner has written nothing, so an older mail may still bring a plan.
        row = Plan(seat=seat, owner=seat.user, changed_at=game.created_at)
    keep_progress(game, row, text, Progress(progress.done, follow))
