"""Writing and clearing the plan of a seat; `services.hands.auto_answers` carries it out."""

from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils.text import format_lazy

from accounts.models import User
from accounts.operation import database_clock
from games import game_secrets, plans
from games.models import Bid, Game, Plan, Seat
from games.plans import parsing, plan_tree
from games.plans.errors import PlanError
from games.plans.plan_tree import Progress
from games.refusals import Refused, filled, reasons
from games.selectors.hands.plans import plan_row
from games.services.hands import auto_answers, bids, game_flow, plan_rehearsal
from games.services.hands.bidding import seat_of, takes_bids
from games.services.hands.plan_rehearsal import Tried
from games.visibility import GIVEN_AHEAD


class Written(NamedTuple):
    """What a new plan means for now.

    `tried`: what it says in the open hand, and what is sealed there (None: the seat owes nothing).
    `waits`: a bot plays the seat, and the plan waits until its owner is back. `stays`: the number
    of the open hand if an earlier plan has answered it, which its owner may still change; else 0.
    """

    tried: Tried | None = None
    waits: bool = False
    stays: int = 0


def refusal(error: PlanError, ruleset: str) -> Refused:
    """What is wrong with a plan, in words for people and as fields for programs."""
    key = error.code
    if key in ("unexpected", "unknown_fact") and not error.found:
        key = "missing"
    elif key == "unexpected" and not error.expected:
        key = "unknown_sign"
    expected = format_lazy(", ".join("{}" for _each in error.expected), *map(_part, error.expected))
    hint = {"reason": error.code, "ruleset": ruleset, "line": error.line, "column": error.column}
    return Refused(
        "bad_plan",
        {**hint, "found": error.found, "expected": error.expected},
        line=error.line,
        column=error.column,
        reason=filled(reasons.PLAN[key], found=error.found, expected=expected),
    )


def _part(expected: str) -> Any:
    """The words of the plan language are not translated. Its signs are in quotation marks, since
    they would get lost among ours."""
    if expected in reasons.PLAN_PARTS or expected[0].isalnum():
        return reasons.PLAN_PARTS.get(expected, expected)
    return filled(reasons.PLAN_SIGN, said=expected)


def read(ruleset: str, text: str) -> plan_tree.Plan:
    """Parses the plan for this game. Raises `Refused` ("bad_plan")."""
    try:
        return parsing.parse(text, plans.vocabulary_of(ruleset))
    except PlanError as error:
        raise refusal(error, ruleset) from None


def write(
    user: User,
    code: str,
    text: str,
    *,
    now: bool = False,
    seen_hand: int | None = None,
    ask_forced: bool | None = None,
    given_at: datetime | None = None,
) -> Written:
    """Stores a plan for this person's seat, from the next hand on; an empty text clears it.

    With `now`, or if that opened after `given_at`, it also answers the open hand, unless its player
    has answered that already. `seen_hand` is the number of the hand that its writer saw: if another
    is open by now, `now` is refused, and the stored plan, sent again because a response was lost,
    goes on where it is.
    `ask_forced`: whether to be asked even if only one answer is possible (None: unchanged).
    `given_at`: when it came, if that was earlier (a mail); a younger plan then stands.
    Raises `Refused` ("bad_plan" with line and column, "not_seated", "game_over", "hand_went_on",
    "changed_since", …).
    """
    with transaction.atomic():
        game, seat = _seated(user, code)
        plan = read(game.ruleset, text)
        if ask_forced is not None:
            seat.ask_forced = ask_forced
            seat.save(update_fields=["ask_forced"])
        if seen_hand is not None and seen_hand != game.hand_number:
            if _was_kept(game, seat, text, seen_hand):
                return Written(waits=seat.by_bot)
            if now:
                open_hand = game.hand_number
                raise Refused("hand_went_on", {"open": open_hand}, open=open_hand)
        _keep(game, seat, text, given_at)
        tried = plan_rehearsal.now(game, seat, plan)
        if (now or _has_opened_since(game, seat, given_at)) and _answer_open_hand(game, seat):
            tried = _answered(plan_rehearsal.now(game, seat, plan))
        stays = not (tried is not None and tried.answered) and _earlier_answer_stays(game, seat)
    return Written(tried, seat.by_bot, game.hand_number if stays else 0)


def _answered(tried: Tried | None) -> Tried | None:
    """The same, once an answer was given ahead: that of the plan, unless only one was possible."""
    if tried is None or tried.given is None or tried.given != tried.verdict.answer:
        return tried
    return replace(tried, answered=True)


