"""What the way in of every bid refuses (`games.services.hands.bidding`), and what answers ahead
do.
"""

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
        _("That hand is over. Hand %(open)s is open now; your answer was not stored."),
    ),
    "future_hand": Refusal(
        409,
        _("That hand is not open yet"),
        _("Hand %(given)s is not open yet: it is hand %(open)s now. Your answer was not stored."),
    ),
    "hand_went_on": Refusal(
        409,
        _("Another hand is open"),
        _(
            "Meanwhile hand %(open)s has opened, so your plan isn’t saved yet. Look at that hand, "
            "then save the plan again."
        ),
    ),
    "hand_closed": Refusal(
        409,
        _("All answers of this hand are in"),
        _(
            "All cards are in and are being turned, so it is too late to change yours. "
            "The one you sealed counts."
        ),
    ),
    "bid_changed": Refusal(
        409,
        _("Another answer of yours counts"),
        _(
            "Another answer of yours came in the meantime, and that one counts; this "
            "one was not stored. If you want this one, seal it now."
        ),
    ),
    "precondition_failed": Refusal(
        412,
        _("Another answer of yours counts"),
        _(
            "What `If-Match` or `If-None-Match` names is not your answer in this hand. "
            "Nothing was stored; check which answer counts, then seal again."
        ),
    ),
    "not_awaited": Refusal(
        409,
        _("Nothing to answer"),
        _(
            "You have nothing to answer in this hand: you are out of the stage, or it "
            "is the others’ turn."
        ),
    ),
    "not_seated": Refusal(
        403,
        _("Not at this table"),
        _("You aren’t at this table."),
    ),
    "malformed": Refusal(
        400,
        _("The answer cannot be read"),
        _("We can’t read “%(given)s”. You may answer: %(legal)s."),
        _("We can’t read “%(given)s” as an answer."),
    ),
    "illegal": Refusal(
        422,
        _("That answer isn’t possible now"),
        _("“%(given)s” isn’t possible now. You may answer: %(legal)s."),
        _("“%(given)s” isn’t possible now."),
    ),
    "two_answers": Refusal(
        400,
        _("Two answers"),
        _(
            "Your first two lines are two different answers, and we don’t want to "
            "guess which one you meant."
        ),
    ),
    "no_aside": Refusal(
        409,
        _("Not possible out of turn right now"),
        _("“%(given)s” isn’t possible now. Out of turn you may: %(legal)s."),
    ),
    "no_peek": Refusal(
        409,
        _("Nothing to look at"),
        _("There is nothing for you to look at now."),
    ),
    "bad_plan": Refusal(
        400,
        _("The plan cannot be read"),
        _("Line %(line)s, column %(column)s: %(reason)s Nothing was changed."),
        _("Line %(line)s, column %(column)s: %(reason)s"),
    ),
    "changed_since": Refusal(
        409,
        _("Changed since then"),
        _(
            "You’ve done something else on the page since then, and that counts. Send it again if "
            "you still want it."
        ),
    ),
    "key_reused": Refusal(
        422,
        _("The key was used for another request"),
        _("This Idempotency-Key was used for another request. Use a new key."),
    ),
    "no_hand": Refusal(
        404,
        _("No such hand"),
        _("This game has no hand %(given)s, or it hasn’t been turned yet."),
    ),
    "no_bid": Refusal(
        404,
        _("No answer yet"),
        _("You have not answered hand %(given)s."),
    ),
    "game_cancelled": Refusal(
        409,
        _("The game was cancelled"),
        _("The game was cancelled, so there is no result, and nothing to compare."),
    ),
    "record_running": Refusal(
        409,
        _("The game is still running"),
        _("The record of a game is available once it is over."),
    ),
    "no_comparison": Refusal(
        404,
        _("Nothing to compare"),
        _("In this game nobody holds the same cards as anybody else."),
    ),
    "no_duplicate": Refusal(
        404,
        _("Not played elsewhere"),
        _("This game wasn’t played at any other table."),
    ),
}
