"""Whether moderators let somebody play and write: asked by the verbs of people."""

from accounts import when
from accounts.models import User
from games.refusals import Refused


def check_may_play(user: User) -> None:
    """Raises `Refused` ("suspended")."""
    if user.suspended_until is not None and user.is_suspended:
        raise Refused("suspended", until=when.moment(user.suspended_until))


def check_may_write(user: User) -> None:
    """Whether their words may reach others.  Raises `Refused` ("muted")."""
    check_may_play(user)
    if user.muted_until is not None and user.is_muted:
        raise Refused("muted", until=when.moment(user.muted_until))
