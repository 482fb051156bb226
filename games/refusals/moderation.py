"""What moderators are refused, and what people are refused because of them."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal

MODERATION = {
    "suspended": Refusal(
        403,
        _("The account is suspended"),
        _("Your account is suspended until %(until)s, so this was not taken."),
    ),
    "muted": Refusal(
        403,
        _("The account is muted"),
        _(
            "Until %(until)s your words reach nobody: you cannot talk at tables, show notes, "
            "invite people or lay public tables."
        ),
    ),
    "not_hidden": Refusal(
        409,
        _("No such message to hide or show"),
        _("There is no such message, or it is not as you think it is."),
    ),
    "unknown_command": Refusal(
        404,
        _("No such command"),
        _("There is no such command."),
    ),
    "not_allowed": Refusal(
        403,
        _("Not with this role"),
        _("Your role does not allow that. Nothing was changed; ask a chief."),
    ),
    "own_game": Refusal(
        403,
        _("A game of one’s own"),
        _(
            "You sit at this table, made it or were asked to it, so another moderator must do "
            "that. Nothing was changed; that you tried is in the log."
        ),
    ),
    "own_person": Refusal(
        403,
        _("A person of one’s own tables"),
        _(
            "This is about you, or somebody you are playing with, so another moderator must do "
            "that. Nothing was changed; that you tried is in the log."
        ),
    ),
    "no_reason": Refusal(
        400,
        _("A reason is missing"),
        _("Choose a reason; where it is “something else”, or a warning, say it in words."),
    ),
    "long_text": Refusal(
        400,
        _("The text is too long"),
        _("Your words have at most %(most)s characters."),
    ),
    "not_in_this_state": Refusal(
        409,
        _("Not in this state of the game"),
        _("That is not possible while the game is in the state “%(given)s”."),
    ),
    "cannot_undo": Refusal(
        409,
        _("It cannot be undone"),
        _("That cannot be undone, or not any more. Nothing was changed."),
    ),
    "unknown_letter": Refusal(
        404,
        _("No such letter"),
        _("There is no such letter, or its fate cannot be shown yet."),
    ),
    "queued_already": Refusal(
        409,
        _("In the outbox already"),
        _("The letter is in the outbox already."),
    ),
    "paused_already": Refusal(
        409,
        _("Already paused"),
        _("The game stands still already."),
    ),
    "not_paused": Refusal(
        409,
        _("Not paused"),
        _("The game does not stand still."),
    ),
    "absent_already": Refusal(
        409,
        _("A bot plays it already"),
        _("A bot plays seat %(given)s already."),
    ),
    "no_clock": Refusal(
        409,
        _("No clock runs"),
        _("No clock runs there that could be given more time."),
    ),
    "no_miss": Refusal(
        409,
        _("No miss to excuse"),
        _("That seat has no missed hand %(given)s that counts."),
    ),
    "no_points": Refusal(
        409,
        _("The game has no points yet"),
        _("This game has no points before its end. Cancel it instead."),
    ),
    "unrated_already": Refusal(
        409,
        _("It does not count anyhow"),
        _("This game does not count for the ratings anyhow."),
    ),
    "no_such_hand": Refusal(
        400,
        _("No such hand to go back to"),
        _("Take it back to a hand that is turned: 1 to %(most)s."),
    ),
    "not_replayable": Refusal(
        409,
        _("The game cannot be worked out again"),
        _(
            "From its bids and shuffles this game cannot be worked out again, so it was left "
            "alone. Tell the people who run the server."
        ),
    ),
    "bad_days": Refusal(
        400,
        _("The days do not fit"),
        _("Between 1 and %(most)s days, not %(given)s."),
    ),
    "nothing_to_lift": Refusal(
        409,
        _("Nothing to lift"),
        _("This person is neither muted nor suspended."),
    ),
    "unknown_role": Refusal(
        400,
        _("No such role"),
        _("There are the roles: %(known)s."),
    ),
    "is_staff": Refusal(
        409,
        _("A moderator"),
        _("This person has a role among the moderators. Take that away first."),
    ),
    "outranked": Refusal(
        403,
        _("Somebody of the same or a higher role"),
        _(
            "Your role is not above theirs, or not above the one to be given. Nothing was changed; "
            "ask somebody above you. That you tried is in the log."
        ),
    ),
    "preview_changed": Refusal(
        409,
        _("Not as in the preview"),
        _("Something is not as you were shown, so nothing was done."),
    ),
    "preview_gone": Refusal(
        409,
        _("The preview is no longer good"),
        _("This does not belong to what you were shown, so nothing was done."),
    ),
}