def _has_opened_since(game: Game, seat: Seat, given_at: datetime | None) -> bool:
    """Whether the open hand was still to come when its owner sent the plan, and asks them, not a
    bot."""
    if given_at is None or seat.by_bot:
        return False
    return game.hands.filter(number=game.hand_number, opened_at__gt=given_at).exists()


def _was_kept(game: Game, seat: Seat, text: str, seen_hand: int) -> bool:
    """Whether this is the plan of the seat, word for word, stored since that hand opened."""
    row = plan_row(seat)
    if row is None or game_secrets.open_plan(row, game)[0] != _stored(text):
        return False
    return game.hands.filter(number=seen_hand, opened_at__lte=row.changed_at).exists()


def _stored(text: str) -> str:
    return text if text.strip() else ""


def _keep(game: Game, seat: Seat, text: str, given_at: datetime | None) -> None:
    """Replaces the text of the plan. What a chosen card is to do when its time comes stays.

    An empty text is stored as well: with the moment when its owner wanted no plan any more.
    """
    text = _stored(text)
    row = plan_row(seat)
    progress = game_secrets.open_plan(row, game)[1] if row is not None else Progress()
    if row is None:
        Plan.objects.filter(seat=seat).delete()  # of whoever had the seat before
        row = Plan(seat=seat, owner=seat.user)
    elif given_at is not None and row.changed_at > given_at:
        raise Refused("changed_since")
    row.changed_at = given_at or database_clock.now()
    auto_answers.keep_progress(game, row, text, Progress(0, progress.follow))


def _earlier_answer_stays(game: Game, seat: Seat) -> bool:
    """Whether a plan has given what is sealed in the open hand, and it may still be changed."""
    by_plan = Bid.objects.filter(seat=seat, hand__number=game.hand_number, via=Bid.Via.PLAN)
    bid = by_plan.exclude(trace=Bid.FOLLOW_UP).select_related("hand").first()
    return bid is not None and takes_bids(game, bid.hand)


def clear(user: User, code: str, *, given_at: datetime | None = None) -> Written:
    """Clears the plan of this person's seat. What it has answered stays answered."""
    return write(user, code, "", given_at=given_at)


def play(user: User, code: str) -> bool:
    """Lets the plan of this person's seat answer the open hand, which opened before it was
    written. True if it has answered, or had before. Raises `Refused` ("not_seated", …).

    A plan that has no answer there stays as it is.
    """
    with transaction.atomic():
        game, seat = _seated(user, code)
        if _has_answered(game, seat):
            return True
        return plan_rehearsal.can_play(game, seat) and _answer_open_hand(game, seat)


def forget(seat: Seat) -> None:
    """Clears the plan and `ask_forced` of a seat whose player changes.

    Called in the transaction that gives the seat to somebody else.
    """
    Plan.objects.filter(seat=seat).delete()
    Seat.objects.filter(pk=seat.pk).update(ask_forced=False)
    seat.ask_forced = False


def _seated(user: User, code: str) -> tuple[Game, Seat]:
    game = game_secrets.lock_game_by_code(code)
    seat = seat_of(game, user)
    if game.state != Game.State.RUNNING:
        over = game.state in Game.ENDED
        raise Refused("game_over" if over else "game_not_running")
    return game, seat


def _has_answered(game: Game, seat: Seat) -> bool:
    """Whether the plan, as it is now, has given what is sealed in the open hand."""
    by_plan = Bid.objects.filter(seat=seat, hand__number=game.hand_number, via=Bid.Via.PLAN)
    return by_plan.filter(given_at__gte=F("seat__plan__changed_at")).exists()


def _answer_open_hand(game: Game, seat: Seat) -> bool:
    """Lets the plan answer the open hand. It replaces an answer that was given in advance, never
    one that the player gave, or wrote together with the card that is being carried out."""
    seat = _with_plan(game, seat)
    hand = game.hands.get(number=game.hand_number)
    answers = bids.answers_in(hand)
    given = answers.get(seat.pk)
    if not takes_bids(game, hand) or seat.index not in hand.awaiting:
        return False
    if given is not None and (given.via not in GIVEN_AHEAD or given.trace == Bid.FOLLOW_UP):
        return False
    follow = auto_answers.follow_kept(game, seat)
    answered = game_flow.answer_ahead(game, hand, game_secrets.open_state(game), seat, answers)
    if answered:
        bids.mark_ready_if_full(hand, answers)
    elif given is not None:  # it stays, and so does what its card is to do
        auto_answers.keep_follow(game, _with_plan(game, seat), follow)
    return answered


def _with_plan(game: Game, seat: Seat) -> Seat:
    return game.seats.select_related("user", "plan").get(pk=seat.pk)
