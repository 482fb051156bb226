"""Leaving a seat and coming back, taking another’s, more time, and votes."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal

SEATS = {
    "absent": Refusal(
        409,
        _("A bot plays your seat"),
        _("A bot plays your seat. Say that you are back first; nothing was changed."),
    ),
    "not_offered": Refusal(
        409,
        _("The seat is not free"),
        _("This seat is not free: somebody sits there, or has just taken it."),
    ),
    "sat_elsewhere": Refusal(
        403,
        _("You know cards of this game"),
        _(
            "You sat on another seat of this game, so you know its cards. Take a seat at "
            "another table."
        ),
    ),
    "no_seat": Refusal(
        404,
        _("No such seat"),
        _("This game has no seat %(given)s."),
    ),
    "no_extensions": Refusal(
        403,
        _("No more time at this table"),
        _("At this table no hand is given more time."),
    ),
    "extended_already": Refusal(
        409,
        _("Given already"),
        _(
            "Your seat has given a hand more time already; each may once a game. Nothing was "
            "changed."
        ),
    ),
    "not_that_hand": Refusal(
        409,
        _("Another hand is open"),
        _("Hand %(open)s is open now; its time was not changed."),
    ),
    "no_votes": Refusal(
        403,
        _("No votes at this table"),
        _("At this table there is no vote on pausing or cancelling."),
    ),
    "bad_wish": Refusal(
        400,
        _("Nothing to vote for"),
        _("“%(given)s” is nothing to vote for. There are: %(known)s."),
    ),
    "not_over": Refusal(
        409,
        _("The game still runs"),
        _("This game still runs. Play again when it is over."),
    ),
}
