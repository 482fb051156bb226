"""How far the plans of a game have come, adjusted when it is taken back, and when that is undone.

A plan belongs to its seat and stays. But what a chosen card is to do is part of the answer that
chose it, and is void and put back with that.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from games import game_secrets
from games.models import Game, Plan, Seat
from games.plans.plan_tree import Progress
from games.selectors.hands.plans import plan_row
from games.services.hands import auto_answers, game_flow

Kept = Mapping[str, Any]


def plain(game: Game) -> list[dict[str, Any]]:
    """The progress of each plan, for `put_back`."""
    rows = Plan.objects.filter(seat__game=game).select_related("seat")
    return [_plain(row, game_secrets.open_plan(row, game)[1]) for row in rows]


def _plain(row: Plan, progress: Progress) -> dict[str, Any]:
    whose = {"seat": row.seat_id, "owner": row.owner_id}
    return whose | {"changed": row.changed_at.isoformat(), **progress._asdict()}


def take_back(game: Game) -> None:
    """The cards chosen in hands that are void do nothing any more."""
    for seat in game_flow.seats_of(game):
        auto_answers.keep_follow(game, seat, "")


def put_back(game: Game, kept: Sequence[Kept], came: Collection[int]) -> None:
    """Restores progress, except to seats (by id) to which somebody else came. A plan that was
    written anew meanwhile keeps its own steps."""
    then = {(each["seat"], each["owner"]): each for each in kept if each["seat"] not in came}
    for seat in game_flow.seats_of(game):
        earlier = then.get((seat.pk, seat.user_id))
        if earlier is not None:
            _restore_steps(game, seat, earlier)
        auto_answers.keep_follow(game, seat, earlier["follow"] if earlier else "")


def _restore_steps(game: Game, seat: Seat, earlier: Kept) -> None:
    row = plan_row(seat)
    if row is not None and row.changed_at.isoformat() == earlier["changed"]:
        text, progress = game_secrets.open_plan(row, game)
        auto_answers.keep_progress(game, row, text, Progress(earlier["done"], progress.follow))
