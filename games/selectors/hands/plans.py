"""A seat's plan, read on behalf of the person who sits there."""

from dataclasses import dataclass
from datetime import datetime

from games import game_secrets, plans
from games.models import Game, Hand, Plan, Seat
from games.plans import parsing, plan_tree, printing


@dataclass(frozen=True)
class OwnPlan:
    """A seat's plan, decrypted for its owner.

    `left` is the part that still applies, in canonical form; `steps` are the remaining choices of
    the queue, `rules` those for every hand.
    """

    text: str
    left: str
    done: int
    steps: list[str]
    rules: list[str]
    changed_at: datetime


def plan_row(seat: Seat) -> Plan | None:
    """The plan of the person who sits there now; that of a predecessor doesn't count."""
    row: Plan | None = getattr(seat, "plan", None)
    return row if row is not None and row.owner_id == seat.user_id else None


def own_plan(game: Game, seat: Seat) -> OwnPlan | None:
    """The plan of this seat, if its present owner wrote it. Call it only on their behalf."""
    row = plan_row(seat)
    if row is None:
        return None
    text, place = game_secrets.open_plan(row, game)
    if not text:
        return None
    words = plans.vocabulary_of(game.ruleset)
    plan = parsing.parse_stored(text, words)
    left = plan_tree.Plan(plan.queue[place.done :], plan.standing)
    return OwnPlan(
        text=text,
        left=printing.written(left, words),
        done=place.done,
        steps=[printing.choice_text(step, words) for step in left.queue],
        rules=[printing.choice_text(rule, words) for rule in left.standing],
        changed_at=row.changed_at,
    )


def leads(game: Game, phase: str) -> bool:
    """Whether an answer in this phase can be given together with a follow-up answer."""
    return phase in plans.vocabulary_of(game.ruleset).leads


def follow_of(game: Game, hand: Hand, seat: int) -> str:
    """The planned follow-up to the card that this seat has chosen in the open hand; "" if none.

    Call it only on behalf of the seat's owner; the game must have been fetched with its seats.
    """
    if hand.state == Hand.State.RESOLVED or not leads(game, hand.phase):
        return ""
    row = plan_row(next(each for each in game.seats.all() if each.index == seat))
    return game_secrets.open_plan(row, game)[1].follow if row is not None else ""
