"""Whether moderators let somebody play and write: asked by the verbs of people."""

from accounts.models import User
from accounts.people import date_words
from games.refusals import Refused


def check_may_play(user: User) -> None:
    """Raises `Refused` ("suspended")."""
    for who in _answering(user):
        if who.suspended_until is not None and who.is_suspended:
            raise Refused("suspended", until=date_words.moment(who.suspended_until))


def check_may_write(user: User) -> None:
    """Whether their words may reach others.  Raises `Refused` ("muted")."""
    check_may_play(user)
    for who in _answering(user):
        if who.muted_until is not None and who.is_muted:
            raise Refused("muted", until=date_words.moment(who.muted_until))


def _answering(user: User) -> list[User]:
    """Whose sanctions count: of a bot that somebody wrote its owner's as well."""
    return [user, *User.objects.filter(programs__user=user)] if user.is_program else [user]
