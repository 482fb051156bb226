"""What the recipient of a notice may see of its game."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from accounts.models import Notice
from accounts.notifications import digests, prefetch
from games import selectors
from games.game_view import GameView, views_of_readers
from games.models import Bid, Hand, Seat, Stage
from games.selectors.observations import OwnBid
from games.services.notifications import hand_notices

T = TypeVar("T")


def view_of(notice: Notice) -> GameView | None:
    """The notice's game as its recipient sees it; None if they don't play there now."""
    found: GameView | None = prefetch.found("view", notice)
    return found


def is_about(notice: Notice, hand: Hand) -> bool:
    """Whether the notice, whose facts name a hand of that number, is about this one: not if it came
    from one that moderators have taken back."""
    what, _, rest = notice.event.partition(":")
    return what != "hand" or rest.startswith(f"{hand.pk}:")


def still_asks(notice: Notice, view: GameView) -> bool:
    """Whether the hand that the notice asks about still waits for its reader."""
    hand = view.hand
    return hand is not None and is_about(notice, hand) and view.is_asked(notice.facts["hand"])


def turned_hand(notice: Notice) -> tuple[GameView, Hand] | None:
    """The hand that the notice is about, as its reader sees it, if it is turned."""
    view = view_of(notice)
    if view is None:
        return None
    turned = view.game.hands.filter(state=Hand.State.RESOLVED)
    hand = turned.filter(number=notice.facts["hand"]).first()
    return (view, hand) if hand is not None and is_about(notice, hand) else None


def missed_hand(notice: Notice) -> tuple[GameView, Hand, OwnBid] | None:
    """The hand that its reader missed, and what was played for them; None if it was taken back and
    answered.
    """
    found = turned_hand(notice)
    if found is None:
        return None
    view, hand = found
    bid = selectors.observations.own_bid(view.game, hand, view.own_seat.index)
    return (view, hand, bid) if bid is not None and bid.via == Bid.Via.DEADLINE else None


def is_stage_over(notice: Notice, stage: Stage | None) -> bool:
    """Whether the end of this stage that the notice tells still holds: moderators may have taken it
    back."""
    if stage is None or stage.ended_at is None:
        return False
    ended = hand_notices.moment_of_end(stage)
    return bool(notice.facts.get("ended", ended) == ended)


def is_about_several(notice: Notice) -> bool:
    """Whether its letter gathers notices about several games."""
    return notice.kind == digests.KIND and "game" not in notice.facts


def games_of(notice: Notice) -> set[int]:
    """The ids of the games that its letter is about."""
    parts = prefetch.found("parts", notice) if is_about_several(notice) else [notice]
    return {part.facts["game"] for part in parts if "game" in part.facts}


def each_own(
    notices: Sequence[Notice], read: Callable[[set[int], set[int]], Mapping[Seat, T]]
) -> list[dict[Seat, T]]:
    """For each notice what there is for its reader's seats at its tables; one reading for all, of
    these people and these games.
    """
    about = [games_of(notice) for notice in notices]
    people = {notice.recipient_id for notice in notices if notice.recipient_id}
    found = read(people, set().union(*about))
    return [
        {
            seat: own
            for seat, own in found.items()
            if seat.user_id == notice.recipient_id and seat.game_id in games
        }
        for notice, games in zip(notices, about, strict=True)
    ]


def views(notices: Sequence[Notice]) -> list[GameView | None]:
    """The views for many notices, in a constant number of queries."""
    keys = {notice.facts["game"] for notice in notices if "game" in notice.facts}
    games = selectors.access.read_games(keys)
    return views_of_readers(
        [(games.get(notice.facts.get("game")), notice.recipient) for notice in notices]
    )


prefetch.register("view", views)
