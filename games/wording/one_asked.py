"""When an answer counts, and who sees it: one that nobody else owes turns the hand at once."""

from django.utils.translation import gettext as _


def counts(*, alone: bool, secret: bool) -> str:
    """Of an answer that is about to be given. `secret`: its phase is one of `SECRET_PHASES`."""
    if alone:
        return at_once(secret=secret)
    if secret:
        return _(
            "Nobody else sees it until the game is over. You can change it until the last answer "
            "is in."
        )
    return _("Nobody sees it until all are turned. You can change it until the last answer is in.")


def at_once(*, secret: bool) -> str:
    if secret:
        return _(
            "It counts at once and can’t be taken back. Nobody else sees it until the game is over."
        )
    return _("It counts at once, for everybody to see, and can’t be taken back.")


def reply_with(*, alone: bool) -> str:
    """How to answer by mail."""
    if alone:
        return _("Reply with just one of these on the first line.")
    return _("Reply with just one of these on the first line. Only you can see it.")


def changeable(*, alone: bool, secret: bool) -> str:
    """Until when, in a letter."""
    if alone:
        return at_once(secret=secret)
    return _("You can change your answer until the last one is in.")
