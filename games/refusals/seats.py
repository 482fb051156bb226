"""Leaving a seat and coming back, taking another’s, more time, and votes."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal

SEATS = {
    "absent": Refusal(
        409,
        _("A bot plays your seat"),
        _("A bot is playing your seat. Say that you are back first; nothing was changed."),
    ),
    "not_offered": Refusal(
        409,
        _("The seat is not free"),
        _("This seat isn’t free: somebody sits there, or has just taken it."),
    ),
    "seat_passed_on": Refusal(
        404,
        _("Somebody else has your seat"),
        _(
            "Somebody else has taken your seat at this table, and it isn’t open to everybody. "
            "To play, take a seat at another table."
        ),
    ),
    "sat_elsewhere": Refusal(
        403,
        _("You know cards from this game"),
        _(
            "You have had another seat in this game, so you know its cards; a bot of yours counts "
            "as you. Take a seat at another table."
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
        _("At this table hands get no extra time."),
    ),
    "extended_already": Refusal(
        409,
        _("Already given"),
        _(
            "Your seat has already given a hand more time; each seat may do so once a "
            "game. Nothing was changed."
        ),
    ),
    "not_that_hand": Refusal(
        409,
        _("Another hand is open now"),
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
        _("“%(given)s” is not something to vote for. You can vote for: %(known)s."),
    ),
    "not_over": Refusal(
        409,
        _("The game is still running"),
        _("This game is still running. Play again when it is over."),
    ),
    "rematch_begun": Refusal(
        409,
        _("The rematch has begun"),
        _("The rematch has begun without you. To play again, start a table of your own."),
    ),
}
