"""Notices between people: friend requests, and reserved seats."""

from accounts.models import User
from accounts.notifications import outbox
from accounts.notifications.outbox import NotificationRequest
from games.models import Friendship, Game


def friend_asked(row: Friendship) -> None:
    """Once until they are friends, however often the same person asks."""
    _tell([_asked(row.asker_id, row.asked_id)])


def friend_agreed(row: Friendship) -> None:
    """Each time: they may have been friends before, and ended it."""
    event = f"friend:{row.asker_id}:{row.asked_id}:agreed"
    facts = {"person": row.asked_id}
    requests = [NotificationRequest(row.asker_id, "friend_agreed", event, facts)]
    outbox.forget_told(requests)
    outbox.let_recur([_asked(row.asker_id, row.asked_id), _asked(row.asked_id, row.asker_id)])
    outbox.enqueue(requests)


def _asked(by: int, whom: int) -> NotificationRequest:
    return NotificationRequest(whom, "friend_asked", f"friend:{by}:{whom}:asked", {"person": by})


def seat_kept(game: Game, whom: User, by: User) -> None:
    """To somebody invited to an open table by name."""
    event = f"game:{game.pk}:kept:{whom.pk}:{by.pk}"
    facts = {"game": game.pk, "person": by.pk}
    _tell([NotificationRequest(whom.pk, "seat_kept", event, facts)])


def _tell(requests: list[NotificationRequest]) -> None:
    """Also what was taken back before it was sent, and is done again."""
    outbox.forget_untrue(requests)
    outbox.enqueue(requests)
