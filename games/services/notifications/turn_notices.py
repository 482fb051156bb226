"""The notices when a game comes to rest: somebody is asked, or it is over.

Several hands may have been resolved since the last time, because plans answered them. Then each
person gets one letter about all of them, and none about each.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from games.models import Game, Hand, Seat, Stage
from games.services.notifications import hand_notices


def asking(
    game: Game,
    hand: Hand,
    asked: Sequence[Seat],
    due: Mapping[int, datetime],
    seats: Sequence[Seat],
    before: Hand | None,
    since: int,
) -> None:
    """A hand has opened and waits for somebody. Reports the hands from `since` on, which nobody
    was told about yet, and asks whoever is `asked`. `before`: the previous hand, if it is at hand.
    """
    last = hand.number - 1
    several = last > since
    if last >= since:
        but = [seat.pk for seat in asked] if several else []
        rest = [seat for seat in seats if seat.pk not in but]
        stage = _ended(game, hand, since, before)
        if stage is not None:
            hand_notices.stage_ended(game, stage, rest, asked)
        if stage is None or not several:
            hand_notices.hand_resolved(game, before or _numbered(game, last), since, rest)
    hand_notices.hand_opened(game, hand, asked, due, since if several else None)


def over(game: Game, before: Hand | None) -> None:
    """The last hand was resolved; it is reported before the result."""
    since, last = game.told_hand + 1, game.hand_number
    if last == since:
        turned = before or _numbered(game, last)
        hand_notices.hand_resolved(game, turned, since, hand_notices.people_of(game))
    game.told_hand = last


def _numbered(game: Game, number: int) -> Hand:
    return game.hands.get(number=number)


def _ended(game: Game, hand: Hand, since: int, before: Hand | None) -> Stage | None:
    """The last stage that ended with the hands from `since` on."""
    if before is not None and before.number == since:
        return before.stage if before.stage_id != hand.stage_id else None
    ended = game.stages.filter(ended_at__isnull=False, hands__number__gte=since)
    return ended.exclude(pk=hand.stage_id).order_by("-number").first()
