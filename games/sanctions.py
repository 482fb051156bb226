"""Whether moderators let somebody play and write: asked by the verbs of people."""

from accounts.models import User
from accounts.people import date_words
from games.refusals import Refused


def check_may_play(user: User) -> None:
    """Raises `Refused` ("suspended"), of a bot that somebody wrote also where its owner is."""
    if user.suspended_until is not None and user.is_suspended:
        raise Refused("suspended", until=date_words.moment(user.suspended_until))
    if user.kind == User.Kind.PROGRAM:
        check_may_play(user.program.owner)


def check_may_write(user: User) -> None:
    """Whether what they, or who wrote them, say may reach others.  Raises `Refused` ("muted")."""
    check_may_play(user)
    if user.muted_until is not None and user.is_muted:
        raise Refused("muted", until=date_words.moment(user.muted_until))
    if user.kind == User.Kind.PROGRAM:
        check_may_write(user.program.owner)
