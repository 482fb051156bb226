"""How far the plans of a game have come, adjusted when it is taken back, and when that is undone.

A plan belongs to its seat and stays. But what a chosen card is to do is part of the answer that
chose it, and is void and put back with that.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from games import game_secrets
from games.models import Bid, Game, Plan, Seat
from games.plans.plan_tree import Progress
from games.selectors.hands.plans import plan_row
from games.selectors.seats.occupancy import was_theirs
from games.services.hands import auto_answers, game_flow

Kept = Mapping[str, Any]


def plain(game: Game) -> list[dict[str, Any]]:
    """The progress of each plan, for `put_back`."""
    rows = Plan.objects.filter(seat__game=game).select_related("seat")
    return [_plain(row, game_secrets.open_plan(row, game)[1]) for row in rows]


def _plain(row: Plan, progress: Progress) -> dict[str, Any]:
    whose = {"seat": row.seat_id, "owner": row.owner_id}
    return whose | {"changed": row.changed_at.isoformat(), **progress._asdict()}


def take_back(game: Game, number: int) -> None:
    """What a card is to do is as it was when that hand opened: cards chosen since do nothing any
    more. Called while the void bids are there, and who had which seat then is still known."""
    for seat in game_flow.seats_of(game):
        auto_answers.keep_follow(game, seat, _follow_before(game, seat, number))


def _follow_before(game: Game, seat: Seat, number: int) -> str:
    """What a card of this seat, chosen before that hand, was still to do then: the next answer of
    the seat was made of it, if there was one."""
    bids = Bid.objects.filter(hand__game=game, hand__number__gte=number, seat=seat)
    bid = bids.select_related("hand").order_by("hand__number").first()
    if bid is None:
        return auto_answers.follow_kept(game, seat)
    if bid.trace != Bid.FOLLOW_UP or not was_theirs(seat, bid.hand.number):
        return ""
    return game_secrets.open_bid(bid, game.code, bid.hand.number, seat.index).notation


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
