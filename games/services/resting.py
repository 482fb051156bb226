"""What is told when a game comes to rest: somebody is asked, or it is over.

Several hands may have been turned since the last time, because plans answered them: then each
person gets one letter about all of them, and none about each.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from games.models import Game, Hand, Seat, Stage
from games.services import notices


def asking(game: Game, hand: Hand, asked: Sequence[Seat], due: Mapping[int, datetime]) -> None:
    """A hand has opened and waits for somebody: what came before it, and who is asked now."""
    since, last = game.told_hand + 1, hand.number - 1
    several = last > since
    if last >= since:
        stage = _ended(game, hand, since)
        but = [seat.pk for seat in asked] if several else []
        if stage is not None:
            notices.stage_ended(game, stage, but=but)
        if stage is None or not several:
            notices.hand_resolved(game, _numbered(game, last), since, but=but)
    game.told_hand = last
    notices.hand_opened(game, hand, asked, due, since if several else None)


def over(game: Game) -> None:
    """The last hand has been turned: what came before is told with the result."""
    since, last = game.told_hand + 1, game.hand_number
    if last == since:
        notices.hand_resolved(game, _numbered(game, last), since)
    game.told_hand = last


def _numbered(game: Game, number: int) -> Hand:
    return game.hands.get(number=number)


def _ended(game: Game, hand: Hand, since: int) -> Stage | None:
    """The last stage that ended with the hands from `since` on."""
    ended = game.stages.filter(ended_at__isnull=False, hands__number__gte=since)
    return ended.exclude(pk=hand.stage_id).order_by("-number").first()
