"""What the way in of every bid refuses (`games.services.play`), and what answers ahead do."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal

PLAYING = {
    "game_over": Refusal(
        409,
        _("The game is over"),
        _("This game is over; nothing was changed."),
    ),
    "game_not_running": Refusal(
        409,
        _("The game has not started"),
        _("This game has not started yet; there is nothing to answer."),
    ),
    "stale_hand": Refusal(
        409,
        _("That hand is past"),
        _("That hand is past. Hand %(open)s is open now; your bid was not stored."),
    ),
    "future_hand": Refusal(
        409,
        _("That hand is not open yet"),
        _("Hand %(given)s is not open yet: it is hand %(open)s now."),
    ),
    "hand_closed": Refusal(
        409,
        _("All answers of this hand are in"),
        _(
            "All cards are in and being turned; it is too late to change yours. Your sealed "
            "one counts."
        ),
    ),
    "bid_changed": Refusal(
        409,
        _("Another answer of yours stands"),
        _(
            "Meanwhile another answer of yours came, and that one counts; this one was not "
            "stored. If you want this one, seal it now."
        ),
    ),
    "not_awaited": Refusal(
        409,
        _("Nothing is owed"),
        _("You owe nothing in this hand: you are out of the stage, or others are to answer."),
    ),
    "not_seated": Refusal(
        403,
        _("Not at this table"),
        _("You do not sit at this table."),
    ),
    "malformed": Refusal(
        400,
        _("The answer cannot be read"),
        _("“%(given)s” cannot be read. You may answer: %(legal)s."),
        _("“%(given)s” cannot be read as an answer."),
    ),
    "illegal": Refusal(
        422,
        _("The answer is not possible now"),
        _("“%(given)s” is not possible now. You may answer: %(legal)s."),
        _("“%(given)s” is not possible now."),
    ),
    "two_answers": Refusal(
        400,
        _("Two answers"),
        _("Your first two lines are two different answers, and we do not guess which you meant."),
    ),
    "no_aside": Refusal(
        409,
        _("Not possible out of turn now"),
        _("“%(given)s” is not possible now. Out of turn you may: %(legal)s."),
    ),
    "no_peek": Refusal(
        409,
        _("Nothing to look at"),
        _("There is nothing that you may look at now."),
    ),
    "bad_plan": Refusal(
        400,
        _("The plan cannot be read"),
        _("Line %(line)s, place %(column)s: %(reason)s Nothing was changed."),
        _("Line %(line)s, place %(column)s: %(reason)s"),
    ),
    "key_reused": Refusal(
        422,
        _("The key was used for another bid"),
        _("This Idempotency-Key was used for another bid. Use a new key."),
    ),
    "no_hand": Refusal(
        404,
        _("No such hand"),
        _("This game has no hand %(given)s."),
    ),
    "no_bid": Refusal(
        404,
        _("No bid yet"),
        _("You have not answered hand %(given)s."),
    ),
    "game_cancelled": Refusal(
        409,
        _("The game was cancelled"),
        _("The game was cancelled, so there is no result, and nothing to compare."),
    ),
    "record_running": Refusal(
        409,
        _("The game still runs"),
        _("The record of a game is given out when it is over."),
    ),
    "no_comparison": Refusal(
        404,
        _("Nothing to compare"),
        _("In this game nobody has the same cards as somebody else."),
    ),
    "no_duplicate": Refusal(
        404,
        _("Not played elsewhere"),
        _("This game was not played at other tables as well."),
    ),
}
