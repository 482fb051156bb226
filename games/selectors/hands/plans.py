"""What a seat's plan is, read on behalf of who sits there."""

from dataclasses import dataclass
from datetime import datetime

from games import game_secrets, plans
from games.models import Game, Hand, Plan, Seat


@dataclass(frozen=True)
class OwnPlan:
    """A seat's plan as its owner may see it; `left` is what of it still counts, canonical.

    `steps` are the choices of the queue that are still to come, `rules` those for every hand.
    """

    text: str
    left: str
    done: int
    steps: list[str]
    rules: list[str]
    changed_at: datetime


def plan_row(seat: Seat) -> Plan | None:
    """The plan of who sits there now; that of somebody before does not count."""
    row: Plan | None = getattr(seat, "plan", None)
    return row if row is not None and row.owner_id == seat.user_id else None


def own_plan(game: Game, seat: Seat) -> OwnPlan | None:
    """The plan of this very seat, if who sits there made it; ask only on behalf of them."""
    row = plan_row(seat)
    if row is None:
        return None
    text, place = game_secrets.open_plan(row, game)
    if not text:
        return None
    words = plans.vocabulary_of(game.ruleset)
    try:
        plan = plans.parse(text, words)
    except plans.PlanError:  # kept since before the language changed; it answers nothing
        plan = plans.Plan()
    left = plans.Plan(plan.queue[place.done :], plan.standing)
    return OwnPlan(
        text=text,
        left=plans.written(left, words),
        done=place.done,
        steps=[plans.choice_text(step, words) for step in left.queue],
        rules=[plans.choice_text(rule, words) for rule in left.standing],
        changed_at=row.changed_at,
    )


def leads(game: Game, phase: str) -> bool:
    """Whether an answer in this phase may be given together with the one that it leads to."""
    return phase in plans.vocabulary_of(game.ruleset).leads


def follow_of(game: Game, hand: Hand, seat: int) -> str:
    """What the card that this seat chose in the open hand is to do when its time comes; "" if
    nothing was said of that.  For who sits there alone, and a game that was read with its seats.
    """
    if hand.state == Hand.State.RESOLVED or not leads(game, hand.phase):
        return ""
    row = plan_row(next(each for each in game.seats.all() if each.index == seat))
    return game_secrets.open_plan(row, game)[1].follow if row is not None else ""
